/**
 * Waits until all have ended; returns their results, or throws the first failure in the order in which they are given. Unlike
 * `Promise.all` it leaves none running behind it.
 */
export async function allSettled<T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ended = await Promise.allSettled(work);
  for (const result of ended) if (result.status === "rejected") throw result.reason;
  return ended.map((result) => (result as PromiseFulfilledResult<unknown>).value) as {
    -readonly [K in keyof T]: Awaited<T[K]>;
  };
}
