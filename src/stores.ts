import { setTimeout as sleep } from "node:timers/promises";
import { type Config, hostFolders } from "./config.ts";
import { attachEmbedded, type EmbeddedAddresses, EmbeddedError, startEmbedded } from "./platform/embedded/index.ts";
import type { Neo4jConfig } from "./platform/graph/graph.ts";
import type { Logger } from "./platform/log.ts";

/** Addresses of both stores. */
export interface StoreAddresses {
  neo4j: Neo4jConfig;
  postgresUrl: string;
}

/** Stores that are usable until `stop`. */
export interface OpenStores extends StoreAddresses {
  /** `started` by this process, `attached` to those of another process, or `none` is embedded. */
  embedded: "started" | "attached" | "none";
  /** Resolves with the name of a store that this process started and that exited unexpectedly. */
  lost: Promise<string>;
  /** Stops the stores that this process started. */
  stop(): Promise<void>;
}

export interface OpenStoresOptions {
  log: Logger;
  /**
   * `start`: starts embedded stores. `attach`: uses the stores of another process. `either`: uses the stores of another
   * process if one holds them, else starts them.
   */
  embedded: "start" | "attach" | "either";
  signal?: AbortSignal;
  /** Called before embedded stores start, which takes seconds, the first time a minute. */
  onStart?: (home: string) => void;
}

/** How long to wait for a process that is starting the stores: their first start fetches Neo4j. */
const ATTACH_WAIT_MS = 300_000;
/** How long to wait for a process that holds the stores to appear. */
const HOLDER_WAIT_MS = 20_000;

/** For stores of other processes: nothing to watch, nothing to stop. */
const externalStores = { lost: new Promise<never>(() => {}), stop: async () => {} };

/** Opens the configured stores, and embedded stores in place of unconfigured ones. Throws EmbeddedError. */
export async function openStores(config: Config, options: OpenStoresOptions): Promise<OpenStores> {
  const { neo4j, postgresUrl } = config;
  if (neo4j && postgresUrl !== undefined) return { neo4j, postgresUrl, embedded: "none", ...externalStores };
  const attached = options.embedded === "start" ? undefined : await attach(config.home, options);
  if (attached) return { ...storeAddresses(config, attached), embedded: "attached", ...externalStores };
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
  return { ...storeAddresses(config, started), embedded: "started", lost: started.lost, stop: () => started.stop() };
}

/** With `attach`, waits a while for a process that holds the stores: it may be starting too. */
async function attach(home: string, { embedded, log, signal }: OpenStoresOptions) {
  const until = Date.now() + (embedded === "attach" ? HOLDER_WAIT_MS : 0);
  const givenUp = new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  for (let round = 0; ; round++) {
    const found = await Promise.race([attachEmbedded(home, { waitMs: ATTACH_WAIT_MS }), givenUp]);
    if (found || Date.now() >= until) return found;
    if (round === 0) log.info({ home }, "waiting for the process that holds the embedded stores");
    await sleep(250, undefined, signal && { signal });
  }
}

function storeAddresses(config: Config, embedded: EmbeddedAddresses): StoreAddresses {
  const neo4j = config.neo4j ?? embedded.neo4j;
  const postgresUrl = config.postgresUrl ?? embedded.postgres?.url;
  if (!neo4j || postgresUrl === undefined) {
    const missing = neo4j ? "Postgres: set DATABASE_URL" : "Neo4j: set NEO4J_URI";
    throw new EmbeddedError(`The process that holds ${config.home} runs no embedded ${missing} as that process has it`);
  }
  return { neo4j, postgresUrl };
}
