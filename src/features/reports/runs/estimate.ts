/** What a run costs besides its rows: reading figures, laying out, storing. */
const BASE_MS = 2_000;
/** Until runs of the tenant have shown another rate. */
const DEFAULT_ROWS_PER_SECOND = 2_000;
/** Where a template cannot tell. */
const DEFAULT_ROWS = 1_000;

/**
 * How long a run will take, in milliseconds: the rows to write at the rate of past runs.
 *
 * @param rows undefined where they cannot be known beforehand
 * @param past rows of past runs and how long those took
 */
export function estimatedMs(rows: number | undefined, past: { rows: number; ms: number }): number {
  const writingMs = Math.max(0, past.ms);
  const perSecond = past.rows > 0 && writingMs > 0 ? (past.rows * 1_000) / writingMs : DEFAULT_ROWS_PER_SECOND;
  return Math.round(BASE_MS + ((rows ?? DEFAULT_ROWS) * 1_000) / perSecond);
}
