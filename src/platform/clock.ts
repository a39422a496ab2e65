/** The time, injectable for tests. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/**
 * The current time as ISO 8601 in UTC with milliseconds, the format of every timestamp in the interface and the graph.
 */
export function isoNow(clock: Clock): string {
  return clock.now().toISOString();
}

const FIRST_INSTANT = Date.parse("0001-01-01T00:00:00.000Z");
/** The last time that is in the calendar, in milliseconds of Unix time. */
export const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * Whether the time is in the years 1 to 9999 UTC. Other years have another format and sort order, and stores refuse
 * them.
 */
export function isInCalendar(ms: number): boolean {
  return ms >= FIRST_INSTANT && ms <= LAST_INSTANT;
}

/** The clock's time minus `days` days. */
export function daysAgo(clock: Clock, days: number): Date {
  return new Date(clock.now().getTime() - days * 86_400_000);
}
