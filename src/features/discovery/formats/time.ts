import { isInCalendar } from "../../../platform/clock.ts";

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d\d(?::?\d\d)?)$/;
const LOCAL = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/;

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  ms: number;
}

/** Parses an ISO 8601 date and time with a zone to milliseconds since 1970; undefined for other texts. */
export function instantOf(text: string): number | undefined {
  const found = INSTANT.exec(text.trim());
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second = "0", fraction = "", zone = "Z"] = found;
  const ms = Math.floor(Number(`0.${fraction || "0"}`) * 1000);
  const offset = /^z$/i.test(zone) ? 0 : offsetMinutes(zone);
  const utc = utcOf({ ...numbers(year, month, day, hour, minute, second), ms });
  return utc === undefined || offset === undefined ? undefined : withinCalendar(utc - offset * 60_000);
}

/** Parses `+0200`, `+02:00` or `+02` to minutes; undefined for other texts. */
export function offsetMinutes(text: string): number | undefined {
  const found = /^([+-])(\d\d):?(\d\d)?$/.exec(text.trim());
  if (!found) return undefined;
  const [, sign, hours = "0", minutes = "0"] = found;
  const size = Number(hours) * 60 + Number(minutes);
  if (size > 15 * 60 || Number(minutes) > 59) return undefined;
  return sign === "-" ? -size : size;
}

/**
 * Parses a time of an inventory, `2017-06-09 09:00:49` or ISO 8601, to milliseconds since 1970.
 *
 * @param offset minutes east of UTC for a text without a zone
 */
export function inventoryInstant(text: string, offset: number): number | undefined {
  const zoned = instantOf(text.trim().replace(" ", "T"));
  if (zoned !== undefined) return zoned;
  const found = LOCAL.exec(text.trim());
  if (!found) return undefined;
  const [, year, month, day, hour = "0", minute = "0", second = "0"] = found;
  const utc = utcOf({ ...numbers(year, month, day, hour, minute, second), ms: 0 });
  return utc === undefined ? undefined : withinCalendar(utc - offset * 60_000);
}

function withinCalendar(ms: number): number | undefined {
  return isInCalendar(ms) ? ms : undefined;
}

/**
 * A day as `YYYY-MM-DD`. Inventory agents write days as ISO 8601, `DD/MM/YYYY` (month first only where the day cannot
 * be one), `YYYYMMDD` or seconds since 1970; any other text stays as it is.
 */
export function inventoryDay(text: string): string {
  const trimmed = text.trim();
  return isoDay(trimmed) ?? slashedDay(trimmed) ?? packedDay(trimmed) ?? trimmed;
}

function isoDay(text: string): string | undefined {
  const found = /^(\d{4})[-/.](\d\d)[-/.](\d\d)(?:$|[ T])/.exec(text);
  return found ? day(found[1], found[2], found[3]) : undefined;
}

function slashedDay(text: string): string | undefined {
  const found = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:$|[ T])/.exec(text);
  return found ? (day(found[3], found[2], found[1]) ?? day(found[3], found[1], found[2])) : undefined;
}

function packedDay(text: string): string | undefined {
  const found = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (found) return day(found[1], found[2], found[3]);
  return /^\d{9,10}$/.test(text) ? new Date(Number(text) * 1000).toISOString().slice(0, 10) : undefined;
}

function day(year = "", month = "", date = ""): string | undefined {
  const utc = utcOf({ ...numbers(year, month, date, "0", "0", "0"), ms: 0 });
  return utc === undefined ? undefined : new Date(utc).toISOString().slice(0, 10);
}

function numbers(year = "", month = "", day = "", hour = "", minute = "", second = ""): Omit<Parts, "ms"> {
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  };
}

/** Undefined for a day or time that does not exist, where `Date` itself would roll over. */
function utcOf({ year, month, day, hour, minute, second, ms }: Parts): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  if (year < 1 || hour > 23 || minute > 59 || second > 59) return undefined;
  return date.setUTCHours(hour, minute, second, ms);
}
