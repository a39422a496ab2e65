import type { Logger } from "./log.ts";
import { type Repeated, repeat } from "./repeat.ts";

export interface ReturnWatchDeps {
  /** Rejects unless the store answers. */
  ping(): Promise<void>;
  /** Called each time the store answers again after it did not; the next ping waits for it. */
  onReturn(): Promise<void>;
  log: Logger;
  /** Milliseconds between two pings; default 1,000. */
  pauseMs?: number;
}

const PAUSE_MS = 1_000;

/** Notices that a store is back after an outage. One that was away for less than a pause may go unnoticed. */
export function createReturnWatch({ ping, onReturn, log, pauseMs = PAUSE_MS }: ReturnWatchDeps): Repeated {
  let away = false;
  const look = async () => {
    const answers = await ping().then(
      () => true,
      () => false,
    );
    const isBack = away && answers;
    away = !answers;
    if (isBack) await onReturn();
  };
  return repeat(look, pauseMs, log, "the work after a store's return failed");
}
