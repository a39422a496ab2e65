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
const EMPTY: Calendar = { changes: [], maintenance: [], holidays: [], knowsHolidays: true };
const other = (ciIds: string[], from: string, to: string) => {
  return { analysisId: "a1", taskNodeId: "other", ciIds, from: at(from), to: at(to) };
};
const recommend = (calendar: Calendar, hours: { hour: number; events: number }[] = [], minutes = 150) => {
  const conflicts = conflictsWithin(calendar, PLANNED, relationOf);
  return recommendWindow({ planned: PLANNED, conflicts, earliest: PLANNED.from, minutes, calendar, hours });
};

describe("conflicts of a window", () => {
  it("are those of the same CI, of parents and of children, with what is in the way", () => {
    const changes = [other(["db", "host", "app"], "2026-11-28T23:00:00Z", "2026-11-29T05:00:00Z")];
    const maintenance = [
      { id: "m", ciIds: ["host"], from: at("2026-11-28T00:00:00Z"), to: at("2026-11-28T22:30:00Z") },
    ];
    const holiday = { date: "2026-11-28", name: "Holiday", country: "DE" };
    const holidays = [{ ...holiday, from: at("2026-11-27T23:00:00Z"), to: at("2026-11-28T23:00:00Z") }];
    const found = conflictsWithin({ changes, maintenance, holidays, knowsHolidays: true }, PLANNED, relationOf);
    expect(found.map(({ kind, relation, ciId }) => [kind, relation, ciId])).toEqual([
      ["holiday", "same", null],
      ["change", "same", "db"],
      ["maintenance", "parent", "host"],
      ["change", "parent", "host"],
      ["change", "child", "app"],
    ]);
    expect(found[1]).toMatchObject({ analysisId: "a1", taskNodeId: "other" });
    expect(found[0]).toMatchObject({ analysisId: null, taskNodeId: null });
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

  it("without a plan is the earliest free one", () => {
    const asked = { planned: undefined, conflicts: [], earliest: NOW, minutes: 60, calendar: EMPTY, hours: [] };
    expect(recommendWindow(asked)).toMatchObject({ from: NOW, to: new Date(NOW.getTime() + 3_600_000) });
  });

  it("ends with the calendar, in the year 9999", () => {
    const earliest = at("9999-12-31T20:30:00Z");
    const asked = { planned: undefined, conflicts: [], earliest, calendar: EMPTY, hours: [] };
    expect(recommendWindow({ ...asked, minutes: 60 })).toMatchObject({ from: at("9999-12-31T21:00:00Z") });
    expect(recommendWindow({ ...asked, minutes: 180 })).toBeNull();
  });
});
