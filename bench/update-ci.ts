import { toNode } from "../src/features/ci/index.ts";
import { newId } from "../src/platform/ids.ts";
import { withBench } from "./support/bench.ts";
import { loops, neo4j, openDriver } from "./support/driver.ts";
import { defineFigure } from "./support/figure.ts";
import { expectAnswer, type LoadResult, load, requestOf, send } from "./support/load.ts";
import { compare } from "./support/rounds.ts";
import { sampleCi } from "./support/seed.ts";
import { serviceEnvironment, startService } from "./support/service.ts";
import { percentile } from "./support/statistics.ts";

const CREATE_BARE = "UNWIND $items AS properties CREATE (n:BenchNode) SET n = properties";
/** In parts, of which each keeps its deadline on stores that have just started. */
const SEEDED_AT_ONCE = 50;
const INDEX_BARE = "CREATE INDEX bench_node IF NOT EXISTS FOR (n:BenchNode) ON (n.tenant, n.id)";
const UPDATE_BARE = "MATCH (n:BenchNode {tenant: $tenant, id: $id}) SET n.description = $description";
const VERSION = "MATCH (c:CI {tenant: $tenant, id: $id}) RETURN c.version AS version";
const REMOVE_BARE = "MATCH (n:BenchNode) WITH n LIMIT 5000 DELETE n RETURN count(*) AS gone";

export const figure = defineFigure({
  what: "PUT one CI, one property, against a bare write transaction that sets one property of an indexed node",
  marks: { update_ci: { unit: "x", better: "higher", must: 0.8, aim: 1.5 } },
  settings: { at_once: 16, cis: 500, rounds: 7, seconds: 4 },

  run: ({ at_once: atOnce, cis, rounds, seconds }, say) =>
    withBench(say, async ({ stores, graph, newTenant }) => {
      const ours = await newTenant();
      const driver = openDriver(stores);
      const service = await startService(serviceEnvironment(stores));
      const bareIds = Array.from({ length: cis }, () => newId());
      const created: { id: string; version: number }[] = [];
      let turn = 0;
      const next = () => {
        const ci = created[turn % cis]!;
        const description = `change ${turn++}`;
        ci.version++;
        return {
          request: requestOf("PUT", `/v1/cmdb/ci/${ci.id}`, ours.headers, { description }),
          check: (code: number, answer: Buffer) => expectAnswer(code, answer, 200, `"description":"${description}"`),
        };
      };
      const updateBare = async () => {
        const params = { tenant: ours.id, id: bareIds[turn % cis]!, description: `change ${turn++}` };
        const session = driver.session({ database: stores.neo4j.database });
        try {
          await session.executeWrite((tx) => tx.run(UPDATE_BARE, params));
        } finally {
          await session.close();
        }
      };
      let last: LoadResult | undefined;
      try {
        await graph.raw(INDEX_BARE);
        await graph.raw("CALL db.awaitIndexes(60)");
        for (let start = 0; start < cis; start += SEEDED_AT_ONCE) {
          const ids = bareIds.slice(start, start + SEEDED_AT_ONCE);
          const samples = ids.map((_, i) => sampleCi(start + i));
          const items = samples.map(({ name, type, status, description, attributes, customFields }) => ({
            name,
            type,
            status,
            description,
            attributes,
            custom_fields: customFields,
          }));
          const { results } = await send<{ results: { id: string }[] }>(
            service.port,
            requestOf("POST", "/v1/cmdb/ci/bulk", ours.headers, { mode: "atomic", items }),
          );
          created.push(...results.map(({ id }) => ({ id, version: 1 })));
          const nodes = samples.map((ci, i) => ({ ...toNode(ci), version: neo4j.int(1), tenant: ours.id, id: ids[i] }));
          await graph.raw(CREATE_BARE, { items: nodes });
        }
        const { ratio, ...found } = await compare(
          rounds,
          {
            baseline: () => loops(atOnce, seconds * 1000, updateBare),
            ours: async () => {
              last = await load({ port: service.port, connections: atOnce, forMs: seconds * 1000, next });
              return last.perSecond;
            },
          },
          say,
        );
        for (const { id, version } of created) {
          const [ci] = await graph.raw(VERSION, { tenant: ours.id, id });
          if (ci?.version !== version) throw new Error(`version ${ci?.version} of a CI after ${version - 1} changes`);
        }
        return {
          marks: { update_ci: ratio },
          details: {
            lowest: found.lowest,
            highest: found.highest,
            baseline_per_s: found.baseline,
            ours_per_s: found.ours,
            p50_ms: percentile(last!.latenciesMs, 50),
            p99_ms: percentile(last!.latenciesMs, 99),
          },
          verified: ["every answer 200 with its value", `the version of ${cis} CIs counts every change`],
        };
      } finally {
        await Promise.all([service.stop(), driver.close()]);
        while (((await graph.raw(REMOVE_BARE))[0]?.gone as number) > 0);
        await graph.raw("DROP INDEX bench_node IF EXISTS");
      }
    }),
});
