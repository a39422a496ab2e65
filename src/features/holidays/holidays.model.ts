import { z } from "@hono/zod-openapi";

/** As the library tells them apart: `public` days are off by law, `bank` days for banks and offices. */
export const HOLIDAY_TYPES = ["public", "bank", "school", "optional", "observance"] as const;
export type HolidayType = (typeof HOLIDAY_TYPES)[number];

export const FIRST_YEAR = 1970;
export const LAST_YEAR = 2100;
export const MAX_NAME = 200;

/** One day; a holiday of several days is several. */
export interface Holiday {
  /** Local date of the country, `yyyy-mm-dd`. */
  date: string;
  /** In the language asked for, else in English, else in one of the country's. */
  name: string;
  /** In a language of the country. */
  localName: string;
  type: HolidayType;
}

/** The place whose holidays are meant. */
export interface Place {
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  /** What follows the country in ISO 3166-2, upper case: `BY` of `DE-BY`. */
  region: string | undefined;
}

/** A country, or a country with one of its regions. */
const PLACE_CODE = /^([A-Za-z]{2})(?:-([A-Za-z0-9]{1,3}))?$/;
const REASON = "must be a country of ISO 3166-1, e.g. DE, or a region of ISO 3166-2, e.g. DE-BY";

/** `DE` or `DE-BY`, made upper case; whether there is such a place is the library's to say. Made anew for each schema. */
export const placeCode = () =>
  z
    .string()
    .max(6)
    .regex(PLACE_CODE, REASON)
    .transform((code) => code.toUpperCase());

/** The place of `DE` or `DE-BY`; undefined for any other text. */
export function placeOf(code: string): Place | undefined {
  const [, country, region] = PLACE_CODE.exec(code) ?? [];
  return country === undefined ? undefined : { country: country.toUpperCase(), region: region?.toUpperCase() };
}

export function codeOf({ country, region }: Place): string {
  return region === undefined ? country : `${country}-${region}`;
}

/** Codes that ICU names and ISO 3166-1 does not assign to a country. */
const NO_COUNTRIES = new Set(["AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ"]);

/** The English name of a country of today; undefined for any other code, former countries included. */
export function countryName(country: string): string | undefined {
  if (NO_COUNTRIES.has(country) || new Intl.Locale(`und-${country}`).region !== country) return undefined;
  return new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }).of(country);
}

/** Whether the text is a language, as `de` or `de-AT`. */
export function isLanguage(text: string): boolean {
  try {
    const { language } = new Intl.Locale(text);
    return new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }).of(language) !== undefined;
  } catch {
    return false;
  }
}
