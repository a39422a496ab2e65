import { type RequestContext, requireScope } from "../../context.ts";
import { AppError, invalidField } from "../../errors.ts";
import type { Model } from "../../platform/ai/index.ts";
import type { RecordAiQuery } from "../ai-usage/index.ts";
import { askModel } from "./ask-model.ts";
import { codeOf, countryName, type Holiday, isLanguage, type Place, placeOf } from "./holidays.model.ts";
import { type HolidayLibrary, holidaysOfYear, loadHolidayLibrary } from "./library.ts";

export interface HolidayCalendar {
  /** As asked for, in upper case. */
  country: string;
  /** ISO 3166-2; null for the whole country. */
  region: string | null;
  year: number;
  /** In the order of dates. */
  holidays: Holiday[];
  /** `rules`: computed by the library. */
  source: "model" | "rules";
  confidence: number;
}

export interface CalendarInput {
  /** `DE`, or a region as `DE-BY`. */
  country: string;
  /** `DE-BY`, or `BY` alone. */
  region?: string | undefined;
  year: number;
  /** Of the names; default English. */
  language?: string | undefined;
}

/**
 * The holidays of a country or region in a year: from the library where it has the country, else from a model.
 * Throws 400; 404 for a country or region that neither knows, naming the known ones; 403 without `ai.use`.
 */
export type GenerateHolidays = (
  ctx: RequestContext,
  input: CalendarInput,
) => Promise<HolidayCalendar & { queryId: string }>;

export interface GenerateHolidaysDeps {
  model: Model;
  recordAiQuery: RecordAiQuery;
}

/** By fixed rules; by those of the Islamic calendar, whose days may differ by one; and after its tables end. */
const SURENESS = { fixed: 0.95, moon: 0.8, unknownMoon: 0.4 };
/** The last year of the library's tables of the Islamic calendar. */
const LAST_MOON_YEAR = 2076;

export function createGenerateHolidays({ model, recordAiQuery }: GenerateHolidaysDeps): GenerateHolidays {
  return async (ctx, { country, region, year, language = "en" }) => {
    requireScope(ctx, "ai.use");
    const place = readPlace(country, region);
    if (!isLanguage(language)) throw invalidField("language", "must be a language of ISO 639-1, e.g. de");
    const library = await loadHolidayLibrary();
    const answer = { country: country.toUpperCase(), region: place.region ? codeOf(place) : null, year };
    const asked = { operation: "holidays", question: `${codeOf(place)} ${year}` };
    if (library.has(place)) {
      return recordAiQuery(ctx, asked, async () => {
        const holidays = holidaysOfYear(library, place, year, language);
        return { ...answer, holidays, source: "rules", confidence: surenessOf(library, place, year) };
      });
    }
    const name = countryName(place.country);
    const neither = () => unknown(library, place, region === undefined ? "country" : "region");
    // Nothing tells real regions from made-up ones.
    if (place.region !== undefined || name === undefined || !model.isAvailable) throw neither();
    return recordAiQuery(ctx, asked, async (queryId) => {
      const said = await askModel(model, ctx, { country: place.country, countryName: name, year, language }, queryId);
      if (!said) throw neither();
      return { ...answer, ...said, source: "model" };
    });
  };
}

function surenessOf(library: HolidayLibrary, place: Place, year: number): number {
  if (!library.followsTheMoon(place)) return SURENESS.fixed;
  return year > LAST_MOON_YEAR ? SURENESS.unknownMoon : SURENESS.moon;
}

/** The place that the two fields name. Throws 400 where they contradict each other. */
function readPlace(country: string, region: string | undefined): Place {
  const place = placeOf(country);
  if (!place)
    throw invalidField("country", "must be a country of ISO 3166-1, e.g. DE, or a region of ISO 3166-2, e.g. DE-BY");
  if (region === undefined) return place;
  const isWhole = region.includes("-");
  const named = placeOf(isWhole ? region : `${place.country}-${region}`);
  if (named?.region === undefined) throw invalidField("region", "must be a region of ISO 3166-2, e.g. DE-BY");
  if (named.country !== place.country || (place.region !== undefined && place.region !== named.region)) {
    throw invalidField("region", "must be a region of the country");
  }
  return named;
}

/** 404 naming what is known: the regions of a known country, in the field that named one, else the countries. */
function unknown(library: HolidayLibrary, place: Place, regionField: string): AppError {
  const code = codeOf(place);
  const isRegion = place.region !== undefined && library.has({ ...place, region: undefined });
  const known = isRegion ? library.regionsOf(place.country) : library.countries();
  const kind = isRegion ? `regions of ${place.country}` : "countries";
  const reason =
    known.length === 0
      ? `no holidays are known for regions of ${place.country}, only for the whole country`
      : `no holidays are known for ${code}; known ${kind}: ${known.join(", ")}`;
  const fault = { field: isRegion ? regionField : "country", reason };
  return new AppError("RESOURCE_NOT_FOUND", `N${reason.slice(1)}`, { violations: [fault] });
}
