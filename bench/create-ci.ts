import { setTimeout as sleep } from "node:timers/promises";
import { toNode } from "../src/features/ci/index.ts";
import type { Postgres } from "../src/platform/postgres/postgres.ts";
import { withBench } from "./support/bench.ts";
import { loops, neo4j, openDriver } from "./support/driver.ts";
import { defineFigure } from "./support/figure.ts";
import { ask, expectAnswer, type LoadResult, load, requestOf } from "./support/load.ts";
import { compare } from "./support/rounds.ts";
import { sampleCi } from "./support/seed.ts";
import { serviceEnvironment, startService } from "./support/service.ts";
import { percentile } from "./support/statistics.ts";

const HISTORY_MS = 30_000;
/** A label that no index and no constraint knows. */
const CREATE_BARE = "CREATE (n:BenchNode) SET n = $properties";
const REMOVE_BARE = "MATCH (n:BenchNode) WITH n LIMIT 5000 DELETE n RETURN count(*) AS gone";

export const figure = defineFigure({
  what: "POST one CI, until its history is written too, against a bare write transaction of one node with its properties and no index",
  marks: { create_ci: { unit: "x", better: "higher", must: 0.5, aim: 0.8 } },
  settings: { at_once: 16, rounds: 7, seconds: 4 },

  run: ({ at_once: atOnce, rounds, seconds }, say) =>
    withBench(say, async ({ stores, graph, postgres, newTenant }) => {
      const ours = await newTenant();
      const driver = openDriver(stores);
      const service = await startService(serviceEnvironment(stores));
      let serial = 0;
      let created = 0;
      const next = () => {
        const { name, type, status, description, attributes, customFields } = sampleCi(serial++);
        const body = { name, type, status, description, attributes, custom_fields: customFields };
        return {
          request: requestOf("POST", "/v1/cmdb/ci", ours.headers, body),
          check: (code: number, answer: Buffer) => expectAnswer(code, answer, 201, `"name":"${name}"`),
        };
      };
      const createBare = async () => {
        const properties = { ...toNode(sampleCi(serial++)), version: neo4j.int(1), tenant: ours.id };
        const session = driver.session({ database: stores.neo4j.database });
        try {
          await session.executeWrite((tx) => tx.run(CREATE_BARE, { properties }));
        } finally {
          await session.close();
        }
      };
      let last: LoadResult | undefined;
      try {
        const { ratio, ...found } = await compare(
          rounds,
          {
            baseline: () => loops(atOnce, seconds * 1000, createBare),
            ours: async () => {
              const started = performance.now();
              last = await load({ port: service.port, connections: atOnce, forMs: seconds * 1000, next });
              created += last.requests;
              await waitForHistory(postgres, ours.id, created);
              return (last.requests / (performance.now() - started)) * 1000;
            },
          },
          say,
        );
        await verify(service.port, ours.headers, graph, ours.id, created);
        return {
          marks: { create_ci: ratio },
          details: {
            lowest: found.lowest,
            highest: found.highest,
            baseline_per_s: found.baseline,
            ours_per_s: found.ours,
            p50_ms: percentile(last!.latenciesMs, 50),
            p99_ms: percentile(last!.latenciesMs, 99),
            client_cpu_us: last!.clientMicros,
          },
          verified: ["every answer 201", `${created} CIs in the graph and in the list, ${created} entries of history`],
        };
      } finally {
        await Promise.all([service.stop(), driver.close()]);
        while (((await graph.raw(REMOVE_BARE))[0]?.gone as number) > 0);
      }
    }),
});

/** Waits until the history contains `wanted` created CIs of the tenant. */
async function waitForHistory(postgres: Postgres, tenant: string, wanted: number): Promise<void> {
  for (const until = Date.now() + HISTORY_MS; Date.now() < until; await sleep(10)) {
    const [row] = await postgres.query<{ n: number }>(
      "select count(*) as n from history where tenant_id = $1 and kind = 'ci.created'",
      [tenant],
    );
    if (row?.n === wanted) return;
  }
  throw new Error(`the history of ${wanted} CIs was not complete after ${HISTORY_MS / 1000} s`);
}

async function verify(
  port: number,
  headers: Record<string, string>,
  graph: { raw(text: string, params: Record<string, unknown>): Promise<Record<string, unknown>[]> },
  tenant: string,
  created: number,
): Promise<void> {
  const [row] = await graph.raw("MATCH (c:CI) WHERE c.tenant = $tenant AND c.id >= '' RETURN count(c) AS n", {
    tenant,
  });
  const list = await ask<{ pagination: { total: number } }>(port, "GET", "/v1/cmdb/ci?limit=1", headers);
  if (row?.n !== created || list.pagination.total !== created) {
    throw new Error(`${created} answers, ${row?.n} CIs in the graph, ${list.pagination.total} in the list`);
  }
}
