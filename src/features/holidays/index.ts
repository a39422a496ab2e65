import type { Feature } from "../../platform/feature.ts";
import type { Route } from "../../platform/http/route.ts";
import { createGenerateHolidays, type GenerateHolidays, type GenerateHolidaysDeps } from "./generate-holidays.ts";
import { holidayApiRoutes } from "./holidays.api.ts";
import { type HolidaysBetween, holidaysBetween, type ZoneOf, zoneOf } from "./holidays-between.ts";

export { placeCode } from "./holidays.model.ts";
export type { HolidaysBetween, PublicHoliday } from "./holidays-between.ts";
export { unknownPlaces } from "./known-places.ts";

export interface HolidaysFeature extends Feature {
  verbs: { generateHolidays: GenerateHolidays };
  holidaysBetween: HolidaysBetween;
  zoneOf: ZoneOf;
  routes: { api: Route[] };
}

/** Holiday calendars of countries and regions. */
export function createHolidays(deps: GenerateHolidaysDeps): HolidaysFeature {
  const verbs = { generateHolidays: createGenerateHolidays(deps) };
  return { verbs, holidaysBetween, zoneOf, routes: { api: holidayApiRoutes(verbs) } };
}
