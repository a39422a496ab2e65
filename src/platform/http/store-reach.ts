import { AppError, coerceError } from "../../errors.ts";
import type { Logger } from "../log.ts";

/** How long the counts of all processes are waited for: far longer than they take, and no caller's patience. */
export const PATIENCE_MS = 500;
/** How long they are left alone once they did not answer. */
export const PAUSE_MS = 2_000;

/** Whether a store that need not answer is worth asking. */
export interface StoreReach {
  /** `ask`: it answers. `probe`: it did not, and this caller is the one to try again. `leave`: it did not, lately. */
  state(): "ask" | "probe" | "leave";
  /** Waits for it no longer than `PATIENCE_MS`; undefined where it failed or was late. Notes which it was. */
  within<T>(work: Promise<T>): Promise<T | undefined>;
}

/** One caller tries again every two seconds, the others go on without; what changes is logged once. */
export function createStoreReach(log: Logger, what: string): StoreReach {
  let retryAt: number | undefined;

  const lost = (reason: unknown) => {
    if (retryAt === undefined) log.warn({ reason }, `${what}: the store does not answer; going on without it`);
    retryAt = performance.now() + PAUSE_MS;
  };
  const answered = () => {
    if (retryAt !== undefined) log.info(`${what}: the store answers again`);
    retryAt = undefined;
  };

  return {
    state() {
      if (retryAt === undefined) return "ask";
      if (performance.now() < retryAt) return "leave";
      retryAt = performance.now() + PAUSE_MS;
      return "probe";
    },

    within<T>(work: Promise<T>) {
      return new Promise<T | undefined>((resolve) => {
        let waiting = true;
        const settle = (value: T | undefined, note: () => void) => {
          if (!waiting) return;
          waiting = false;
          clearTimeout(timer);
          note();
          resolve(value);
        };
        // An answer that lies there already counts: this process may have been too busy to read it in time.
        const late = () => setImmediate(() => settle(undefined, () => lost(`no answer within ${PATIENCE_MS} ms`)));
        const timer = setTimeout(late, PATIENCE_MS);
        work.then(
          (value) => settle(value, answered),
          (error) => settle(undefined, () => lost(error instanceof AppError ? error.message : coerceError(error))),
        );
      });
    },
  };
}
