import { coerceError } from "../errors.ts";
import type { Logger } from "./log.ts";

export interface Repeated {
  start(): void;
  /** Starts no further run and waits for the one under way. */
  stop(): Promise<void>;
}

/**
 * Runs the task every so many milliseconds, the pause beginning when a run has ended, so that a slow store piles up
 * nothing. A run that fails is logged, with `failure` as its message, and the next one tries again. Keeps no process alive.
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
