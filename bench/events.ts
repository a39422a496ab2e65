import pg from "pg";
import type { Postgres } from "../src/platform/postgres/postgres.ts";
import { type Bench, withBench } from "./support/bench.ts";
import { loops } from "./support/driver.ts";
import { defineFigure } from "./support/figure.ts";
import { ask, expectAnswer, type LoadResult, load, requestOf, send } from "./support/load.ts";
import { compare } from "./support/rounds.ts";
import { serviceEnvironment, startService } from "./support/service.ts";
import { percentile } from "./support/statistics.ts";

const HOSTS = 1_000;
/** An endpoint that nobody listens at: what is measured ends with the delivery's place in the queue. */
const RECEIVER = "http://127.0.0.1:9/hook";

export const figure = defineFigure({
  what: "POST one event, stored, bound to the CI of its host and its webhook queued, against a bare loop that commits one row",
  marks: {
    ingest: { unit: "x", better: "higher", must: 0.35, aim: 0.6 },
    per_second: { unit: "/s", better: "higher", must: 1_000, aim: 1_000 },
  },
  settings: { at_once: 64, rounds: 7, beside_rounds: 3, seconds: 4, warm_up: 8 },

  run: (settings, say) =>
    withBench(say, async (bench) => {
      const alone = await measure(bench, "api", settings, say);
      say("beside a worker that tries to deliver ...");
      const beside = await measure(bench, "all", { ...settings, rounds: settings.beside_rounds }, say);
      return {
        marks: { ingest: alone.ratio, per_second: alone.ours },
        details: {
          lowest: alone.lowest,
          highest: alone.highest,
          baseline_per_s: alone.baseline,
          webhook: alone.hasWebhooks ? "queued in the same transaction" : "none: this build has no webhooks",
          p50_ms: percentile(alone.last.latenciesMs, 50),
          p99_ms: percentile(alone.last.latenciesMs, 99),
          client_cpu_us: alone.last.clientMicros,
          beside_worker: beside.ratio,
          beside_worker_per_s: beside.ours,
        },
        verified: [...alone.verified, ...beside.verified],
      };
    }),
});

interface Settings {
  at_once: number;
  rounds: number;
  seconds: number;
  warm_up: number;
}

/** A service that takes events in, of a role of its own: the deliveries that it queues are another's work, or its own too. */
async function measure(
  { stores, graph, postgres, newTenant }: Bench,
  role: "api" | "all",
  { at_once: atOnce, rounds, seconds, warm_up: warmUp }: Settings,
  say: (line: string) => void,
) {
  const ours = await newTenant();
  const pool = new pg.Pool({ connectionString: stores.postgresUrl, max: atOnce });
  await pool.query("create table if not exists bench_rows (id bigint primary key, body jsonb not null)");
  const service = await startService({
    ...serviceEnvironment(stores),
    ORRERY_ROLE: role,
    ORRERY_EGRESS_ALLOW: "127.0.0.1",
  });
  await seedHosts(service.port, ours.headers);
  // As a worker does when the graph has grown: a service of the role `api` leaves it to one.
  await graph.raw("CALL db.prepareForReplanning()");
  const hasWebhooks = await registerWebhook(service.port, ours.headers);
  let serial = 0;
  let created = 0;
  const bodyOf = (n: number) => ({
    title: "Filesystem almost full",
    description: "/var has 3 % left",
    severity: "high",
    source: "bench",
    source_id: `check ${n}`,
    hostname: hostName(n % HOSTS),
    metrics: { used_percent: 97.1 },
    context: { mount: "/var", check: n },
  });
  const next = () => {
    const n = serial++;
    return {
      request: requestOf("POST", "/v1/events", ours.headers, bodyOf(n)),
      check: (code: number, answer: Buffer) => expectAnswer(code, answer, 201, '"affected_cis":["'),
    };
  };
  const commitRow = async () => {
    const n = serial++;
    await pool.query("insert into bench_rows values ($1, $2)", [n, bodyOf(n)]);
  };
  let last: LoadResult | undefined;
  try {
    const found = await compare(
      rounds,
      {
        baseline: () => loops(atOnce, seconds * 1000, commitRow),
        ours: async () => {
          last = await load({ port: service.port, connections: atOnce, forMs: seconds * 1000, next });
          created += last.requests;
          return last.perSecond;
        },
      },
      say,
      warmUp,
    );
    const verified = await verify(service.port, ours, postgres, created, hasWebhooks);
    return { ...found, last: last!, hasWebhooks, verified };
  } finally {
    await service.stop();
    await pool.query("drop table bench_rows");
    await pool.end();
  }
}

const hostName = (i: number) => `host-${i}.example.com`;

/** Servers as a scan leaves them: with a full name and an address. */
async function seedHosts(port: number, headers: Record<string, string>): Promise<void> {
  const items = Array.from({ length: HOSTS }, (_, i) => ({
    name: `host-${i}`,
    type: "server",
    attributes: { fqdn: hostName(i), ip_address: `10.0.${i >> 8}.${i & 255}`, os: "Debian GNU/Linux 12" },
  }));
  // In parts: on stores just started one request for all of them outlasts its deadline.
  for (let start = 0; start < HOSTS; start += 100) {
    const some = items.slice(start, start + 100);
    await send(port, requestOf("POST", "/v1/cmdb/ci/bulk", headers, { mode: "atomic", items: some }));
  }
}

/** Whether deliveries can be queued: false for a build without webhooks. */
async function registerWebhook(port: number, headers: Record<string, string>): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/webhooks`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "bench", url: RECEIVER, events: ["event.created"], active: true }),
  });
  const text = await answer.text();
  if (answer.status === 404) return false;
  if (answer.status !== 201) throw new Error(`the webhook could not be registered: ${answer.status} ${text}`);
  return true;
}

/** Throws unless every answer stands for one event, bound, and for one delivery. */
async function verify(
  port: number,
  { id, headers }: { id: string; headers: Record<string, string> },
  postgres: Postgres,
  created: number,
  hasWebhooks: boolean,
): Promise<string[]> {
  const [row] = await postgres.query<{ n: number; bound: number; identities: number }>(
    `select count(*) as n, count(*) filter (where cardinality(affected_cis) = 1) as bound,
       count(distinct source_id) as identities from events where tenant_id = $1`,
    [id],
  );
  const list = await ask<{ pagination: { total: number } }>(port, "GET", "/v1/events?limit=1", headers);
  const counts = [row?.n, row?.bound, row?.identities, list.pagination.total];
  if (counts.some((count) => count !== created)) throw new Error(`${created} answers, but ${counts.join(", ")}`);
  const verified = [`every answer 201 with the CI of its host`, `${created} events stored, bound and listed`];
  if (!hasWebhooks) return verified;
  const [queued] = await postgres.query<{ n: number }>(
    "select count(*) as n from webhook_deliveries where tenant_id = $1",
    [id],
  );
  if (queued?.n !== created) throw new Error(`${created} answers, but ${queued?.n} deliveries`);
  return [...verified, `${created} deliveries queued`];
}
