import { describe, expect, it } from "vitest";
import { linkedTo, linksWithin, type Needed, needsOf } from "../../../src/features/correlation/incidents/link-cis.ts";

const edge = (dependent: string, needed: string) => ({
  dependent,
  needed,
  type: "depends_on",
  outgoing: true,
  observed: false,
  optional: false,
  group: null,
});
const needed = (more: Partial<Needed>): Needed => ({ alarms: false, dependents: 2, alarming: 1, by: [], ...more });
const by = (...ids: string[]) => ids.map((ciId) => ({ ciId, steps: 1 }));
const links = (needs: [string, number][], known: Record<string, Needed>) =>
  [...linkedTo("x", new Map(needs), (id) => known[id])].sort();

describe("dependencies of an alarming CI", () => {
  it("are found within three steps, each at its shortest distance, also in cycles", () => {
    const into = new Map([
      ["x", [edge("x", "a"), edge("x", "b")]],
      ["a", [edge("a", "b"), edge("a", "c")]],
      ["b", [edge("b", "x")]],
      ["c", [edge("c", "d")]],
      ["d", [edge("d", "e")]],
    ]);
    expect([...needsOf("x", into)]).toEqual([
      ["a", 1],
      ["b", 1],
      ["c", 2],
      ["d", 3],
    ]);
  });
});

describe("dependencies of an alarming CI with very many", () => {
  it("are the 200 nearest", () => {
    const far = Array.from({ length: 500 }, (_, i) => edge("a", `far ${i}`));
    const found = needsOf(
      "x",
      new Map([
        ["x", [edge("x", "a"), edge("x", "b")]],
        ["a", far],
      ]),
    );
    expect(found.size).toBe(200);
    expect([...found].slice(0, 3)).toEqual([
      ["a", 1],
      ["b", 1],
      ["far 0", 2],
    ]);
  });
});

describe("linking the alarms of CIs", () => {
  it("links alarms of dependencies and of dependents", () => {
    expect(links([["db", 3]], { db: needed({ alarms: true, by: by("other") }) })).toEqual(["db"]);
    expect(links([], { x: needed({ alarms: true, by: by("shop", "app") }) })).toEqual(["app", "shop"]);
  });

  it("links alarms by a nearby silent CI if a third of its dependents alarm, and at least two", () => {
    const known = (alarming: number, dependents: number) => ({
      db: needed({ alarming, dependents, by: by("x", "y") }),
    });
    expect(links([["db", 1]], known(2, 6))).toEqual(["y"]);
    expect(links([["db", 1]], known(2, 7))).toEqual([]);
    expect(links([["db", 1]], known(1, 1))).toEqual([]);
    expect(links([["db", 3]], known(2, 2))).toEqual([]);
    expect(links([["db", 2]], { db: needed({ alarming: 2, by: [{ ciId: "y", steps: 3 }] }) })).toEqual([]);
  });

  it("does not link by a CI with thousands of healthy dependents", () => {
    const core = (alarming: number) => ({ core: needed({ alarms: true, dependents: 20_000, alarming }) });
    expect(links([["core", 1]], core(999))).toEqual([]);
    expect(links([["core", 1]], core(1_000))).toEqual(["core"]);
    const own = needed({ alarms: true, dependents: 20_000, alarming: 3, by: by("a", "b", "c") });
    expect(links([], { x: own })).toEqual([]);
  });
});

describe("links within an incident", () => {
  const needs = new Map(
    Object.entries({ a: { db: 1, san: 2 }, b: { db: 1 }, c: { b: 3 }, d: { pool: 3 }, e: { pool: 3 } }).map(
      ([id, of]) => [id, new Map(Object.entries(of))],
    ),
  );
  const links = (dependents: number, elsewhere: Record<string, number> = {}) => {
    const linked = linksWithin(needs, () => dependents, new Map(Object.entries(elsewhere)));
    return Object.fromEntries([...needs.keys()].map((id) => [id, linked(id)]));
  };

  it("are dependencies with alarms of the incident, and silent ones while a ninth of their dependents had alarms", () => {
    expect(links(18)).toEqual({ a: ["db"], b: ["db"], c: ["b"], d: [], e: [] });
    expect(links(19)).toEqual({ a: [], b: [], c: ["b"], d: [], e: [] });
  });

  it("count the alarms of other incidents", () => {
    expect(links(36, { db: 4 })).toMatchObject({ a: ["db"], b: ["db"] });
    expect(links(18, { san: 2 })).toMatchObject({ a: ["db", "san"] });
    expect(links(1, { san: 1 })).toMatchObject({ a: ["db"] });
  });
});
