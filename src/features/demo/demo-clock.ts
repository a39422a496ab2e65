import type { Clock } from "../../platform/clock.ts";

/** A clock that can be turned back, so that what the demo tells has happened when it says that it did. */
export interface DemoClock extends Clock {
  /** From now on it goes so many minutes behind. */
  setMinutesBehind(minutes: number): void;
}

export function createDemoClock(real: Clock): DemoClock {
  let behindMs = 0;
  return {
    now: () => new Date(real.now().getTime() - behindMs),
    setMinutesBehind(minutes) {
      behindMs = minutes * 60_000;
    },
  };
}
