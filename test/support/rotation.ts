/**
 * Where a matrix is too large to try every pair, its members take turns. ORRERY_TEST_SEED says whose turn it is: an
 * integer of 0 or more, 0 by default, so that a run is the same each time; a scheduled run may count it up.
 */
export function testSeed(text: string | undefined = process.env.ORRERY_TEST_SEED): number {
  if (text === undefined || text === "") return 0;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`ORRERY_TEST_SEED: expected an integer of 0 or more, got ${text}`);
  return Number(text);
}

/**
 * `count` members of the list for the one at `index` of another list. Neighbours get different members, and
 * `list.length / count` consecutive seeds (rounded up) bring every index together with every member.
 */
export function inTurn<T>(list: readonly T[], index: number, count: number, seed = testSeed()): T[] {
  if (list.length <= count) return [...list];
  const start = (index + seed) * count;
  return Array.from({ length: count }, (_, i) => list[(start + i) % list.length]!);
}
