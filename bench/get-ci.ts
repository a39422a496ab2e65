import { loadCypher } from "../src/platform/graph/catalogue.ts";
import { withBench } from "./support/bench.ts";
import { loops, openDriver, runOnce } from "./support/driver.ts";
import { defineFigure } from "./support/figure.ts";
import { ask, expectAnswer, type LoadResult, load, requestOf } from "./support/load.ts";
import { compare } from "./support/rounds.ts";
import { seedCis } from "./support/seed.ts";
import { serviceEnvironment, startService } from "./support/service.ts";
import { percentile } from "./support/statistics.ts";

interface GetRow {
  [column: string]: unknown;
  id: string;
  relationships: { id: string }[];
}

/** A sample compared in full, before anything is measured. */
const COMPARED = 100;

export const figure = defineFigure({
  what: "GET one CI over HTTP against a bare driver loop (auto-commit) on the same query; ids at random",
  marks: { get_ci: { unit: "x", better: "higher", must: 1, aim: 2 } },
  settings: { cis: 10_000, at_once: 16, rounds: 7, seconds: 4 },

  run: ({ cis, at_once: atOnce, rounds, seconds }, say) =>
    withBench(say, async ({ stores, graph, newTenant }) => {
      const tenant = await newTenant();
      say(`seeding ${cis} CIs ...`);
      const ids = await seedCis(graph, tenant.id, cis);
      const anyId = () => ids[Math.floor(Math.random() * ids.length)]!;
      const driver = openDriver(stores);
      const { text } = loadCypher("ci/get");
      const read = (id: string) => runOnce(driver, "READ", text, { tenantId: tenant.id, ids: [id] });
      const service = await startService(serviceEnvironment(stores));
      try {
        for (let i = 0; i < COMPARED; i++) {
          const id = anyId();
          const row = (await read(id))[0]?.toObject() as GetRow | undefined;
          const shown = await ask<GetRow>(service.port, "GET", `/v1/cmdb/ci/${id}`, tenant.headers);
          if (!row || !sameCi(row, shown)) throw new Error(`the answer differs from the graph for ${id}`);
        }
        const next = () => {
          const id = anyId();
          return {
            request: requestOf("GET", `/v1/cmdb/ci/${id}`, tenant.headers),
            check: (status: number, body: Buffer) => expectAnswer(status, body, 200, `{"id":"${id}"`),
          };
        };
        let last: LoadResult | undefined;
        let serviceMicros = 0;
        const { ratio, ...found } = await compare(
          rounds,
          {
            baseline: () =>
              loops(atOnce, seconds * 1000, async () => {
                const id = anyId();
                const [record] = await read(id);
                if (record?.get("id") !== id) throw new Error(`the driver did not find ${id}`);
              }),
            ours: async () => {
              const cpu = service.cpuMicros();
              last = await load({ port: service.port, connections: atOnce, forMs: seconds * 1000, next });
              serviceMicros = (service.cpuMicros() - cpu) / last.requests;
              return last.perSecond;
            },
          },
          say,
        );
        return {
          marks: { get_ci: ratio },
          details: {
            lowest: found.lowest,
            highest: found.highest,
            baseline_per_s: found.baseline,
            ours_per_s: found.ours,
            p50_ms: percentile(last!.latenciesMs, 50),
            p99_ms: percentile(last!.latenciesMs, 99),
            service_cpu_us: serviceMicros,
            client_cpu_us: last!.clientMicros,
          },
          verified: [`${COMPARED} answers equal to the graph in full`, "every answer 200 with the id asked for"],
        };
      } finally {
        await Promise.all([service.stop(), driver.close()]);
      }
    }),
});

function sameCi(row: GetRow, shown: GetRow): boolean {
  const relationships = (ci: GetRow) => ci.relationships.map(({ id }) => id).sort();
  return (
    row.id === shown.id &&
    row.name === shown.name &&
    JSON.stringify(JSON.parse(row.attributes as string)) === JSON.stringify(shown.attributes) &&
    JSON.stringify(JSON.parse(row.customFields as string)) === JSON.stringify(shown.custom_fields) &&
    JSON.stringify(relationships(row)) === JSON.stringify(relationships(shown)) &&
    row.relationships.length > 0
  );
}
