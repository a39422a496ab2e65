/** The time, injectable for tests. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** ISO 8601 in UTC with milliseconds, the form of every timestamp at the edge and in the graph. */
export function isoNow(clock: Clock): string {
  return clock.now().toISOString();
}
