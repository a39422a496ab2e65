import { describe, expect, it } from "vitest";
import { holidaysBetween } from "../../../src/features/holidays/holidays-between.ts";

const between = (countries: string[], from: string, to: string) =>
  holidaysBetween(countries, new Date(from), new Date(to));
const dates = async (countries: string[], from: string, to: string) =>
  (await between(countries, from, to)).map(({ country, date }) => `${country} ${date}`);

describe("holidaysBetween", () => {
  it("finds public holidays of countries and regions, in the order of their beginning", async () => {
    const found = await dates(["DE-BY", "FR"], "2026-12-24T00:00:00Z", "2027-01-07T00:00:00Z");
    expect(found).toEqual([
      ...["DE-BY 2026-12-25", "FR 2026-12-25", "DE-BY 2026-12-26"],
      ...["DE-BY 2027-01-01", "FR 2027-01-01", "DE-BY 2027-01-06"],
    ]);
  });

  it("takes the day of the country's own time zone, in summer and in winter", async () => {
    expect(await between(["DE"], "2026-12-25T12:00:00Z", "2026-12-25T13:00:00Z")).toEqual([
      {
        date: "2026-12-25",
        name: "Christmas Day",
        country: "DE",
        from: new Date("2026-12-24T23:00:00Z"),
        to: new Date("2026-12-25T23:00:00Z"),
      },
    ]);
    const [labourDay] = await between(["DE"], "2026-05-01T12:00:00Z", "2026-05-01T13:00:00Z");
    expect(labourDay?.from).toEqual(new Date("2026-04-30T22:00:00Z"));
    // The new year begins in New Zealand while it is December 31 in UTC.
    expect(await dates(["NZ"], "2026-12-31T11:30:00Z", "2026-12-31T11:45:00Z")).toEqual(["NZ 2027-01-01"]);
    expect(await dates(["US"], "2027-01-02T04:00:00Z", "2027-01-02T04:30:00Z")).toEqual(["US 2027-01-01"]);
  });

  it("ends a holiday where it ends: intervals that only touch it have none", async () => {
    expect(await dates(["DE"], "2026-12-24T22:00:00Z", "2026-12-24T23:00:00Z")).toEqual([]);
    expect(await dates(["DE"], "2026-12-26T23:00:00Z", "2026-12-27T23:00:00Z")).toEqual([]);
    expect(await dates(["DE"], "2026-12-26T22:59:59Z", "2026-12-27T23:00:00Z")).toEqual(["DE 2026-12-26"]);
  });

  it("finds a holiday of several days on its last, over the end of a year", async () => {
    const [eid] = await between(["AE"], "2007-01-02T06:00:00Z", "2007-01-02T07:00:00Z");
    expect(eid).toMatchObject({ date: "2006-12-31", to: new Date("2007-01-02T20:00:00Z") });
  });

  it("has none of what is no public holiday", async () => {
    expect(await dates(["DE"], "2026-12-06T00:00:00Z", "2026-12-07T00:00:00Z")).toEqual([]);
  });

  it("has none for places that are unknown or no codes, and the others all the same", async () => {
    const places = ["XX", "DE-QQ", "__proto__", "", "DE", "DE"];
    expect(await dates(places, "2026-12-25T12:00:00Z", "2026-12-25T13:00:00Z")).toEqual(["DE 2026-12-25"]);
  });

  it("looks no further than its bounds, and not into intervals that are none", async () => {
    const all = await between(["DE"], "1900-01-01T00:00:00Z", "2200-01-01T00:00:00Z");
    expect(all).toEqual([]);
    const years = new Set(
      (await between(["DE"], "2026-06-01T00:00:00Z", "2100-01-01T00:00:00Z")).map((h) => h.date.slice(0, 4)),
    );
    expect([...years]).toEqual(["2026", "2027"]);
    expect(await between(["DE"], "2026-12-26T00:00:00Z", "2026-12-25T00:00:00Z")).toEqual([]);
    expect(await between(["DE"], "not a time", "2026-12-25T00:00:00Z")).toEqual([]);
    expect(await between(["DE"], "2026-01-01T00:00:00Z", "not a time")).toEqual([]);
    expect(await dates(["DE"], "2100-12-25T12:00:00Z", "2101-12-26T00:00:00Z")).toEqual([
      "DE 2100-12-25",
      "DE 2100-12-26",
    ]);
    expect(await between([], "2026-01-01T00:00:00Z", "2026-12-25T00:00:00Z")).toEqual([]);
  });
});
