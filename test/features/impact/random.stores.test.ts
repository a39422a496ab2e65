import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf } from "../../support/context.ts";
import { expectedImpact, type Question, type SmallGraph } from "./reference.ts";
import { createImpactCmdb, writeGraph } from "./support.ts";

let cmdb: Awaited<ReturnType<typeof createImpactCmdb>>;
beforeAll(async () => {
  cmdb = await createImpactCmdb();
});
afterAll(() => cmdb.close());

const KINDS = ["DEPENDS_ON", "RUNS_ON", "INSTALLED_ON", "CONNECTED_TO", "PART_OF", "COMMUNICATES_WITH", "OWNED_BY"];
const OWN = { MIRRORS: "both", FEEDS: "source_to_target", BACKS_UP: "target_to_source", NOTES: "none" } as const;
const MOST = 9;

const graphOf = (least: { cis: number; relationships: number }): fc.Arbitrary<SmallGraph> =>
  fc
    .record({
      cis: fc.array(
        fc.record({
          type: fc.constantFrom("server", "server", "application", "software_instance", "business_service"),
          status: fc.constantFrom("active", "active", "active", "active", "maintenance", "inactive"),
        }),
        { minLength: least.cis, maxLength: MOST },
      ),
      relationships: fc.array(
        fc.record({
          kind: fc.constantFrom(...KINDS, "DEPENDS_ON", "DEPENDS_ON", ...Object.keys(OWN)),
          source: fc.nat(MOST - 1),
          target: fc.nat(MOST - 1),
          confidence: fc.constantFrom(null, null, 1, 0.9, 0.25, 0),
          redundancyGroup: fc.constantFrom(null, null, "a", "a", "b"),
          criticality: fc.constantFrom(null, null, null, "high", "optional", "Optional"),
          discoveredBy: fc.constantFrom(null, null, null, "scan:one", "ai", "ai:model"),
        }),
        { minLength: least.relationships, maxLength: 26 },
      ),
    })
    .map(({ cis, relationships }) => ({
      cis: cis.map((ci, i) => ({ ...ci, id: `c${i}` }) as SmallGraph["cis"][number]),
      // No relationship leads from a CI to itself: the product refuses one.
      relationships: relationships
        .map((each, i) => ({
          ...each,
          id: `r${i}`,
          source: `c${each.source % cis.length}`,
          target: `c${each.target % cis.length}`,
        }))
        .filter(({ source, target }) => source !== target),
      ownKinds: OWN,
    }));

const smallGraph = graphOf({ cis: 2, relationships: 0 });
/** So that several starts leave something to affect. */
const denseGraph = graphOf({ cis: 7, relationships: 16 });

const question = fc.record({
  start: fc.nat(MOST - 1),
  direction: fc.constantFrom("downstream" as const, "upstream" as const),
  depth: fc.constantFrom(1, 2, 3, 64),
  includeAi: fc.boolean(),
  includeOptional: fc.constantFrom(true, true, false),
  includeSoftware: fc.boolean(),
  limit: fc.constantFrom(2, 10_000, 10_000),
});

const ci = (id: string, status: "active" | "maintenance" = "active") => ({ id, type: "server", status });
const needs = (
  id: string,
  source: string,
  target: string,
  redundancyGroup: string | null,
  criticality: string | null,
) => {
  return { id, kind: "DEPENDS_ON", source, target, confidence: null, redundancyGroup, criticality, discoveredBy: null };
};
const asked = { start: 0, depth: 1, includeAi: false, includeOptional: true, includeSoftware: false, limit: 10_000 };

type Asked = Omit<Question, "start"> & { start: number };

/** Graphs on which the two have disagreed. */
const EXAMPLES: [SmallGraph, Asked[]][] = [
  // The limit cuts off the CI by way of which c1 needs the start, beside a redundancy group of another CI.
  [
    {
      cis: [ci("c0"), ci("c1"), ci("c2"), ci("c3")],
      relationships: [
        needs("r0", "c1", "c0", null, "optional"),
        needs("r1", "c3", "c0", null, null),
        needs("r2", "c1", "c3", null, null),
        needs("r3", "c2", "c0", "a", null),
      ],
      ownKinds: OWN,
    },
    [{ ...asked, direction: "downstream", depth: 2, limit: 2 }],
  ],
  // Of the group of c1, the only member that is not optional is beyond the depth, and is not active.
  ...[true, false].map((includeOptional): [SmallGraph, Asked[]] => [
    {
      cis: [ci("c0"), ci("c1"), ci("c2", "maintenance"), ci("c3")],
      relationships: [
        needs("r0", "c0", "c1", null, null),
        needs("r1", "c0", "c3", null, null),
        needs("r2", "c1", "c2", "a", null),
        needs("r3", "c1", "c3", "a", "optional"),
      ],
      ownKinds: OWN,
    },
    [{ ...asked, direction: "upstream", includeOptional }],
  ]),
];

test("impactOf agrees with a reference search on set, distances, paths, confidence, redundancy and truncation", async () => {
  const redundant = { none: 0, covered: 0, lost: 0 };
  let optional = 0;
  await fc.assert(
    fc.asyncProperty(smallGraph, fc.array(question, { minLength: 6, maxLength: 6 }), async (graph, questions) => {
      const ctx = contextOf(newId());
      await writeGraph(cmdb.graph, ctx.tenantId, graph);
      for (const each of questions) {
        const start = graph.cis[each.start % graph.cis.length]!.id;
        const { affected, truncated } = await cmdb.impact.verbs.impactOf(ctx, start, each);
        const expected = expectedImpact(graph, { ...each, start });
        expect({
          truncated,
          affected: affected.map(({ id, distance, path, confidence, required, redundancy }) => ({
            id,
            distance,
            path,
            confidence: Math.fround(confidence),
            required,
            redundancy,
          })),
        }).toEqual({
          truncated: expected.truncated,
          affected: expected.affected.map((ci) => ({ ...ci, confidence: Math.fround(ci.confidence) })),
        });
        for (const { redundancy, required } of affected) {
          redundant[redundancy]++;
          if (!required) optional++;
        }
      }
    }),
    { numRuns: 120, seed: 20260401, examples: EXAMPLES },
  );
  // The graphs are dense enough in groups to have met every case.
  for (const count of [...Object.values(redundant), optional]) expect(count).toBeGreaterThan(5);
}, 300_000);

/** The graph with a CI that all of these need: when it fails, they fail together. */
function withCommonCause(graph: SmallGraph, starts: readonly string[]): SmallGraph {
  return {
    ...graph,
    cis: [...graph.cis, ci("cause")],
    relationships: [...graph.relationships, ...starts.map((id, i) => needs(`cause${i}`, id, "cause", null, null))],
  };
}

/** Graphs in which nearly all that is needed has a redundancy group. */
const redundantGraph = denseGraph.map((graph) => ({
  ...graph,
  relationships: graph.relationships
    .filter(({ kind }) => kind === "DEPENDS_ON" || kind === "PART_OF" || kind === "RUNS_ON")
    .map((each) => ({ ...each, criticality: null, discoveredBy: null, redundancyGroup: each.redundancyGroup ?? "a" })),
}));

test("impactOfAll agrees with a reference search from a common cause of all starts, by one search and step by step", async () => {
  const redundant = { none: 0, covered: 0, lost: 0 };
  const unknown = Array.from({ length: 20 }, (_, i) => `unknown${i}`);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(denseGraph, redundantGraph),
      fc.array(fc.array(fc.nat(MOST - 1), { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 3 }),
      async (graph, changes) => {
        const ctx = contextOf(newId());
        await writeGraph(cmdb.graph, ctx.tenantId, graph);
        const active = graph.cis.filter(({ status }) => status !== "inactive").map(({ id }) => id);
        for (const places of active.length === 0 ? [] : changes) {
          const starts = [...new Set(places.map((place) => active[place % active.length]!))].sort();
          const options = { ...asked, direction: "downstream" as const, depth: 11, includeOptional: false };
          const { affected } = expectedImpact(withCommonCause(graph, starts), { ...options, start: "cause" });
          const expected = affected
            .filter(({ id }) => !starts.includes(id))
            .map(({ id, distance, path, redundancy }) => {
              return { id, distance: distance - 1, path: path.slice(1), redundancy };
            });
          for (const ids of [starts, [...starts, ...unknown]]) {
            const found = await cmdb.impact.verbs.impactOfAll(ctx, ids);
            expect(found.starts.map(({ id }) => id)).toEqual(starts);
            expect(
              found.affected.map(({ id, distance, path, redundancy }) => ({ id, distance, path, redundancy })),
            ).toEqual(expected);
          }
          for (const { redundancy } of expected) redundant[redundancy as keyof typeof redundant]++;
        }
      },
    ),
    { numRuns: 80, seed: 20261123 },
  );
  for (const count of Object.values(redundant)) expect(count).toBeGreaterThan(5);
}, 300_000);
