import { withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { QUERY_CASES } from "./support/query-cases.ts";
import { queryVerbs, raceCase, timeOfForm } from "./support/query-race.ts";
import { seedCis } from "./support/seed.ts";
import { seedEvents } from "./support/seed-events.ts";
import { median } from "./support/statistics.ts";

/** Figures over all events that lack a statement by hand, as they need both stores, or that took long. */
const OVER_ALL_TIME = {
  all_time_by_ci_type_ms: { entity: "event", group_by: ["ci.type"] },
  all_time_to_acknowledge_ms: {
    entity: "event",
    group_by: ["severity"],
    aggregate: [{ fn: "avg", field: "time_to_acknowledge" }],
  },
} as const;

export const figure = defineFigure({
  what: "query forms: 20 usual questions against the same Cypher or SQL by hand, time by hand/time of the form; median of the 20, and the worst",
  marks: {
    middle: { unit: "x", better: "higher", must: 0.8, aim: 0.95 },
    worst: { unit: "x", better: "higher", must: 0.8, aim: 0.95 },
  },
  settings: { cis: 100_000, events: 1_000_000, rounds: 9, warm_up: 6 },

  run: ({ cis, events, rounds, warm_up: warmUp }, say) =>
    withBench(say, async (bench) => {
      const tenant = (await bench.newTenant()).id;
      say(`seeding ${cis} CIs and ${events} events ...`);
      const ids = await seedCis(bench.graph, tenant, cis);
      await seedEvents(bench.postgres, tenant, ids, events);
      const verbs = queryVerbs(bench);
      const details: Record<string, number | string> = {};
      const ratios: number[] = [];
      for (const one of QUERY_CASES) {
        const { ratio, form, byHand } = await raceCase(bench, verbs, one, { tenant, rounds, warmUp });
        ratios.push(ratio);
        details[one.name] = `${ratio.toFixed(2)}x (${form.toFixed(1)} ms, by hand ${byHand.toFixed(1)} ms)`;
        say(`${one.name}: ${details[one.name]}`);
      }
      for (const [name, form] of Object.entries(OVER_ALL_TIME)) {
        details[name] = await timeOfForm(verbs, tenant, structuredClone(form) as never, Math.min(rounds, 3));
      }
      return {
        marks: { middle: median(ratios), worst: Math.min(...ratios) },
        details,
        verified: [`${QUERY_CASES.length} answers equal to those by hand, row by row`],
      };
    }),
});
