/** Retries of a call, with exponential backoff. */
export interface BackOff {
  /** Number of tries, including the first. */
  tries: number;
  /** Wait before the second try in milliseconds; it doubles with each try, up to `capMs`. */
  baseMs: number;
  capMs: number;
}

/** Milliseconds to wait after the given try, from 1, with up to a fifth of jitter. */
export function backOffMs({ baseMs, capMs }: BackOff, tried: number): number {
  return Math.min(capMs, baseMs * 2 ** (tried - 1)) * (1 + Math.random() / 5);
}
