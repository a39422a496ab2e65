import { DateTime, Interval } from "luxon";

export const RELATIVE_RANGES = [
  "last_24_hours",
  "last_7_days",
  "last_30_days",
  "this_month",
  "last_month",
  "this_quarter",
  "last_quarter",
  "this_year",
] as const;

/** `{from, to}`, an ISO 8601 interval (`start/end`, `start/PnD`), or one of `RELATIVE_RANGES`. */
export type DateRangeInput = string | { from?: string | undefined; to?: string | undefined };

/** [from, to). */
export interface DateRange {
  from: Date;
  to: Date;
}

export type ResolvedRange = { range: DateRange; reason?: undefined } | { range?: undefined; reason: string };

const FORMS = `must be {from, to}, an ISO 8601 interval like 2026-10-01/2026-11-01 or 2026-10-01/P7D, or one of ${RELATIVE_RANGES.join(", ")}`;
/** Of `{to}` without `from`. */
const FIRST_INSTANT = new Date(0);

/**
 * A date range as an interval of time. A bare date begins in the zone; months, quarters and days are those of the zone, so
 * that a day may have 23 or 25 hours.
 *
 * @returns the range, or why there is none
 */
export function resolveRange(input: DateRangeInput, timeZone: string, now: Date): ResolvedRange {
  if (typeof input === "object") return resolveEnds(input, timeZone, now);
  const relative = relativeRange(input, DateTime.fromJSDate(now, { zone: timeZone }));
  if (relative) return { range: relative };
  const interval = Interval.fromISO(input, { zone: timeZone });
  if (!interval.isValid || !interval.start || !interval.end) return { reason: FORMS };
  return ordered(interval.start, interval.end);
}

function resolveEnds({ from, to }: { from?: string | undefined; to?: string | undefined }, zone: string, now: Date) {
  if (from === undefined && to === undefined) return { reason: FORMS };
  const start = from === undefined ? DateTime.fromJSDate(FIRST_INSTANT) : DateTime.fromISO(from, { zone });
  const end = to === undefined ? DateTime.fromJSDate(now) : DateTime.fromISO(to, { zone });
  if (!start.isValid) return { reason: "from must be an ISO 8601 date or time" };
  if (!end.isValid) return { reason: "to must be an ISO 8601 date or time" };
  return ordered(start, end);
}

function ordered(start: DateTime, end: DateTime): ResolvedRange {
  if (start >= end) return { reason: "must begin before it ends" };
  return { range: { from: start.toJSDate(), to: end.toJSDate() } };
}

function relativeRange(name: string, now: DateTime): DateRange | undefined {
  const between = (from: DateTime, to: DateTime) => ({ from: from.toJSDate(), to: to.toJSDate() });
  const month = now.startOf("month");
  const quarter = now.startOf("quarter");
  switch (name) {
    case "last_24_hours":
      return between(now.minus({ hours: 24 }), now);
    case "last_7_days":
      return between(now.minus({ days: 7 }), now);
    case "last_30_days":
      return between(now.minus({ days: 30 }), now);
    case "this_month":
      return between(month, month.plus({ months: 1 }));
    case "last_month":
      return between(month.minus({ months: 1 }), month);
    case "this_quarter":
      return between(quarter, quarter.plus({ quarters: 1 }));
    case "last_quarter":
      return between(quarter.minus({ quarters: 1 }), quarter);
    case "this_year":
      return between(now.startOf("year"), now.startOf("year").plus({ years: 1 }));
    default:
      return undefined;
  }
}

/** Days of the zone that the range touches, as `yyyy-mm-dd` with the time at which each begins; at most `limit`, the last ones. */
export function daysOf(
  { from, to }: DateRange,
  timeZone: string,
  limit = 400,
): { day: string; start: Date; end: Date }[] {
  const last = DateTime.fromMillis(to.getTime() - 1, { zone: timeZone }).startOf("day");
  const days: { day: string; start: Date; end: Date }[] = [];
  for (
    let day = last;
    days.length < limit && day.plus({ days: 1 }).toMillis() > from.getTime();
    day = day.minus({ days: 1 })
  ) {
    days.unshift({ day: day.toISODate() ?? "", start: day.toJSDate(), end: day.plus({ days: 1 }).toJSDate() });
  }
  return days;
}
