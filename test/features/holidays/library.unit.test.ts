import { beforeAll, describe, expect, it } from "vitest";
import { countryName, isLanguage, placeOf } from "../../../src/features/holidays/holidays.model.ts";
import { type HolidayLibrary, holidaysOfYear, loadHolidayLibrary } from "../../../src/features/holidays/library.ts";

let library: HolidayLibrary;
beforeAll(async () => {
  library = await loadHolidayLibrary();
});
const calendar = (code: string, year: number, language = "en") =>
  holidaysOfYear(library, placeOf(code)!, year, language);
const named = (code: string, year: number, name: string) =>
  calendar(code, year).flatMap((day) => (day.name === name ? [day.date] : []));
const on = (code: string, date: string, language = "en") =>
  calendar(code, Number(date.slice(0, 4)), language).filter((day) => day.date === date);

describe("the predefined calendar", () => {
  it.each([
    [1970, "1970-03-29"],
    [2000, "2000-04-23"],
    [2024, "2024-03-31"],
    [2026, "2026-04-05"],
    [2038, "2038-04-25"],
    [2100, "2100-03-28"],
  ])("has Easter of %i", (year, date) => {
    expect(named("DE", year, "Easter Sunday")).toEqual([date]);
  });

  it("counts the leap day where a holiday hangs on Easter", () => {
    expect(named("DE", 2024, "Shrove Monday")).toEqual(["2024-02-12"]);
    expect(named("DE", 2024, "Ash Wednesday")).toEqual(["2024-02-14"]);
    expect(named("DE", 2025, "Shrove Monday")).toEqual(["2025-03-03"]);
  });

  it("is that of the region: holidays of one are none of another", () => {
    const epiphany = (code: string) => on(code, "2026-01-06").map(({ type }) => type);
    expect(epiphany("DE-BY")).toEqual(["public"]);
    expect(epiphany("DE-BE")).toEqual([]);
    expect(epiphany("DE")).not.toContain("public");
    expect(on("CH-ZH", "2026-08-01")).toMatchObject([{ type: "public" }]);
  });

  it("lists each day of a holiday of several, those from the year before too", () => {
    const eid = "Feast of the Sacrifice (Eid al-Adha)";
    expect(named("AE", 2026, eid)).toEqual(["2026-05-27", "2026-05-28", "2026-05-29"]);
    expect(named("AE", 2006, eid).at(-1)).toBe("2006-12-31");
    expect(named("AE", 2007, eid).slice(0, 2)).toEqual(["2007-01-01", "2007-01-02"]);
  });

  it("has a holiday of the moon twice in a year that holds it twice", () => {
    const starts = named("AE", 2000, "End of Ramadan (Eid al-Fitr)");
    expect(starts).toEqual(["2000-01-08", "2000-01-09", "2000-01-10", "2000-12-27", "2000-12-28", "2000-12-29"]);
    expect(library.followsTheMoon(placeOf("AE")!)).toBe(true);
    expect(library.followsTheMoon(placeOf("DE-BY")!)).toBe(false);
  });

  it.each([
    ["de", "Weihnachten"],
    ["de-AT", "Christtag"],
    ["fr", "Noël"],
    ["ja", "クリスマス"],
    ["cs", "1. svátek vánoční"],
    ["en", "Christmas Day"],
    // Without names in the library.
    ["eo", "Christmas Day"],
  ])("names holidays in %s, else in English", (language, name) => {
    expect(on("AT", "2026-12-25", language)[0]?.name).toBe(name);
  });

  it("names holidays locally in a language of the country or region", () => {
    expect(on("FR", "2026-07-14", "en")).toMatchObject([{ localName: "Fête Nationale de la France" }]);
    expect(on("JP", "2026-02-11", "de")[0]?.localName).toBe("建国記念の日");
    expect(on("CH-GE", "2026-12-25", "en")[0]?.localName).toBe("Noël");
  });

  it("holds only dates of the year, in order and none twice, for every country and the first of its regions", () => {
    for (const country of library.countries()) {
      for (const code of [country, ...library.regionsOf(country).slice(0, 1)]) {
        const days = calendar(code, 2028);
        const dates = days.map(({ date }) => date);
        const keys = days.map(({ date, name, type }) => `${date} ${name} ${type}`);
        expect(
          dates.filter((date) => !/^2028-\d\d-\d\d$/.test(date)),
          code,
        ).toEqual([]);
        expect(dates, code).toEqual([...dates].sort());
        expect(new Set(keys).size, code).toBe(keys.length);
        expect(
          days.filter(({ name, localName }) => !name || !localName),
          code,
        ).toEqual([]);
      }
    }
  });

  it("has every country in the first and the last year", () => {
    for (const country of library.countries()) {
      for (const year of [1970, 2100]) expect(Array.isArray(calendar(country, year)), country).toBe(true);
    }
    expect(calendar("DE", 2100).length).toBeGreaterThan(10);
  });
});

describe("codes", () => {
  it.each([
    ["DE", { country: "DE", region: undefined }],
    ["de-by", { country: "DE", region: "BY" }],
    ["ES-MD", { country: "ES", region: "MD" }],
    ["", undefined],
    ["D", undefined],
    ["DEU", undefined],
    ["DE-", undefined],
    ["DE-BAYE", undefined],
    ["DE.BY", undefined],
    ["__proto__", undefined],
    ["DE\n", undefined],
  ])("%j is read as %j", (code, place) => {
    expect(placeOf(code)).toEqual(place);
  });

  it("are known only as they stand in the library", () => {
    const has = (code: string) => library.has(placeOf(code)!);
    expect(["DE", "DE-BY", "GB-ENG", "US-LA"].map(has)).toEqual([true, true, true, true]);
    expect(["XX", "KP", "DE-XX", "KP-01", "DE-BYA"].map(has)).toEqual([false, false, false, false, false]);
    expect(library.regionsOf("CK")).toEqual([]);
  });

  it("tell countries of today from codes that are none", () => {
    expect(["KP", "NP", "DE"].map(countryName)).toEqual(["North Korea", "Nepal", "Germany"]);
    expect(["XX", "ZZ", "EU", "UK", "SU", "DD", "XA", "QO"].map(countryName)).toEqual(Array(8).fill(undefined));
  });

  it("tell languages from words that are none", () => {
    expect(["de", "de-AT", "pt-br", "fil"].map(isLanguage)).toEqual([true, true, true, true]);
    expect(["xx", "qq-DE", "", "a", "../..", "constructor"].map(isLanguage)).toEqual(Array(6).fill(false));
  });
});
