import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { hostFolders } from "../src/config.ts";
import { attachEmbedded, startEmbedded } from "../src/platform/embedded/index.ts";
import { createGraph } from "../src/platform/graph/graph.ts";
import { newId } from "../src/platform/ids.ts";
import { createLogger } from "../src/platform/log.ts";
import { defineFigure } from "./support/figure.ts";
import { seedCis } from "./support/seed.ts";
import { startService } from "./support/service.ts";
import { median, round } from "./support/statistics.ts";
import { removeHome } from "./support/stores.ts";

/** What the service itself gives an embedded Neo4j. */
const MEMORY = { heapMb: 1024, pageCacheMb: 512 };

export const figure = defineFigure({
  what: "from launch to ready with embedded stores that hold data, and what Neo4j alone takes",
  marks: { start: { unit: "s", better: "lower", must: 12, aim: 8 } },
  settings: { cis: 100_000, rounds: 5 },

  run: async ({ cis, rounds }, say) => {
    const home = await mkdtemp(path.join(tmpdir(), "orrery-bench-start-"));
    const settings = { ORRERY_HOME: home, NVD_BASE_URL: "off" };
    try {
      const first = await startService(settings);
      say(`seeding ${cis} CIs ...`);
      await seedCisAt(home, cis).finally(() => first.stop());
      const service: number[] = [];
      const neo4j: number[] = [];
      for (let i = 0; i < rounds; i++) {
        neo4j.push(await startNeo4jAlone(home));
        const running = await startService(settings);
        service.push(running.readyMs / 1000);
        const found = await countCis(home).finally(() => running.stop());
        // The host itself is discovered besides.
        if (found < cis) throw new Error(`${found} of ${cis} CIs were found after the start`);
        say(`round ${i + 1}: ready after ${round(service.at(-1)!)} s, Neo4j alone after ${round(neo4j.at(-1)!)} s`);
      }
      return {
        marks: { start: median(service) },
        details: {
          lowest_s: Math.min(...service),
          highest_s: Math.max(...service),
          neo4j_alone_s: median(neo4j),
          first_start_s: first.readyMs / 1000,
        },
        verified: ["ready means that /health/ready answered 200", `all ${cis} CIs there after every start`],
      };
    } finally {
      await removeHome(home);
    }
  },
});

const TENANT = newId();

async function withGraph<T>(home: string, work: (graph: ReturnType<typeof createGraph>) => Promise<T>): Promise<T> {
  const addresses = await attachEmbedded(home);
  if (!addresses?.neo4j) throw new Error("the embedded stores do not answer");
  const graph = createGraph({ ...addresses.neo4j, log: createLogger("warn") });
  try {
    return await work(graph);
  } finally {
    await graph.close();
  }
}

const seedCisAt = (home: string, cis: number) => withGraph(home, (graph) => seedCis(graph, TENANT, cis));

const countCis = (home: string) =>
  withGraph(home, async (graph) => {
    const [row] = await graph.raw("MATCH (c:CI) WHERE c.tenant = $tenant AND c.id >= '' RETURN count(c) AS n", {
      tenant: TENANT,
    });
    return row?.n as number;
  });

/** Seconds until Neo4j, started as the service starts it, answers a query. */
async function startNeo4jAlone(home: string): Promise<number> {
  const started = performance.now();
  const need = { neo4j: true, postgres: false };
  const stores = await startEmbedded({ home, host: hostFolders(), log: createLogger("warn"), ...MEMORY, need });
  const seconds = (performance.now() - started) / 1000;
  await stores.stop();
  return seconds;
}
