/** Rejection of `within` when the time passed. */
export class TimeLimitPassed extends Error {
  override readonly name = "TimeLimitPassed";
}

/**
 * The outcome of the work, or `TimeLimitPassed` if it has none within `ms` milliseconds. The work itself then continues, and
 * its outcome is ignored.
 */
export async function within<T>(ms: number, work: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeLimitPassed(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
