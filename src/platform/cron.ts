import { CronExpressionParser } from "cron-parser";
import { coerceError } from "../errors.ts";

/** Of minute, hour, day of the month, month and day of the week. */
const FIELD = /^[\dA-Za-z*,/#?-]{1,100}$/;
/** `H`, for which the library would draw lots at each reading. */
const DRAWN = /(?:^|,)h(?:$|[(/,-])/i;

/** What is wrong with a cron expression, undefined if nothing is. */
export function cronFault(cron: string): string | undefined {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== 5 || !fields.every((field) => FIELD.test(field) && !DRAWN.test(field))) {
    return "must be a cron expression of five fields, e.g. 0 7 * * 1";
  }
  try {
    CronExpressionParser.parse(cron, { tz: "UTC" }).next();
    return undefined;
  } catch (error) {
    return `is no time that comes: ${coerceError(error).message}`;
  }
}

/** What is wrong with the name of a time zone, undefined if nothing is. */
export function timeZoneFault(timeZone: string): string | undefined {
  // Offsets such as +01:00 have no daylight saving and are no IANA name.
  if (/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(timeZone)) {
    try {
      new Intl.DateTimeFormat("en", { timeZone });
      return undefined;
    } catch {
      return "must be the IANA name of a time zone, e.g. Europe/Berlin";
    }
  }
  return "must be the IANA name of a time zone, e.g. Europe/Berlin";
}

/**
 * The first time after `after` at which the expression holds in the zone. A local time that a change of the clock skips
 * counts an hour later; one that comes twice counts once, unless the hour is `*`.
 */
export function nextTime(cron: string, timeZone: string, after: Date): Date {
  return CronExpressionParser.parse(cron, { currentDate: after, tz: timeZone }).next().toDate();
}

/**
 * The least number of minutes between two times of the expression, at most an hour: an expression with one minute holds at
 * most once an hour. Hours that do not follow one another count as if they did.
 */
export function leastMinutesBetween(cron: string): number {
  const { minute } = CronExpressionParser.parse(cron, { tz: "UTC" }).fields;
  const minutes = minute.values.map(Number).sort((a, b) => a - b);
  const gaps = minutes.map((at, place) => (minutes[place + 1] ?? minutes[0]! + 60) - at);
  return Math.min(60, ...gaps);
}
