import { systemContext } from "../src/context.ts";
import { createCorrelator } from "../src/features/correlation/index.ts";
import { createRelationships } from "../src/features/relationships/index.ts";
import { DEFAULT_SETTINGS } from "../src/features/settings/index.ts";
import { systemClock } from "../src/platform/clock.ts";
import { newId } from "../src/platform/ids.ts";
import { createOutbox } from "../src/platform/jobs/outbox.ts";
import { createLogger } from "../src/platform/log.ts";
import { type Bench, withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { createRandom } from "./support/random.ts";
import { percentile } from "./support/statistics.ts";

/** Applications on hosts below a switch each, with databases that many share, and one server that is connected to all. */
const ESTATE = { apps: 4_000, databases: 200, hosts: 800, hub: 20_000 } as const;

export const figure = defineFigure({
  what: "correlations of an event: p99 with a million stored events against ten thousand, on an estate with a hub of 20,000",
  marks: {
    p99_ratio: { unit: "x", better: "lower", must: 1.5, aim: 1.1 },
    p99: { unit: "ms", better: "lower", must: 200, aim: 50 },
  },
  settings: { stored: 1_000_000, few: 10_000, asked: 300, unresolved_percent: 5 },

  run: ({ stored, few, asked, unresolved_percent: open }, say) =>
    withBench(say, async (bench) => {
      const tenants = await Promise.all([bench.newTenant(), bench.newTenant()]);
      const worlds = [];
      for (const [i, size] of [few, stored].entries()) {
        say(`an estate with ${size} events ...`);
        await makeEstate(bench, tenants[i]!.id);
        worlds.push({ tenant: tenants[i]!.id, ids: await makeEvents(bench, tenants[i]!.id, size, open, asked) });
      }
      await bench.postgres.query("analyze events, event_cis, open_alarms");
      const correlate = correlator(bench);
      const times: number[][] = [[], []];
      for (let round = 0; round < asked; round++) {
        for (const [i, { tenant, ids }] of worlds.entries()) {
          const started = performance.now();
          const found = await correlate(systemContext(tenant, newId()), ids[round % ids.length]!);
          if (round >= asked / 10) times[i]!.push(performance.now() - started);
          if (found.correlated.length === 0) throw new Error("an event in the crowd correlates with nothing");
        }
      }
      const [small, large] = times.map((each) => percentile(each, 99)) as [number, number];
      const hub = worlds[1]!;
      const hubMs = await hubQueryTime(bench, hub.tenant, correlate);
      return {
        marks: { p99_ratio: large / small, p99: large },
        details: {
          p99_few_ms: small,
          median_few_ms: percentile(times[0]!, 50),
          median_ms: percentile(times[1]!, 50),
          event_on_the_hub_ms: hubMs,
        },
        verified: ["every event asked about correlates with others"],
      };
    }),
});

type Correlate = ReturnType<typeof correlator>;

function correlator({ graph, postgres }: Bench) {
  const log = createLogger("warn");
  const outbox = createOutbox({ graph, clock: systemClock, onCommitted: () => undefined });
  const { verbs } = createRelationships({ graph, outbox, clock: systemClock });
  return createCorrelator({
    graph,
    postgres,
    clock: systemClock,
    log,
    jobs: { send: async () => undefined },
    storesTakeWrites: async () => true,
    settings: async () => DEFAULT_SETTINGS,
    events: { openEvents: async () => [] },
    failureKinds: verbs.failureKinds,
  }).verbs.correlate;
}

async function makeEstate({ graph }: Bench, tenant: string): Promise<void> {
  const { apps, databases, hosts, hub } = ESTATE;
  const kinds = [
    ["app", apps],
    ["db", databases],
    ["host", hosts],
    ["leaf", hub],
    ["hub", 1],
    ["service", 40],
  ] as const;
  for (const [kind, count] of kinds) {
    for (let from = 0; from < count; from += 5_000) {
      await graph.raw(
        `UNWIND range($from, $to) AS i CREATE (c:CI {tenant: $tenant, id: $kind + i, name: $kind + i, nameKey: $kind + i,
           type: CASE $kind WHEN 'service' THEN 'business_service' ELSE 'server' END, status: 'active', version: 1,
           createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z'})
         FOREACH (x IN CASE $kind WHEN 'service' THEN [1] ELSE [] END | SET c:BusinessService)`,
        { tenant, kind, from, to: Math.min(count, from + 5_000) - 1 },
      );
    }
  }
  const link = async (from: string, type: string, count: number, to: string, place: string) => {
    for (let start = 0; start < count; start += 5_000) {
      await graph.raw(
        `UNWIND range($start, $end) AS n WITH toInteger(n) AS i
         MATCH (a:CI {tenant: $tenant, id: $from + i}) MATCH (b:CI {tenant: $tenant, id: $to + (${place})})
         CREATE (a)-[r:${type} {tenant: $tenant, id: randomUUID(), key: randomUUID(), attributes: '{}', createdAt: ''}]->(b)`,
        { tenant, from, to, start, end: Math.min(count, start + 5_000) - 1 },
      );
    }
  };
  await link("app", "RUNS_ON", apps, "host", `(i * 7) % ${hosts}`);
  await link("app", "DEPENDS_ON", apps, "db", `(i * 13) % ${databases}`);
  await link("app", "CONNECTED_TO", apps, "app", `(i * 31 + 1) % ${apps}`);
  await link("db", "RUNS_ON", databases, "host", `(i * 3) % ${hosts}`);
  await link("app", "PART_OF", apps, "service", "i % 40");
  await link("leaf", "DEPENDS_ON", hub, "hub", "0");
  await link("app", "DEPENDS_ON", apps, "hub", "0");
}

/** Events over 400 days on all CIs, so many percent unresolved, and the newest of the last minutes. Answers some of those. */
async function makeEvents(
  { postgres }: Bench,
  tenant: string,
  count: number,
  open: number,
  asked: number,
): Promise<string[]> {
  const prefix = `${tenant.slice(0, 8)}-${newId().slice(9, 13)}`;
  for (let from = 0; from < count; from += 100_000) {
    await postgres.query(
      `insert into events (tenant_id, id, title, severity, status, source, is_current, affected_cis, metrics, context,
         occurred_at, last_seen, created_at, created_by, updated_at)
       select $1, $2 || lpad(n::text, 12, '0'), 'Check ' || n % 50 || ' failed', 'high',
         case when n % 100 < $5 then 'open' else 'resolved' end, 'bench', false,
         array[case n % 5 when 0 then 'db' || n % 200 when 1 then 'leaf' || n % 20000 else 'app' || n * 17 % 4000 end],
         '{}', '{}', at, at, at, 'bench', at
       from (select n, now() - (n::float8 / $6) * interval '400 days' as at from generate_series($3::int, $4::int) n) e`,
      [tenant, `${prefix}-`, from, Math.min(count, from + 100_000) - 1, open, count],
    );
  }
  // The same number happened in the last minutes, whatever lies behind.
  await postgres.query(
    `insert into events (tenant_id, id, title, severity, status, source, is_current, affected_cis, metrics, context,
       occurred_at, last_seen, created_at, created_by, updated_at)
     select $1, $2 || n, 'Check ' || n % 50 || ' failed', 'high', 'open', 'bench', false, array['app' || n * 17 % 4000],
       '{}', '{}', now() - n * interval '1 second', now(), now(), 'bench', now() from generate_series(1, $3::int) n`,
    [tenant, `${prefix}+`, asked],
  );
  await postgres.query(
    `insert into open_alarms (tenant_id, ci_id, event_id)
     select tenant_id, c.id, e.id from events e cross join lateral unnest(affected_cis) c (id)
     where tenant_id = $1 and status <> 'resolved'`,
    [tenant],
  );
  return createRandom(7).some(
    Array.from({ length: asked }, (_, n) => `${prefix}+${n + 1}`),
    asked,
  );
}

async function hubQueryTime({ postgres }: Bench, tenant: string, correlate: Correlate): Promise<number> {
  const id = newId();
  await postgres.query(
    `insert into events (tenant_id, id, title, severity, status, source, is_current, affected_cis, metrics, context,
       occurred_at, last_seen, created_at, created_by, updated_at)
     values ($1, $2, 'The hub is down', 'critical', 'open', 'bench', false, array['hub0'], '{}', '{}', now(), now(), now(),
       'bench', now())`,
    [tenant, id],
  );
  const times: number[] = [];
  for (let round = 0; round < 10; round++) {
    const started = performance.now();
    await correlate(systemContext(tenant, newId()), id);
    times.push(performance.now() - started);
  }
  return percentile(times, 50);
}
