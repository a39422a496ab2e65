import { describe, expect, it } from "vitest";
import {
  type Calendar,
  conflictsWithin,
  relationsOf,
} from "../../../../src/features/change-risk/assess/windows/conflicts.ts";
import { recommendWindow } from "../../../../src/features/change-risk/assess/windows/recommend-window.ts";
import { changeOf, NOW } from "./support.ts";

const at = (text: string) => new Date(text);
const PLANNED = { from: at("2026-11-28T22:00:00Z"), to: at("2026-11-29T00:00:00Z") };
const CHANGE = changeOf(["db"]);
const relationOf = relationsOf(CHANGE, { parents: ["host"], children: ["app"] });
const EMPTY: Calendar = { changes: [], maintenance: [], holidays: [], knowsHolidays: true, zone: "UTC" };
const other = (ciIds: string[], from: string, to: string) => {
  return { analysisId: "a1", taskNodeId: "other", ciIds, from: at(from), to: at(to) };
};
const recommend = (calendar: Calendar, hours: { hour: number; events: number }[] = [], minutes = 150) => {
  const conflicts = conflictsWithin(calendar, PLANNED, relationOf);
  const looks = { planned: PLANNED, conflicts, earliest: PLANNED.from, minutes, isUrgent: false };
  return recommendWindow({ ...looks, calendar, hours });
};
/** Without a plan, from a Monday at nine. */
const soonest = (more: Partial<Parameters<typeof recommendWindow>[0]> = {}) => {
  const looks = { planned: undefined, conflicts: [], earliest: NOW, minutes: 120, isUrgent: false };
  return recommendWindow({ ...looks, calendar: EMPTY, hours: [], ...more });
};

describe("conflicts of a window", () => {
  it("are those of the same CI, of parents and of children, with what is in the way", () => {
    const changes = [other(["db", "host", "app"], "2026-11-28T23:00:00Z", "2026-11-29T05:00:00Z")];
    const maintenance = [
      { id: "m", ciIds: ["host"], from: at("2026-11-28T00:00:00Z"), to: at("2026-11-28T22:30:00Z") },
    ];
    const holiday = { date: "2026-11-28", name: "Holiday", country: "DE" };
    const holidays = [{ ...holiday, from: at("2026-11-27T23:00:00Z"), to: at("2026-11-28T23:00:00Z") }];
    const found = conflictsWithin({ ...EMPTY, changes, maintenance, holidays }, PLANNED, relationOf);
    expect(found.map(({ kind, relation, ciId }) => [kind, relation, ciId])).toEqual([
      ["holiday", "same", null],
      ["change", "same", "db"],
      ["maintenance", "parent", "host"],
      ["change", "parent", "host"],
      ["change", "child", "app"],
    ]);
    expect(found[1]).toMatchObject({ analysisId: "a1", taskNodeId: "other" });
    expect(found[0]).toMatchObject({ analysisId: null, taskNodeId: null, name: "Holiday (DE)" });
    expect(found.slice(1).map(({ name }) => name)).toEqual([null, null, null, null]);
  });

  it("are none where windows only touch", () => {
    const changes = [
      other(["db"], "2026-11-28T20:00:00Z", "2026-11-28T22:00:00Z"),
      other(["db"], "2026-11-29T00:00:00Z", "2026-11-29T02:00:00Z"),
    ];
    expect(conflictsWithin({ ...EMPTY, changes }, PLANNED, relationOf)).toEqual([]);
  });
});

describe("the recommended window", () => {
  it("is the plan where nothing conflicts with it", () => {
    expect(recommend(EMPTY, [{ hour: 143, events: 50 }])).toMatchObject(PLANNED);
  });

  it("is otherwise the earliest free one of the adjusted duration, where no event history tells quiet hours", () => {
    const changes = [
      other(["db"], "2026-11-28T23:00:00Z", "2026-11-29T01:30:00Z"),
      other(["app"], "2026-11-29T04:00:00Z", "2026-11-29T06:00:00Z"),
    ];
    const found = recommend({ ...EMPTY, changes });
    // Between the two there are only two and a half hours from 01:30, and it begins on the hour.
    expect(found).toMatchObject({ from: at("2026-11-29T06:00:00Z"), to: at("2026-11-29T08:30:00Z") });
    expect(found?.reason).toContain("2 conflicts".slice(2));
    expect(found?.reason).toContain("No event history");
  });

  it("prefers hours in which the services had fewest events", () => {
    const changes = [other(["db"], "2026-11-28T23:00:00Z", "2026-11-29T01:00:00Z")];
    // All hours are loud but those of Tuesday from 03:00 to 05:59.
    const hours = Array.from({ length: 168 }, (_, hour) => ({ hour, events: hour >= 27 && hour < 30 ? 1 : 9 }));
    const found = recommend({ ...EMPTY, changes }, hours);
    expect(found).toMatchObject({ from: at("2026-12-01T03:00:00Z"), to: at("2026-12-01T05:30:00Z") });
    expect(found?.reason).toContain("(UTC) of a Tuesday; no window without conflicts within two weeks had fewer.");
    expect(found?.reason).not.toContain("So few events");
  });

  it("is told with a warning where a handful of events says little of quiet hours", () => {
    const changes = [other(["db"], "2026-11-28T23:00:00Z", "2026-11-29T01:00:00Z")];
    const found = recommend({ ...EMPTY, changes }, [{ hour: 27, events: 4 }]);
    expect(found?.reason).toContain("4 recorded events of the services and CIs, none fell into these hours");
    expect(found?.reason).toContain("So few events hardly tell quiet hours");
  });

  it("names the holidays that it evades", () => {
    const day = { date: "2026-11-28", name: "Founders' Day", country: "DE-BY" };
    const holidays = [{ ...day, from: at("2026-11-27T23:00:00Z"), to: at("2026-11-28T23:00:00Z") }];
    const later = { ...day, name: "Other", from: at("2026-12-01T23:00:00Z"), to: at("2026-12-02T23:00:00Z") };
    const found = recommend({ ...EMPTY, holidays: [...holidays, later] });
    expect(found?.reason).toContain("1 conflict (holiday: Founders' Day in DE-BY).");
  });

  it("is none where four weeks have no free time", () => {
    const changes = [other(["db"], "2026-11-01T00:00:00Z", "2027-03-01T00:00:00Z")];
    expect(recommend({ ...EMPTY, changes })).toBeNull();
  });

  it("of an emergency without a plan is the earliest free one, also on a workday", () => {
    const found = soonest({ minutes: 60, isUrgent: true });
    expect(found).toMatchObject({ from: NOW, to: new Date(NOW.getTime() + 3_600_000) });
    expect(found?.reason).toMatch(/the earliest without conflicts\.$/);
  });

  it("lies outside working hours where nothing else tells windows apart, in the zone of the calendar", () => {
    const found = soonest();
    expect(found).toMatchObject({ from: at("2026-11-23T18:00:00Z") });
    expect(found?.reason).toContain(
      "without conflicts outside working hours, Monday to Friday from 8 to 18 o'clock (UTC).",
    );
    expect(soonest({ calendar: { ...EMPTY, zone: "America/New_York" } })?.from).toEqual(at("2026-11-23T09:00:00Z"));
    expect(soonest({ calendar: { ...EMPTY, zone: "Europe/Berlin" } })?.from).toEqual(at("2026-11-23T17:00:00Z"));
    // From 17:30 UTC on people are off there, and windows begin on the hour.
    expect(soonest({ calendar: { ...EMPTY, zone: "+00:30" } })?.from).toEqual(at("2026-11-23T18:00:00Z"));
    const saturday = at("2026-11-28T12:00:00Z");
    expect(soonest({ earliest: saturday })?.from).toEqual(saturday);
  });

  it("has as few working hours as can be where it is longer than a night", () => {
    // Two whole days fit into a weekend only.
    expect(soonest({ minutes: 2 * 1_440 })?.from).toEqual(at("2026-11-27T18:00:00Z"));
    // Three days hold a working day in any case, from Thursday evening on no more than that.
    expect(soonest({ minutes: 3 * 1_440 })?.from).toEqual(at("2026-11-26T18:00:00Z"));
  });

  it("rather has few events than lies outside working hours, and of equally quiet ones takes the night", () => {
    // Quiet is Tuesday at noon, and as quiet Wednesday at three at night.
    const loud = (quiet: number[]) =>
      Array.from({ length: 168 }, (_, hour) => ({ hour, events: quiet.includes(hour) ? 1 : 9 }));
    expect(soonest({ minutes: 60, hours: loud([36]) })?.from).toEqual(at("2026-11-24T12:00:00Z"));
    expect(soonest({ minutes: 60, hours: loud([36, 51]) })?.from).toEqual(at("2026-11-25T03:00:00Z"));
  });

  it("ends with the calendar, in the year 9999", () => {
    const earliest = at("9999-12-31T20:30:00Z");
    expect(soonest({ earliest, minutes: 60 })).toMatchObject({ from: at("9999-12-31T21:00:00Z") });
    expect(soonest({ earliest, minutes: 180 })).toBeNull();
  });
});
