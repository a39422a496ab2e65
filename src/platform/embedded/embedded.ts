import { realpath, rm } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "../log.ts";
import type { Server } from "./child.ts";
import { EmbeddedError } from "./errors.ts";
import { ADDRESS_FILE, LOCK, loadCredentials, prepareHome, writeAddresses } from "./home.ts";
import { acquireLock, type Holder } from "./lock.ts";
import { type Neo4jAddress, startNeo4j } from "./neo4j.ts";
import { type PostgresAddress, startPostgres } from "./postgres.ts";
import type { Store } from "./store.ts";

export interface EmbeddedAddresses {
  neo4j?: Neo4jAddress;
  postgres?: PostgresAddress;
}

export interface EmbeddedStores extends EmbeddedAddresses {
  /** Resolves with the name of a store that exited unexpectedly. */
  lost: Promise<string>;
  /** Stops the stores within about 10 s and releases the home folder. Repeated calls await the same stop. */
  stop(): Promise<void>;
}

/** Folders outside the home folder that the embedded stores use. */
export interface HostFolders {
  /** Cache of downloaded programs; undefined: in the home folder. */
  cache: string | undefined;
  /** The Java for Neo4j; undefined: the one on the path. */
  javaHome: string | undefined;
}

export interface EmbeddedOptions {
  home: string;
  host: HostFolders;
  log: Logger;
  /** Heap and page cache of Neo4j, in MB. */
  heapMb: number;
  pageCacheMb: number;
  /** Further lines of neo4j.conf. */
  neo4jSettings?: readonly string[];
  need: { neo4j: boolean; postgres: boolean };
  /** Aborts the start and stops the stores that it has started. */
  signal?: AbortSignal;
}

interface Started {
  neo4j: Store<Neo4jAddress> | undefined;
  postgres: Store<PostgresAddress> | undefined;
}

/** Time for a clean stop. Then the server is killed, and recovers from its log at the next start. */
const STOP_MS = 9_000;

/**
 * Starts the needed stores concurrently and resolves when they answer. One process at a time holds a home folder; servers
 * that a killed process left running are stopped first. Throws EmbeddedError, whose message says what to do.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedStores> {
  await prepareHome(options.home);
  const home = await realpath(options.home);
  const lock = await acquireLock(home, LOCK);
  if (lock.holder) throw heldBy(home, lock.holder);
  try {
    const started = await startNeeded(home, options);
    await announce(home, started);
    return running(home, started, options.log, lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function heldBy(home: string, { pid, since }: Holder): EmbeddedError {
  return new EmbeddedError(
    `The embedded stores in ${home} are held by process ${pid} since ${since}: stop it, or set another ORRERY_HOME`,
  );
}

/** Starts both or none: if one fails, stops the other before it throws. */
async function startNeeded(home: string, options: EmbeddedOptions): Promise<Started> {
  const { need, log, heapMb, pageCacheMb, neo4jSettings: settings } = options;
  const passwords = await loadCredentials(home);
  const { cache, javaHome } = options.host;
  const failure = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, failure.signal]) : failure.signal;
  const common = { home, log, signal, cacheFolder: cache ?? path.join(home, "cache") };
  const starting = {
    neo4j: need.neo4j
      ? startNeo4j({ ...common, password: passwords.neo4j, heapMb, pageCacheMb, settings, javaHome })
      : Promise.resolve(undefined),
    postgres: need.postgres ? startPostgres({ ...common, password: passwords.postgres }) : Promise.resolve(undefined),
  };
  try {
    const [neo4j, postgres] = await Promise.all([starting.neo4j, starting.postgres]);
    return { neo4j, postgres };
  } catch (error) {
    failure.abort(error);
    const settled = await Promise.allSettled([starting.neo4j, starting.postgres]);
    await stopAll(
      settled.flatMap((start) => (start.status === "fulfilled" && start.value ? [start.value.server] : [])),
    );
    throw error;
  }
}

async function announce(home: string, { neo4j, postgres }: Started): Promise<void> {
  const { database: _, ...shown } = neo4j?.address ?? {};
  await writeAddresses(home, {
    ...(neo4j && { neo4j: shown as Omit<Neo4jAddress, "database"> }),
    ...(postgres && { postgres: postgres.address }),
    pid: process.pid,
    since: new Date().toISOString(),
  });
}

function running(home: string, started: Started, log: Logger, release: () => Promise<void>): EmbeddedStores {
  const { neo4j, postgres } = started;
  const servers = [neo4j, postgres].flatMap((store) => (store ? [store.server] : []));
  let stopping: Promise<void> | undefined;
  const lost = Promise.race(
    servers.map(async (server) => {
      await server.whenEnded;
      if (!stopping) log.error({ store: server.name, how: server.ended() }, "An embedded store exited unexpectedly");
      return server.name;
    }),
  );
  const stopOnce = async () => {
    await rm(path.join(home, ADDRESS_FILE), { force: true });
    await stopAll(servers);
    await release();
  };
  return {
    ...(neo4j && { neo4j: neo4j.address }),
    ...(postgres && { postgres: postgres.address }),
    lost,
    stop: () => {
      stopping ??= stopOnce();
      return stopping;
    },
  };
}

async function stopAll(servers: Server[]): Promise<void> {
  await Promise.all(servers.map((server) => server.stop(STOP_MS)));
}
