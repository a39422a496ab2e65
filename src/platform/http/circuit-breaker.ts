import { AppError, coerceError } from "../../errors.ts";
import type { Logger } from "../log.ts";

/**
 * Timeout of a call. A late answer on a busy machine is worth more than none, and in an outage a caller waits once. A
 * shorter timeout would let a short stall lose the counts.
 */
export const ANSWER_TIMEOUT_MS = 1_000;
/** Timeout of a call in state `half-open`. */
export const PROBE_TIMEOUT_MS = 300;
/** How long the breaker stays open after a failure. */
export const OPEN_MS = 2_000;

/** A circuit breaker for an optional store. */
export interface CircuitBreaker {
  /** `closed`: call the store. `half-open`: this caller alone probes it. `open`: do not call it, it failed lately. */
  state(): "closed" | "half-open" | "open";
  /** Waits for a call for so many milliseconds; undefined if it fails or is late. Updates the state. */
  within<T>(work: Promise<T>, timeoutMs?: number): Promise<T | undefined>;
}

/** While open, one caller probes every two seconds; the others continue without the store. Logs each change once. */
export function createCircuitBreaker(log: Logger, what: string): CircuitBreaker {
  let retryAt: number | undefined;

  const recordFailure = (reason: unknown) => {
    if (retryAt === undefined) log.warn({ reason }, `${what}: the store does not answer; going on without it`);
    retryAt = performance.now() + OPEN_MS;
  };
  const recordSuccess = () => {
    if (retryAt !== undefined) log.info(`${what}: the store answers again`);
    retryAt = undefined;
  };

  return {
    state() {
      if (retryAt === undefined) return "closed";
      if (performance.now() < retryAt) return "open";
      retryAt = performance.now() + OPEN_MS;
      return "half-open";
    },

    within<T>(work: Promise<T>, timeoutMs = ANSWER_TIMEOUT_MS) {
      return new Promise<T | undefined>((resolve) => {
        let waiting = true;
        const settle = (value?: T, reason?: unknown) => {
          if (!waiting) return;
          waiting = false;
          clearTimeout(timer);
          if (reason !== undefined) recordFailure(reason);
          resolve(value);
        };
        // An answer that has arrived counts: this process may have been too busy to read it in time.
        const late = () => setImmediate(() => settle(undefined, `no answer within ${timeoutMs} ms`));
        const timer = setTimeout(late, timeoutMs);
        work.then(
          (value) => {
            // Even a late answer closes the breaker.
            recordSuccess();
            settle(value);
          },
          (error) => settle(undefined, error instanceof AppError ? error.message : coerceError(error)),
        );
      });
    },
  };
}
