import type { Clock } from "../../platform/clock.ts";

/** A clock that can run behind, so that the demo's records carry times in the past. */
export interface DemoClock extends Clock {
  /** From now on the clock runs so many minutes behind the real one. */
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
