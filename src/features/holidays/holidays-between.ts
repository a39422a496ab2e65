import { setImmediate } from "node:timers/promises";
import { codeOf, FIRST_YEAR, LAST_YEAR, placeOf } from "./holidays.model.ts";
import { loadHolidayLibrary } from "./library.ts";

/** A public holiday at a place. */
export interface PublicHoliday {
  /** Its first day: local date, `yyyy-mm-dd`. */
  date: string;
  /** In English. */
  name: string;
  /** The place as `DE` or `DE-BY`. */
  country: string;
  /** Beginning and end in the place's time zone, the first one where it has several; the end is exclusive. */
  from: Date;
  to: Date;
}

/** Days of an interval in which holidays are looked for: windows of years hold nothing but holidays. */
const MOST_DAYS = 400;
const DAY_MS = 86_400_000;
/** No time zone is further from UTC. */
const ZONE_MS = 14 * 3_600_000;

/**
 * Public holidays of countries (`DE`) and regions (`DE-BY`) that overlap the interval, `to` exclusive, in the order of their
 * beginning; by the library alone, no model is asked. Unknown places have none. Looks no further than 400 days from `from`,
 * nor outside 1970 to 2100.
 */
export type HolidaysBetween = (countries: readonly string[], from: Date, to: Date) => Promise<PublicHoliday[]>;

/** The time zone (IANA) of the first of these countries and regions that the library knows; undefined: of none. */
export type ZoneOf = (countries: readonly string[]) => Promise<string | undefined>;

export const zoneOf: ZoneOf = async (countries) => {
  if (countries.length === 0) return undefined;
  const library = await loadHolidayLibrary();
  for (const code of countries) {
    const place = placeOf(code);
    const zone = place && library.has(place) ? library.zoneOf(place) : undefined;
    if (zone !== undefined) return zone;
  }
  return undefined;
};

export const holidaysBetween: HolidaysBetween = async (countries, from, to) => {
  const start = from.getTime();
  const end = Math.min(to.getTime(), start + MOST_DAYS * DAY_MS);
  if (countries.length === 0 || !(start < end)) return [];
  const library = await loadHolidayLibrary();
  const first = Math.max(FIRST_YEAR, new Date(start - ZONE_MS).getUTCFullYear() - 1);
  const last = Math.min(LAST_YEAR, new Date(end + ZONE_MS).getUTCFullYear());
  const found: PublicHoliday[] = [];
  for (const code of new Set(countries)) {
    const place = placeOf(code);
    if (!place || !library.has(place)) continue;
    for (let year = first; year <= last; year++) {
      for (const { type, date, name, from: begins, to: ends } of library.occurrences(place, year)) {
        const overlaps = begins.getTime() < end && ends.getTime() > start;
        if (type === "public" && overlaps) found.push({ date, name, country: codeOf(place), from: begins, to: ends });
      }
      await setImmediate();
    }
  }
  return found.sort((a, b) => a.from.getTime() - b.from.getTime() || (a.country < b.country ? -1 : 1));
};
