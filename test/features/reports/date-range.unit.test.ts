import { describe, expect, test } from "vitest";
import { daysOf, resolveRange } from "../../../src/features/reports/parameters/date-range.ts";

const ZURICH = "Europe/Zurich";
/** The clocks of Zurich went back on 25 October 2026 and forward on 29 March. */
const NOW = new Date("2026-10-28T10:30:00Z");
const range = (input: Parameters<typeof resolveRange>[0], zone = ZURICH, now = NOW) => {
  const { range: found, reason } = resolveRange(input, zone, now);
  return found ? [found.from.toISOString(), found.to.toISOString()] : reason;
};

describe("date ranges", () => {
  test.each([
    ["last_24_hours", "2026-10-27T10:30:00.000Z", "2026-10-28T10:30:00.000Z"],
    // Seven days by the clock on the wall, which are 169 hours.
    ["last_7_days", "2026-10-21T09:30:00.000Z", "2026-10-28T10:30:00.000Z"],
    ["last_30_days", "2026-09-28T09:30:00.000Z", "2026-10-28T10:30:00.000Z"],
    ["this_month", "2026-09-30T22:00:00.000Z", "2026-10-31T23:00:00.000Z"],
    ["last_month", "2026-08-31T22:00:00.000Z", "2026-09-30T22:00:00.000Z"],
    ["this_quarter", "2026-09-30T22:00:00.000Z", "2026-12-31T23:00:00.000Z"],
    ["last_quarter", "2026-06-30T22:00:00.000Z", "2026-09-30T22:00:00.000Z"],
    ["this_year", "2025-12-31T23:00:00.000Z", "2026-12-31T23:00:00.000Z"],
    ["2026-10-25/P1D", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
    ["2026-03-29/P1D", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
    ["2026-10-01/2026-10-02", "2026-09-30T22:00:00.000Z", "2026-10-01T22:00:00.000Z"],
    ["2026-10-01T00:00Z/2026-10-01T06:00Z", "2026-10-01T00:00:00.000Z", "2026-10-01T06:00:00.000Z"],
  ])("%s in Zurich", (input, from, to) => {
    expect(range(input)).toEqual([from, to]);
  });

  test("a bare date begins in the zone, an absent end is now", () => {
    expect(range({ from: "2026-10-01", to: "2026-10-02" })).toEqual([
      "2026-09-30T22:00:00.000Z",
      "2026-10-01T22:00:00.000Z",
    ]);
    expect(range({ from: "2026-10-01T00:00:00+09:00" }, "UTC")).toEqual([
      "2026-09-30T15:00:00.000Z",
      NOW.toISOString(),
    ]);
  });

  test.each([
    "yesterday",
    "2026-13-01/P1D",
    "2026-10-01",
    "",
    {},
    { from: "soon" },
    { from: "2026-10-02", to: "2026-10-02" },
  ])("%o is refused with a reason", (input) => {
    expect(range(input)).toMatch(/must/);
  });

  test("days are those of the zone, of 23 and 25 hours too", () => {
    const days = daysOf({ from: new Date("2026-10-24T12:00:00Z"), to: new Date("2026-10-26T12:00:00Z") }, ZURICH);
    expect(days.map(({ day, start, end }) => [day, (end.getTime() - start.getTime()) / 3_600_000])).toEqual([
      ["2026-10-24", 24],
      ["2026-10-25", 25],
      ["2026-10-26", 24],
    ]);
  });
});
