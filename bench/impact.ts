import { systemContext } from "../src/context.ts";
import { createImpact } from "../src/features/impact/index.ts";
import { createReach, propagatingTypes } from "../src/features/reach/index.ts";
import { reachGraph } from "../src/features/reach/reach.graph.store.ts";
import { createRelationships } from "../src/features/relationships/index.ts";
import { systemClock } from "../src/platform/clock.ts";
import { newId } from "../src/platform/ids.ts";
import { createOutbox } from "../src/platform/jobs/outbox.ts";
import { withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { FIXED_CLOCK } from "./support/fixed-clock.ts";
import { edgeTables, ladder, randomEdges, writeEdges } from "./support/impact-graph.ts";
import { compare } from "./support/rounds.ts";
import { median } from "./support/statistics.ts";

const DEPTH = 5;
/** Searches from CIs at random, the same in every round. */
const STARTS = 60;
const LADDER = { diamonds: 30, depth: 60, times: 300 };

export const figure = defineFigure({
  what: "impact: set and distances at depth 5 against a recursive query of Postgres on the same edges; a ladder of 2^30 paths",
  marks: {
    against_postgres: { unit: "x", better: "higher", must: 2, aim: 3 },
    ladder_first: { unit: "ms", better: "lower", must: 100, aim: 100 },
    ladder_after: { unit: "ms", better: "lower", must: 15, aim: 5 },
  },
  settings: { cis: 100_000, relationships: 400_000, hubs: 200, rounds: 7, warm_up: 10 },

  run: (settings, say) =>
    withBench(say, async ({ graph, postgres, newTenant }) => {
      const [wide, narrow] = [(await newTenant()).id, (await newTenant()).id];
      const outbox = createOutbox({ graph, clock: systemClock, onCommitted: () => {} });
      const { failureKinds } = createRelationships({ graph, outbox, clock: systemClock }).verbs;
      const reach = createReach({ graph, failureKinds });
      const serviceHealth = async () => new Map<string, string>();
      const { verbs, warmUp } = createImpact({
        graph,
        clock: FIXED_CLOCK,
        failureKinds,
        reach: reach.verbs,
        serviceHealth,
      });
      say(`seeding ${settings.cis} CIs and ${settings.relationships} relationships ...`);
      const estate = randomEdges(settings);
      const { ids } = estate;
      await writeEdges(graph, wide, estate);
      const table = await edgeTables(postgres, wide, estate);
      try {
        const starts = Array.from({ length: STARTS }, (_, i) => ids[Math.floor((i * ids.length) / STARTS)]!);
        const customKinds = await failureKinds(wide);
        const kinds = propagatingTypes(customKinds);
        const search = {
          customKinds,
          direction: "downstream",
          includeAi: false,
          includeOptional: true,
          includeSoftware: false,
        } as const;
        const walk = { ...search, maxDepth: DEPTH, limit: settings.cis };
        const native = (id: string) => reachGraph.reach(graph, wide, { ...walk, ids: [id] });
        const recursive = (id: string) => table.reach(id, DEPTH, kinds);
        const sizes: number[] = [];
        for (const id of starts) sizes.push(await sameSet(native, recursive, id));
        const turned = (id: string) => table.reachTurned(id, DEPTH);
        for (const id of starts) await sameSet(native, turned, id);
        const found = await compare(
          settings.rounds,
          { baseline: inverse(recursive, starts), ours: inverse(native, starts) },
          say,
          settings.warm_up,
        );
        say("against relationships turned beforehand ...");
        const beforehand = await compare(
          settings.rounds,
          { baseline: inverse(turned, starts), ours: inverse(native, starts) },
          say,
        );
        const whole: number[] = [];
        for (const id of starts) {
          whole.push(await millis(() => verbs.impactOf(systemContext(wide, newId()), id, { depth: DEPTH })));
        }
        const rungs = ladder(LADDER.diamonds);
        await writeEdges(graph, narrow, rungs);
        await reach.warmUp(newId());
        await warmUp(newId());
        const ctx = systemContext(narrow, newId());
        const climb = () => verbs.impactOf(ctx, rungs.ids[0]!, { depth: LADDER.depth });
        const first = await millis(async () => requireLadder(await climb()));
        const after: number[] = [];
        for (let i = 0; i < LADDER.times; i++) after.push(await millis(climb));
        return {
          marks: { against_postgres: found.ratio, ladder_first: first, ladder_after: median(after) },
          details: {
            lowest: found.lowest,
            highest: found.highest,
            ours_ms: 1_000 / found.ours,
            postgres_ms: 1_000 / found.baseline,
            against_turned_beforehand: beforehand.ratio,
            turned_beforehand_ms: 1_000 / beforehand.baseline,
            cis_reached: median(sizes),
            whole_verb_ms: median(whole),
          },
          verified: [
            `${STARTS} sets and distances equal to those of Postgres`,
            `the ladder's ${LADDER.diamonds * 3} CIs, the last at distance ${LADDER.depth}`,
          ],
        };
      } finally {
        await table.drop();
      }
    }),
});

type Search = (id: string) => Promise<{ id: string; distance: number }[]>;

async function sameSet(native: Search, recursive: Search, id: string): Promise<number> {
  const text = (found: Awaited<ReturnType<Search>>) =>
    found
      .map((each) => `${each.distance} ${each.id}`)
      .sort()
      .join("\n");
  const [ours, theirs] = [await native(id), await recursive(id)];
  if (text(ours) !== text(theirs))
    throw new Error(`${ours.length} CIs by Neo4j, ${theirs.length} by Postgres from ${id}`);
  return ours.length;
}

function requireLadder({
  affected,
  truncated,
}: {
  affected: readonly { distance: number }[];
  truncated: boolean;
}): void {
  const last = affected.at(-1)?.distance;
  if (affected.length !== LADDER.diamonds * 3 || last !== LADDER.depth || truncated) {
    throw new Error(`the ladder gave ${affected.length} CIs, the last at distance ${last}`);
  }
}

/** Searches a second, by the sum of what each takes: few large ones count as what they are. */
function inverse(search: Search, starts: readonly string[]) {
  return async () => {
    const spent = await millis(async () => {
      for (const id of starts) await search(id);
    });
    return (1_000 * starts.length) / spent;
  };
}

async function millis(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
