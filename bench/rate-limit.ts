import path from "node:path";
import { type Bench, withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { ask, expectAnswer, type LoadResult, load, requestOf } from "./support/load.ts";
import { compare } from "./support/rounds.ts";
import { seedCis } from "./support/seed.ts";
import { type Service, serviceEnvironment, startService } from "./support/service.ts";
import { median, percentile } from "./support/statistics.ts";

const ENTRY = path.join(import.meta.dirname, "support", "limited-service.ts");

/** What an API key has in a minute, by variant (section 8 of the interface specification). */
const BURST = 100;
const PROCESSES = 2;
const CLIENTS = 32;

export const figure = defineFigure({
  what: "limits shared by API processes: exact at the burst, and what counting costs GET one CI against counting in memory",
  marks: {
    burst_error: { unit: "x", better: "lower", must: 0.01, aim: 0 },
    get_ci: { unit: "x", better: "higher", must: 0.75, aim: 0.9 },
    statements_per_request: { unit: "queries", better: "lower", must: 1, aim: 0.2 },
  },
  settings: { cis: 10_000, at_once: 16, rounds: 7, seconds: 4, keys: 5, requests: 640 },

  run: ({ cis, at_once: atOnce, rounds, seconds, keys, requests }, say) =>
    withBench(say, async (bench) => {
      const allowed = await burst(bench, keys, requests, say);
      const tenant = await bench.newTenant();
      say(`seeding ${cis} CIs ...`);
      const ids = await seedCis(bench.graph, tenant.id, cis);
      const settings = serviceEnvironment(bench.stores);
      const alone = await startService(settings, [ENTRY, "alone"]);
      const shared = await startService(settings, [ENTRY, "shared"]);
      const statementsOf = async () =>
        (await ask<{ statements: number }>(shared.port, "GET", "/v1/statements", {})).statements;
      try {
        const next = () => {
          const id = ids[Math.floor(Math.random() * ids.length)]!;
          return {
            request: requestOf("GET", `/v1/cmdb/ci/${id}`, tenant.headers),
            check: (status: number, body: Buffer) => expectAnswer(status, body, 200, `{"id":"${id}"`),
          };
        };
        const results: Record<"alone" | "shared", LoadResult[]> = { alone: [], shared: [] };
        const perRequest: number[] = [];
        const micros = { alone: [] as number[], shared: [] as number[] };
        const contender = (service: Service, name: "alone" | "shared") => async () => {
          const before = await statementsOf();
          const cpu = service.cpuMicros();
          const result = await load({ port: service.port, connections: atOnce, forMs: seconds * 1000, next });
          if (name === "shared") perRequest.push(((await statementsOf()) - before) / result.requests);
          micros[name].push((service.cpuMicros() - cpu) / result.requests);
          results[name].push(result);
          return result.perSecond;
        };
        const { ratio, ...found } = await compare(
          rounds,
          { baseline: contender(alone, "alone"), ours: contender(shared, "shared") },
          say,
        );
        const p50 = (of: LoadResult[]) => median(of.map(({ latenciesMs }) => percentile(latenciesMs, 50)));
        const p99 = (of: LoadResult[]) => median(of.map(({ latenciesMs }) => percentile(latenciesMs, 99)));
        return {
          marks: {
            burst_error: Math.max(...allowed.map((each) => Math.abs(each - BURST) / BURST)),
            get_ci: ratio,
            statements_per_request: median(perRequest),
          },
          details: {
            allowed: allowed.join(" "),
            lowest: found.lowest,
            highest: found.highest,
            alone_per_s: found.baseline,
            shared_per_s: found.ours,
            alone_cpu_us: median(micros.alone),
            shared_cpu_us: median(micros.shared),
            alone_p50_ms: p50(results.alone),
            shared_p50_ms: p50(results.shared),
            alone_p99_ms: p99(results.alone),
            shared_p99_ms: p99(results.shared),
          },
          verified: [
            `of ${requests} requests of each of ${2 * keys} windows, from ${CLIENTS} clients of ${PROCESSES} processes, all answered 200 or 429`,
            "every answer under load 200 with the id asked for",
          ],
        };
      } finally {
        await Promise.all([alone.stop(), shared.stop()]);
      }
    }),
});

/** How many requests each of so many fresh keys gets through in each variant, sent as fast as may be to both processes. */
async function burst(bench: Bench, keys: number, requests: number, say: (line: string) => void): Promise<number[]> {
  const settings = { ...serviceEnvironment(bench.stores), ORRERY_RATE_LIMIT_FACTOR: "1", ORRERY_ROLE: "api" };
  const services: Service[] = [];
  const allowed: number[] = [];
  try {
    for (let i = 0; i < PROCESSES; i++) services.push(await startService(settings));
    for (let i = 0; i < keys; i++) {
      const { headers } = await bench.newTenant();
      for (const list of ["/v1/cmdb/ci?limit=1", "/api/cmdb/ci?limit=1"]) {
        let passed = 0;
        const check = (status: number, body: Buffer) => {
          if (status === 200) passed++;
          else expectAnswer(status, body, 429, "RATE_LIMIT_EXCEEDED");
        };
        const next = () => ({ request: requestOf("GET", list, headers), check });
        const share = { connections: CLIENTS / PROCESSES, requests: requests / PROCESSES, next };
        const sent = await Promise.all(services.map(({ port }) => load({ port, ...share })));
        if (Math.max(...sent.map(({ ms }) => ms)) > 50_000) throw new Error("the requests did not fit into a minute");
        allowed.push(passed);
      }
      say(`key ${i + 1}: ${allowed.slice(-2).join(" and ")} of ${requests} let through`);
    }
    return allowed;
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}
