/** How often one that failed has the higher value, ties counting half (Mann and Whitney). NaN without both kinds. */
export function areaUnderCurve(points: readonly { value: number; failed: boolean }[]): number {
  const sorted = [...points].sort((a, b) => a.value - b.value);
  let [rankSum, failures] = [0, 0];
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]!.value === sorted[from]!.value) to++;
    const failed = sorted.slice(from, to).filter((point) => point.failed).length;
    rankSum += failed * ((from + 1 + to) / 2);
    failures += failed;
    from = to;
  }
  return (rankSum - (failures * (failures + 1)) / 2) / (failures * (sorted.length - failures));
}
