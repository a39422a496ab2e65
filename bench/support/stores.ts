import { randomBytes } from "node:crypto";
import { mkdtemp, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { hostFolders } from "../../src/config.ts";
import { startEmbedded } from "../../src/platform/embedded/index.ts";
import type { Neo4jConfig } from "../../src/platform/graph/graph.ts";
import { createLogger } from "../../src/platform/log.ts";

/** Stores to measure on. */
export interface BenchStores {
  neo4j: Neo4jConfig;
  postgresUrl: string;
  /** Root of signing and encryption, for the service that is started on them. */
  secret: string;
  /** Whether they go when the run ends, so that nothing need be cleared away. */
  ownOnly: boolean;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Page cache of an embedded Neo4j in megabytes; default what the service itself gives it. */
  pageCacheMb?: number;
}

/** What the service itself gives an embedded Neo4j. */
const HEAP_MB = 1024;
const PAGE_CACHE_MB = 512;

/**
 * The stores that NEO4J_URI, NEO4J_PASSWORD, DATABASE_URL and ORRERY_SECRET name, else embedded ones in a new folder
 * that goes with them. No other service should run on them meanwhile: it would take over changes of ours.
 */
export async function openStores(
  say: (line: string) => void,
  { pageCacheMb = PAGE_CACHE_MB }: StoreOptions = {},
): Promise<BenchStores> {
  const named = storesOfEnvironment(process.env);
  if (named) return named;
  const home = await mkdtemp(path.join(tmpdir(), "orrery-bench-"));
  say("starting stores of its own ...");
  try {
    const started = await startEmbedded({
      home,
      host: hostFolders(),
      log: createLogger("warn"),
      heapMb: HEAP_MB,
      pageCacheMb,
      need: { neo4j: true, postgres: true },
    });
    if (!started.neo4j || !started.postgres) throw new Error("both stores were asked for");
    return {
      neo4j: started.neo4j,
      postgresUrl: started.postgres.url,
      secret: randomBytes(32).toString("hex"),
      ownOnly: true,
      close: async () => {
        await started.stop();
        await removeHome(home);
      },
    };
  } catch (error) {
    await removeHome(home);
    throw error;
  }
}

function storesOfEnvironment(env: NodeJS.ProcessEnv): BenchStores | undefined {
  const { NEO4J_URI: uri, NEO4J_PASSWORD: password, DATABASE_URL: postgresUrl, ORRERY_SECRET: secret } = env;
  if (!uri && !postgresUrl) return undefined;
  if (!uri || !password || !postgresUrl || !secret) {
    throw new Error("set NEO4J_URI, NEO4J_PASSWORD, DATABASE_URL and ORRERY_SECRET, or none of them");
  }
  const username = env.NEO4J_USERNAME || "neo4j";
  const database = env.NEO4J_DATABASE || "neo4j";
  return {
    neo4j: { uri, username, password, database },
    postgresUrl,
    secret,
    ownOnly: false,
    close: async () => {},
  };
}

/** Removes a home folder, and the data of Postgres, which lies elsewhere where root runs the bench. */
export async function removeHome(home: string): Promise<void> {
  const elsewhere = await readlink(path.join(home, "postgres")).catch(() => undefined);
  if (elsewhere?.startsWith("/var/lib/orrery/home-")) {
    await rm(path.dirname(elsewhere), { recursive: true, force: true });
  }
  await rm(home, { recursive: true, force: true });
}
