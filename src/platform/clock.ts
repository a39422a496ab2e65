/** The time, injectable for tests. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** ISO 8601 in UTC with milliseconds, the form of every timestamp at the edge and in the graph. */
export function isoNow(clock: Clock): string {
  return clock.now().toISOString();
}

const FIRST_INSTANT = Date.parse("0001-01-01T00:00:00.000Z");
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

/** Years 1 to 9999 in UTC: what lies beyond is spelled otherwise, sorts otherwise, and stores do not take it. */
export function isInCalendar(ms: number): boolean {
  return ms >= FIRST_INSTANT && ms <= LAST_INSTANT;
}

/** The time so many days before the clock's now. */
export function daysAgo(clock: Clock, days: number): Date {
  return new Date(clock.now().getTime() - days * 86_400_000);
}
