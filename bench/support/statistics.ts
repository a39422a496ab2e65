/** The p-th percentile (0 to 100) by the nearest rank. Throws where there is nothing to rank. */
export function percentile(values: readonly number[], p: number): number {
  if (values.length === 0) throw new Error("no values to take a percentile of");
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.ceil((p / 100) * sorted.length);
  return sorted[Math.min(sorted.length, Math.max(1, rank)) - 1]!;
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error("no values to take a median of");
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** For showing: three significant digits. */
export function round(value: number): number {
  return Number(value.toPrecision(3));
}
