import { describe, expect, it } from "vitest";
import type { Fault } from "../../../src/features/correlation/causes/separate-faults.ts";
import type { MemberEvent } from "../../../src/features/correlation/incidents/incident.model.ts";
import { partitionEvents } from "../../../src/features/correlation/incidents/partition-events.ts";

/** `"i1: a,b"`: an event of the incident `i1` on the CIs `a` and `b`; with `!` it is resolved. */
function eventsOf(...places: string[]): MemberEvent[] {
  return places.map((place, n): MemberEvent => {
    const [incidentId, cis = ""] = place.replace("!", "").split(":") as [string, string?];
    const at = new Date(1e12 + n * 1_000);
    const affectedCis = cis.trim() === "" ? [] : cis.trim().split(",");
    return { id: `e${n}`, incidentId, isOpen: !place.includes("!"), severity: "high", affectedCis, at, lastSeen: at };
  });
}

/** Links of pairs of CIs (`"a-b"`), and the faults of any linked CIs, as lists of the CIs that each explains; null: not known. */
function partition(events: MemberEvent[], links: string[], faults: string[][] | null = []) {
  const pairs = links.map((link) => link.split("-") as [string, string]);
  let made = 0;
  const { incidentOf, splitFrom, mergedInto, apartFrom } = partitionEvents(events, {
    linked: (ciId) => pairs.flatMap(([a, b]) => (a === ciId ? [b] : b === ciId ? [a] : [])),
    faultsOf: (some) => {
      if (!faults) return undefined;
      const cis = new Set(some.flatMap(({ affectedCis }) => affectedCis));
      const own = faults.map((ids): Fault => ({ ciId: ids[0]!, explains: ids.filter((id) => cis.has(id)) }));
      return own.every(({ explains }) => explains.length > 0) ? own : [];
    },
    makeId: () => `new${++made}`,
  });
  return {
    incidents: events.map(({ id }) => incidentOf.get(id)),
    splitFrom: Object.fromEntries(splitFrom),
    mergedInto: Object.fromEntries(mergedInto),
    apartFrom: Object.fromEntries([...apartFrom].filter(([, others]) => others.length > 0)),
  };
}
const UNCHANGED = { splitFrom: {}, mergedInto: {}, apartFrom: {} };
/** Nothing but which of two incidents an event stands in. */
const APART = { ...UNCHANGED, apartFrom: { i1: ["i2"], i2: ["i1"] } };

describe("partitionEvents", () => {
  it("keeps events of linked CIs together, also over others, resolved ones included, and of several CIs", () => {
    expect(partition(eventsOf("i1: a", "i1!: b", "i1: c"), ["a-b", "b-c"])).toEqual({
      ...UNCHANGED,
      incidents: ["i1", "i1", "i1"],
    });
    expect(partition(eventsOf("i1: a", "i1: a,c", "i1: c"), [])).toMatchObject({ incidents: ["i1", "i1", "i1"] });
  });

  it("splits events that nothing links; the part with most of them keeps the incident", () => {
    expect(partition(eventsOf("i1: a", "i1: b", "i1: c", "i1: d"), ["b-c", "b-d"])).toEqual({
      ...UNCHANGED,
      incidents: ["new1", "i1", "i1", "i1"],
      splitFrom: { new1: "i1" },
    });
    expect(partition(eventsOf("i1: a", "i1: b"), [])).toMatchObject({ incidents: ["i1", "new1"] });
  });

  it("leaves events without CIs, and parts of resolved events alone, where they are", () => {
    expect(partition(eventsOf("i1:", "i1: a", "i1: b", "i1!: c"), ["a-b"])).toEqual({
      ...UNCHANGED,
      incidents: ["i1", "i1", "i1", "i1"],
    });
  });

  it("splits linked events by their faults, says that these are apart, and leaves what none explains", () => {
    const events = eventsOf("i1: a", "i1: b", "i1: b", "i1: c", "i1: noise");
    const links = ["a-b", "b-c", "c-noise"];
    expect(partition(events, links, [["a"], ["b", "c"]])).toEqual({
      incidents: ["new1", "i1", "i1", "i1", "i1"],
      splitFrom: { new1: "i1" },
      mergedInto: {},
      apartFrom: { i1: ["new1"], new1: ["i1"] },
    });
  });

  it("keeps incidents apart while the alarms of one fault are over and others of its incident are not", () => {
    const events = eventsOf("i1: a", "i1: b", "i2!: c", "i2!: d", "i2: noise");
    expect(
      partition(
        events,
        ["a-b", "b-c", "c-d", "d-noise"],
        [
          ["a", "b"],
          ["c", "d"],
        ],
      ),
    ).toEqual({
      ...APART,
      incidents: ["i1", "i1", "i2", "i2", "i2"],
    });
  });

  it("moves an event to the incident of its fault, and changes nothing else", () => {
    const events = eventsOf("i1: a", "i1: b", "i2: c", "i2: d", "i1: e");
    const links = ["a-b", "b-c", "c-d", "d-e"];
    expect(
      partition(events, links, [
        ["a", "b"],
        ["c", "d", "e"],
      ]),
    ).toEqual({
      ...APART,
      incidents: ["i1", "i1", "i2", "i2", "i2"],
    });
  });

  it("merges incidents that one fault explains into the eldest", () => {
    expect(partition(eventsOf("i1: a", "i2: b", "i2: c", "i1:"), ["a-b", "b-c"])).toEqual({
      ...UNCHANGED,
      incidents: ["i1", "i1", "i1", "i1"],
      mergedInto: { i2: "i1" },
    });
    expect(partition(eventsOf("i2: b", "i1: a"), ["a-b"])).toMatchObject({ mergedInto: { i2: "i1" } });
  });

  it("keeps what no fault explains with the CIs that it is linked with, though others keep its incident", () => {
    const events = eventsOf("i1: a", "i1: b", "i1: c", "i1: d", "i1: u", "i1: x1", "i1: x2", "i1: x3");
    const links = ["a-b", "b-c", "c-d", "d-u", "x1-x2", "x2-x3"];
    const { incidents } = partition(events, links, [
      ["a", "b"],
      ["c", "d"],
    ]);
    expect(incidents).toEqual(["new1", "new1", "new2", "new2", "new1", "i1", "i1", "i1"]);
  });

  it("splits only what is not linked where the faults are not known", () => {
    const events = eventsOf("i1: a", "i1: b", "i2: b", "i2: c", "i2: d");
    expect(partition(events, ["a-b", "b-c"], null)).toEqual({
      ...APART,
      incidents: ["i1", "i1", "i2", "i2", "new1"],
      splitFrom: { new1: "i2" },
    });
  });

  it("links CIs over one that has no event", () => {
    const { incidents } = partition(eventsOf("i1: a", "i1: b", "i1: c"), ["a-silent", "b-silent"]);
    expect(incidents).toEqual(["i1", "i1", "new1"]);
  });

  it("gives what no fault explains to the largest part where its own incident is no part of the linked CIs", () => {
    const events = eventsOf("i1: a", "i2: c", "i2: d", "i3: noise");
    expect(partition(events, ["a-c", "c-d", "d-noise"], [["a"], ["c", "d"]])).toMatchObject({
      incidents: ["i1", "i2", "i2", "i2"],
      mergedInto: { i3: "i2" },
    });
  });
});
