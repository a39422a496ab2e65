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

/** What `Retry-After` asks for, in milliseconds (RFC 9110, section 10.2.3: seconds or a date); undefined without. */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
