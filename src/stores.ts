import { setTimeout as sleep } from "node:timers/promises";
import { type Config, hostFolders } from "./config.ts";
import { attachEmbedded, type EmbeddedAddresses, EmbeddedError, startEmbedded } from "./platform/embedded/index.ts";
import type { Neo4jConfig } from "./platform/graph/graph.ts";
import type { Logger } from "./platform/log.ts";

/** Where both stores answer. */
export interface StoreAddresses {
  neo4j: Neo4jConfig;
  postgresUrl: string;
}

/** Stores that can be used until `stop`. */
export interface OpenStores extends StoreAddresses {
  /** Whether an embedded store was started here, belongs to another process, or neither is embedded. */
  embedded: "started" | "attached" | "none";
  /** Resolves with the name of a store that was started here and ended by itself. */
  lost: Promise<string>;
  /** Stops what was started here. */
  stop(): Promise<void>;
}

export interface OpenStoresOptions {
  log: Logger;
  /**
   * `start`: embedded stores are started here. `attach`: those of another process are used. `either`: those of another
   * process where one holds them, else they are started here.
   */
  embedded: "start" | "attach" | "either";
  signal?: AbortSignal;
  /** Told before embedded stores are started, which takes seconds, and at first a minute. */
  onStart?: (home: string) => void;
}

/** How long a process that is just starting the stores is waited for: their first start fetches Neo4j. */
const ATTACH_MS = 300_000;
/** How long a process that shall hold them may take to appear. */
const HOLDER_MS = 20_000;

/** Of stores that others run: nothing to watch, nothing to stop. */
const notOurs = { lost: new Promise<never>(() => {}), stop: async () => {} };

/** The configured stores, and embedded ones in place of those that are not. Throws EmbeddedError, one line to act on. */
export async function openStores(config: Config, options: OpenStoresOptions): Promise<OpenStores> {
  const { neo4j, postgresUrl } = config;
  if (neo4j && postgresUrl !== undefined) return { neo4j, postgresUrl, embedded: "none", ...notOurs };
  const attached = options.embedded === "start" ? undefined : await attach(config.home, options);
  if (attached) return { ...complete(config, attached), embedded: "attached", ...notOurs };
  if (options.embedded === "attach") {
    throw new EmbeddedError(
      `No process holds embedded stores in ${config.home}: start one with ORRERY_ROLE=all, or set NEO4J_URI and DATABASE_URL`,
    );
  }
  options.onStart?.(config.home);
  const started = await startEmbedded({
    home: config.home,
    host: hostFolders(),
    log: options.log,
    ...config.embedded,
    need: { neo4j: neo4j === undefined, postgres: postgresUrl === undefined },
    ...(options.signal && { signal: options.signal }),
  });
  return { ...complete(config, started), embedded: "started", lost: started.lost, stop: () => started.stop() };
}

/** A process that is to hold the stores may be starting beside us: whoever can only attach waits for it a while. */
async function attach(home: string, { embedded, log, signal }: OpenStoresOptions) {
  const until = Date.now() + (embedded === "attach" ? HOLDER_MS : 0);
  const givenUp = new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  for (let round = 0; ; round++) {
    const found = await Promise.race([attachEmbedded(home, { waitMs: ATTACH_MS }), givenUp]);
    if (found || Date.now() >= until) return found;
    if (round === 0) log.info({ home }, "waiting for the process that holds the embedded stores");
    await sleep(250, undefined, signal && { signal });
  }
}

function complete(config: Config, embedded: EmbeddedAddresses): StoreAddresses {
  const neo4j = config.neo4j ?? embedded.neo4j;
  const postgresUrl = config.postgresUrl ?? embedded.postgres?.url;
  if (!neo4j || postgresUrl === undefined) {
    const missing = neo4j ? "Postgres: set DATABASE_URL" : "Neo4j: set NEO4J_URI";
    throw new EmbeddedError(`The process that holds ${config.home} runs no embedded ${missing} as that process has it`);
  }
  return { neo4j, postgresUrl };
}
