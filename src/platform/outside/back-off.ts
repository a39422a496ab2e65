/** How often a call is repeated, and how long is waited before. */
export interface BackOff {
  /** Tries in all, the first included. */
  tries: number;
  /** Wait before the second try; it doubles from try to try, up to `capMs`. */
  baseMs: number;
  capMs: number;
}

/** Milliseconds to wait after the given try, 1 being the first. Up to a fifth more, so that callers spread. */
export function backOffMs({ baseMs, capMs }: BackOff, tried: number): number {
  return Math.min(capMs, baseMs * 2 ** (tried - 1)) * (1 + Math.random() / 5);
}
