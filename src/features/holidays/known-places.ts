import { codeOf, placeOf } from "./holidays.model.ts";
import { loadHolidayLibrary } from "./library.ts";

/** Those of the codes (`DE`, `DE-BY`) for which the library has no holidays, as given. */
export async function unknownPlaces(codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const library = await loadHolidayLibrary();
  return codes.filter((code) => {
    const place = placeOf(code);
    return !place || code !== codeOf(place) || !library.has(place);
  });
}
