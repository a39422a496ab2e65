import { coerceError } from "../errors.ts";
import type { Logger } from "./log.ts";

export interface Repeated {
  start(): void;
  /** Starts no further run; waits for the current one. */
  stop(): Promise<void>;
}

/**
 * Runs the task again and again. A pause of `pauseMs` milliseconds starts when a run ends, so that runs never pile up
 * behind a slow store. Logs a failed run with the message `failure`. The timer does not keep the process alive.
 */
export function repeat(
  task: () => Promise<unknown>,
  pauseMs: number,
  log: Logger,
  failure = "a repeated task failed",
): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = true;

  const plan = () => {
    timer = setTimeout(() => {
      running = run();
    }, pauseMs).unref();
  };
  const run = async () => {
    try {
      await task();
    } catch (error) {
      log.warn({ err: coerceError(error) }, failure);
    }
    if (!stopped) plan();
  };

  return {
    start() {
      if (!stopped) return;
      stopped = false;
      plan();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
