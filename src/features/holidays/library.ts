import type Holidays from "date-holidays";
import type { HolidaysTypes } from "date-holidays";
import { DateTime } from "luxon";
import { codeOf, type Holiday, type HolidayType, type Place, placeOf } from "./holidays.model.ts";

/** A holiday as the library has it. */
export interface Occurrence {
  /** First day: local date of the country, `yyyy-mm-dd`. */
  date: string;
  days: number;
  name: string;
  localName: string;
  type: HolidayType;
  from: Date;
  /** Exclusive: the end of the last day. */
  to: Date;
}

/** Holidays of many countries, computed from rules: `date-holidays`. */
export interface HolidayLibrary {
  /** Codes of the countries, in their order. */
  countries(): string[];
  /** ISO 3166-2 codes of a country's regions, in their order. */
  regionsOf(country: string): string[];
  has(place: Place): boolean;
  /** Those that begin in the year, in their order. */
  occurrences(place: Place, year: number, language?: string): Occurrence[];
  /** The time zone of a place, the first one where it has several. */
  zoneOf(place: Place): string | undefined;
  /** Whether some depend on the Islamic calendar, whose months begin with a sighting of the moon. */
  followsTheMoon(place: Place): boolean;
}

/** Months of the Islamic calendar, as the library's rules spell them. */
const MOON_MONTHS = /\b(?:Muharram|Safar|Rabi|Jumada|Rajab|Shaban|Ramadan|Shawwal|Dhu)\b/;
/** The library's spelling of languages, where it is not that of ISO 639-1. */
const ITS_SPELLING: Readonly<Record<string, string>> = { ja: "jp", cs: "cz", ka: "ge", nb: "no", nn: "no" };
const DAY_MS = 86_400_000;

/** Loads the library with its data, about 35 MB of memory, at the first use; Node keeps the module. */
export async function loadHolidayLibrary(): Promise<HolidayLibrary> {
  const { default: Library } = await import("date-holidays");
  const all = new Library();
  const known = new Set(Object.keys(all.getCountries()));
  const regionsOf = (country: string) =>
    known.has(country)
      ? Object.keys(all.getStates(country) ?? {})
          .map((region) => `${country}-${region}`)
          .filter((code) => placeOf(code) && code === code.toUpperCase())
          .sort()
      : [];
  const of = ({ country, region }: Place, languages?: string[]): Holidays => {
    const options = languages ? { languages } : {};
    return region === undefined ? new Library(country, options) : new Library(country, region, options);
  };
  return {
    countries: () => [...known].sort(),
    regionsOf,
    has: (place) =>
      known.has(place.country) && (place.region === undefined || regionsOf(place.country).includes(codeOf(place))),
    occurrences(place, year, language = "en") {
      const named = of(place, languagesOf(language));
      const local = new Map(
        of(place)
          .getHolidays(year)
          .map((one) => [keyOf(one), one.name]),
      );
      const zone = named.getTimezones()[0] ?? "UTC";
      return named.getHolidays(year).map((one) => occurrenceOf(one, local.get(keyOf(one)) ?? one.name, zone));
    },
    zoneOf: (place) => of(place).getTimezones()[0],
    followsTheMoon: (place) =>
      of(place)
        .getRules()
        .some((rule) => MOON_MONTHS.test(String((rule as { rule?: unknown }).rule))),
  };
}

/** One a day, those of the year alone: a holiday that begins before it may last into it. */
export function holidaysOfYear(library: HolidayLibrary, place: Place, year: number, language: string): Holiday[] {
  const all = [year - 1, year].flatMap((each) => library.occurrences(place, each, language));
  const days = all.flatMap(({ date, days: length, name, localName, type }) =>
    Array.from({ length }, (_, n) => ({ date: dayAfter(date, n), name, localName, type })),
  );
  const ofYear = days.filter(({ date }) => date.startsWith(`${year}-`));
  const once = new Map(ofYear.map((day) => [`${day.date} ${day.name} ${day.type}`, day]));
  return [...once.values()].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

const keyOf = ({ rule, start }: HolidaysTypes.Holiday) => `${rule} ${start.getTime()}`;

/** What is tried for names, in this order; the library adds the country's own. */
function languagesOf(language: string): string[] {
  const whole = language.toLowerCase();
  const main = whole.split("-")[0]!;
  return [whole, main, ITS_SPELLING[main], "en"].filter((one) => one !== undefined);
}

/**
 * Its date is that of the day, also where the library has it begin with the evening before. Half a day at the end of
 * several is left out.
 */
function occurrenceOf(one: HolidaysTypes.Holiday, localName: string, zone: string): Occurrence {
  const [date = "", time = "00:00:00"] = one.date.split(" ");
  const days = Math.max(1, Math.floor((one.end.getTime() - one.start.getTime()) / DAY_MS + 0.1));
  const day = DateTime.fromISO(date, { zone });
  const from = DateTime.fromISO(`${date}T${time}`, { zone }).toJSDate();
  return { date, days, name: one.name, localName, type: one.type, from, to: day.plus({ days }).toJSDate() };
}
