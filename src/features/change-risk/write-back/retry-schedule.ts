import { DAY_MS } from "../../../model/duration.ts";

/** From the beginning of the first attempt to that of the second. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 15 * 60_000;
/** Soonest after the end of an attempt that took longer than the pause. */
const MIN_REST_MS = 1_000;

/** No attempt is made later than this after the first one: a service desk that is down for a night gets its results. */
export const GIVE_UP_MS = DAY_MS;

export interface EndedAttempt {
  /** Attempts so far. */
  tries: number;
  began: Date;
  ended: Date;
  firstBegan: Date;
  /** What the service desk asked for. */
  retryAfterMs: number | undefined;
}

/** When the next attempt is due; undefined where there is none. `random` is 0 up to 1. */
export function nextAttempt(attempt: EndedAttempt, random: number): Date | undefined {
  const { tries, began, ended, firstBegan, retryAfterMs = 0 } = attempt;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20), MAX_PAUSE_MS);
  // Those that failed together come again one after the other, except for the second attempt, which is expected soon.
  const spread = tries > 1 ? 1 + 0.2 * random : 1;
  const due = Math.max(
    began.getTime() + pause * spread,
    ended.getTime() + MIN_REST_MS,
    ended.getTime() + Math.max(0, retryAfterMs),
  );
  return due - firstBegan.getTime() > GIVE_UP_MS ? undefined : new Date(due);
}
