import { systemContext } from "../src/context.ts";
import { createImpact } from "../src/features/impact/index.ts";
import { createQuery } from "../src/features/query/index.ts";
import { createReach } from "../src/features/reach/index.ts";
import { createRelationships } from "../src/features/relationships/index.ts";
import { systemClock } from "../src/platform/clock.ts";
import { newId } from "../src/platform/ids.ts";
import { createOutbox } from "../src/platform/jobs/outbox.ts";
import { type Bench, withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { QUERY_CASES, type QueryCase } from "./support/query-cases.ts";
import { seedCis } from "./support/seed.ts";
import { median } from "./support/statistics.ts";

export const figure = defineFigure({
  what: "query forms: 20 usual questions as forms against the same Cypher or SQL by hand, medians, and the worst of them",
  marks: {
    median_ratio: { unit: "x", better: "lower", must: 2, aim: 1.3 },
    worst_ratio: { unit: "x", better: "lower", must: 5, aim: 2 },
  },
  settings: { cis: 100_000, events: 1_000_000, rounds: 7, warm_up: 3 },

  run: ({ cis, events, rounds, warm_up: warmUp }, say) =>
    withBench(say, async (bench) => {
      const tenant = (await bench.newTenant()).id;
      say(`seeding ${cis} CIs and ${events} events ...`);
      const ids = await seedCis(bench.graph, tenant, cis);
      await seedEvents(bench, tenant, ids, events);
      const { verbs } = queryFeature(bench);
      const ctx = systemContext(tenant, newId());
      const details: Record<string, number> = {};
      for (const one of QUERY_CASES) {
        const asForm = async () => {
          const { rows } = await verbs.runQuery(ctx, one.form);
          return one.compares === "rows" ? rows.length : Number(Object.values(rows[0] ?? {})[0]);
        };
        const byHand = () => askByHand(bench, one, tenant, ids[500] ?? "");
        const [found, wanted] = [await asForm(), await byHand()];
        if (found !== wanted) throw new Error(`${one.name}: ${found} by the form, ${wanted} by hand`);
        const ratios: number[] = [];
        for (let round = -warmUp; round < rounds; round++) {
          const ratio = (await millis(asForm)) / (await millis(byHand));
          if (round >= 0) ratios.push(ratio);
        }
        details[one.name] = median(ratios);
        say(`${one.name}: ${details[one.name]?.toFixed(2)}x`);
      }
      const all = Object.values(details);
      return {
        marks: { median_ratio: median(all), worst_ratio: Math.max(...all) },
        details,
        verified: [`${QUERY_CASES.length} answers equal to those by hand in their rows or their figure`],
      };
    }),
});

function queryFeature({ graph, postgres }: Bench) {
  const outbox = createOutbox({ graph, clock: systemClock, onCommitted: () => {} });
  const { failureKinds } = createRelationships({ graph, outbox, clock: systemClock }).verbs;
  const reach = createReach({ graph, failureKinds });
  const serviceHealth = async () => new Map();
  const impact = createImpact({ graph, failureKinds, reach: reach.verbs, serviceHealth });
  return createQuery({ graph, postgres, clock: systemClock, failureKinds, impact: impact.verbs, serviceHealth });
}

/** Events over the year before February 2026, each on one CI. */
async function seedEvents({ postgres }: Bench, tenant: string, ids: readonly string[], count: number): Promise<void> {
  const prefix = newId().slice(0, 13);
  for (let from = 0; from < count; from += 100_000) {
    await postgres.query(
      `insert into events (tenant_id, id, title, severity, status, source, is_current, affected_cis, metrics, context,
         occurred_at, last_seen, resolved_at, created_at, created_by, updated_at)
       select $1, $2 || lpad(n::text, 12, '0'), 'Disk ' || n % 100 || ' full',
         (array['critical', 'high', 'medium', 'low'])[1 + n % 4], case when n % 20 = 0 then 'open' else 'resolved' end,
         (array['zabbix', 'nagios', 'prometheus'])[1 + n % 3], false,
         array[($5::text[])[1 + (n * 7919::bigint) % cardinality($5::text[])]],
         jsonb_build_object('load', n % 100), '{}', at, at, case when n % 20 > 0 then at + interval '1 hour' end, at,
         'bench', at
       from (select n, timestamptz '2026-02-01' - (n::float8 / $6) * interval '365 days' as at
             from generate_series($3::int, $4::int) n) e`,
      [tenant, prefix, from, Math.min(count, from + 100_000) - 1, ids, count],
    );
  }
  await postgres.query(
    `insert into event_cis (tenant_id, ci_id, event_id)
     select tenant_id, c.id, e.id from events e cross join lateral unnest(affected_cis) c (id) where tenant_id = $1`,
    [tenant],
  );
  await postgres.query("analyze events, event_cis");
}

async function askByHand({ graph, postgres }: Bench, one: QueryCase, tenant: string, ciId: string): Promise<number> {
  const rows = one.cypher
    ? await graph.raw(one.cypher, { tenant })
    : await postgres.query(one.sql ?? "", one.sql?.includes("$2") ? [tenant, ciId] : [tenant]);
  return one.compares === "rows" ? rows.length : Number(rows[0]?.n);
}

async function millis(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
