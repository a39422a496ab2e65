import { AppError, coerceError } from "../../errors.ts";
import type { Logger } from "../log.ts";

/**
 * How long an answer is waited for. One that comes late on a busy machine is worth more than none, and whom an outage
 * surprises waits once. To give up sooner would let a short stall undo the counting.
 */
export const ANSWER_TIMEOUT_MS = 1_000;
/** How long one is waited for by whoever tries whether there are answers again. */
export const PROBE_TIMEOUT_MS = 300;
/** How long the store is left alone once it did not answer. */
export const OPEN_MS = 2_000;

/** Whether a store that need not answer is worth asking. */
export interface CircuitBreaker {
  /** `ask`: it answers. `probe`: it did not, and this caller is the one to try again. `leave`: it did not, lately. */
  state(): "closed" | "half-open" | "open";
  /** Waits for it so many milliseconds; undefined where it failed or was late. Notes which it was. */
  within<T>(work: Promise<T>, patienceMs?: number): Promise<T | undefined>;
}

/** One caller tries again every two seconds, the others go on without; what changes is logged once. */
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

    within<T>(work: Promise<T>, patienceMs = ANSWER_TIMEOUT_MS) {
      return new Promise<T | undefined>((resolve) => {
        let waiting = true;
        const settle = (value?: T, reason?: unknown) => {
          if (!waiting) return;
          waiting = false;
          clearTimeout(timer);
          if (reason !== undefined) recordFailure(reason);
          resolve(value);
        };
        // An answer that lies there already counts: this process may have been too busy to read it in time.
        const late = () => setImmediate(() => settle(undefined, `no answer within ${patienceMs} ms`));
        const timer = setTimeout(late, patienceMs);
        work.then(
          (value) => {
            // Where this is late, the store need not be left alone any longer.
            recordSuccess();
            settle(value);
          },
          (error) => settle(undefined, error instanceof AppError ? error.message : coerceError(error)),
        );
      });
    },
  };
}
