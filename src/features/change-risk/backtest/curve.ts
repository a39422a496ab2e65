/** Changes of one score, and how many of them failed. */
export interface Scored {
  score: number;
  analyses: number;
  failed: number;
}

/**
 * Area under the curve (ROC): how often a change that failed has a higher score than one that did not, equal scores counting
 * half. Null where there is no change of one of the two kinds.
 */
export function areaUnderCurve(groups: readonly Scored[]): number | null {
  let failed = 0;
  let succeeded = 0;
  let won = 0;
  for (const { analyses, failed: bad } of [...groups].sort((a, b) => a.score - b.score)) {
    const good = analyses - bad;
    won += bad * (succeeded + good / 2);
    failed += bad;
    succeeded += good;
  }
  return failed > 0 && succeeded > 0 ? won / (failed * succeeded) : null;
}
