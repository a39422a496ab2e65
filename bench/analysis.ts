import { systemContext } from "../src/context.ts";
import { createAnalyze } from "../src/features/analysis/index.ts";
import { createCorrelator } from "../src/features/correlation/index.ts";
import { createImpact } from "../src/features/impact/index.ts";
import { createReach } from "../src/features/reach/index.ts";
import { createRelationships } from "../src/features/relationships/index.ts";
import { DEFAULT_SETTINGS } from "../src/features/settings/index.ts";
import { absentModel } from "../src/platform/ai/index.ts";
import { systemClock } from "../src/platform/clock.ts";
import { newId } from "../src/platform/ids.ts";
import { createOutbox } from "../src/platform/jobs/outbox.ts";
import { createLogger } from "../src/platform/log.ts";
import { type Bench, withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { seedCis } from "./support/seed.ts";
import { percentile } from "./support/statistics.ts";

/** Calls before the figure counts: plans and caches. */
const WARM_UP = 30;
/** CIs that depend on each CI asked about, in two levels. */
const DEPENDENTS = 8;

export const figure = defineFigure({
  what: "the rules' analysis of one CI, with dependants in two levels, in an estate",
  marks: { p99: { unit: "ms", better: "lower", must: 50, aim: 15 } },
  settings: { cis: 20_000, asked: 300 },

  run: ({ cis, asked }, say) =>
    withBench(say, async (bench) => {
      const tenant = await bench.newTenant();
      say(`seeding ${cis} CIs ...`);
      const ids = await seedCis(bench.graph, tenant.id, cis);
      const ctx = systemContext(tenant.id, newId());
      const { analyze, relate } = featuresOf(bench);
      say("relating them ...");
      const links = Array.from({ length: asked * DEPENDENTS }, (_, at) => {
        const [target, place] = [Math.floor(at / DEPENDENTS), at % DEPENDENTS];
        const source = asked + at;
        return { source: ids[source % cis]!, target: place < 2 ? ids[target]! : ids[(source - (place - 1)) % cis]! };
      });
      for (let from = 0; from < links.length; from += 500) await relate(ctx, links.slice(from, from + 500));
      const times: number[] = [];
      let findings = 0;
      for (let round = -WARM_UP; round < asked; round++) {
        const started = performance.now();
        const found = await analyze(ctx, { ciId: ids[Math.abs(round)]! }, {});
        if (round >= 0) times.push(performance.now() - started);
        findings += found.findings.length;
      }
      if (findings === 0) throw new Error("no analysis found anything");
      return {
        marks: { p99: percentile(times, 99) },
        details: { median_ms: percentile(times, 50), findings },
        verified: ["the analyses have findings"],
      };
    }),
});

function featuresOf({ graph, postgres }: Bench) {
  const log = createLogger("warn");
  const clock = systemClock;
  const outbox = createOutbox({ graph, clock, onCommitted: () => undefined });
  const { verbs } = createRelationships({ graph, outbox, clock });
  const { failureKinds } = verbs;
  const reach = createReach({ graph, failureKinds });
  const impact = createImpact({ graph, clock, failureKinds, reach: reach.verbs, serviceHealth: async () => new Map() });
  const settings = async () => DEFAULT_SETTINGS;
  const jobs = { send: async () => undefined };
  const events = { openEvents: async () => [] };
  const correlation = createCorrelator({
    ...{ graph, postgres, clock, log, jobs, settings, events, failureKinds },
    storesTakeWrites: async () => true,
  });
  const analyze = createAnalyze({
    graph,
    postgres,
    clock,
    model: absentModel,
    failuresOf: impact.verbs.failuresOf,
    openEventsOf: correlation.openEventsOf,
    openIncidentsOf: correlation.openIncidentsOf,
    absenceDays: async () => DEFAULT_SETTINGS.absence_days,
  });
  const relate = (ctx: Parameters<typeof analyze>[0], links: readonly { source: string; target: string }[]) => {
    const items = links.map(({ source, target }) => ({
      fields: { type: "depends_on", sourceCi: source, targetCi: target },
    }));
    return verbs.bulkCreate(ctx, { mode: "per_item", items, idempotencyId: undefined });
  };
  return { analyze, relate };
}
