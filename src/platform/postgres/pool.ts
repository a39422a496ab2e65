import pg from "pg";
import type { Logger } from "../log.ts";
import { createSilenceWatch, PROBE_MS } from "../silence.ts";
import { isServerFault, translatePostgresFault } from "./faults.ts";
import { WatchedClient } from "./watched-client.ts";

export interface PoolOptions {
  connection: pg.ClientConfig;
  log: Logger;
  poolSize: number;
  idleTimeoutMs: number;
}

export interface Pool {
  /** Runs the work with a connection of its own. Rejects with AppError 503 if none is free in time. */
  withClient<T>(work: (client: WatchedClient) => Promise<T>): Promise<T>;
  /** Waits for connections in use for up to two seconds, then drops them. */
  close(): Promise<void>;
}

/** Longest that a caller waits for a free connection. */
const ACQUIRE_MS = 4_000;
const CLOSE_MS = 2_000;

type PooledClient = WatchedClient & pg.PoolClient;

/**
 * A pool that replaces connections which were lost, including connections that a network keeps open but passes nothing on.
 */
export function createPool({ connection, log, poolSize, idleTimeoutMs }: PoolOptions): Pool {
  const pool = new pg.Pool({
    ...connection,
    Client: WatchedClient as unknown as NonNullable<pg.PoolConfig["Client"]>,
    connectionTimeoutMillis: ACQUIRE_MS,
    max: poolSize,
    idleTimeoutMillis: idleTimeoutMs,
  });
  const all = new Set<WatchedClient>();
  const inUse = new Set<WatchedClient>();
  pool.on("error", (error) => log.warn({ error: error.message }, "an idle connection to Postgres was lost"));
  pool.on("connect", (client) => all.add(client as PooledClient));
  pool.on("remove", (client) => all.delete(client as PooledClient));
  pool.on("acquire", (client) => inUse.add(client as PooledClient));
  pool.on("release", (_error, client) => inUse.delete(client as PooledClient));
  const watch = createSilenceWatch<WatchedClient>({
    log,
    store: "Postgres",
    all: () => inUse,
    stillServed: (clients) => stillServed(connection, clients),
    dropIdle() {
      for (const client of all) if (!inUse.has(client)) client.giveUp();
    },
  });
  watch.start();
  let closing: Promise<void> | undefined;

  const close = async () => {
    void watch.stop();
    const cut = setTimeout(() => {
      for (const client of inUse) client.giveUp();
    }, CLOSE_MS);
    await pool.end();
    clearTimeout(cut);
  };

  return {
    async withClient(work) {
      const client = (await pool.connect().catch((error: unknown) => {
        throw translatePostgresFault(error);
      })) as PooledClient;
      try {
        return await work(client);
      } finally {
        client.release(client.broken);
      }
    },

    close() {
      closing ??= close();
      return closing;
    },
  };
}

interface Backend {
  pid: number;
  own: number;
  /** Whether it works on a statement, or did a moment ago. One that waits to send its answer has nobody who reads it. */
  busy: boolean;
}

const BACKENDS = `
  select pid, pg_backend_pid() as own,
    (state is null or state not like 'idle%' or state_change > now() - interval '1 second')
      and wait_event is distinct from 'ClientWrite' as busy
  from pg_stat_activity where pid = any($1::int[]) or pid = pg_backend_pid()`;

/** Asks over a connection of its own which of these connections the server works for, see `SilenceWatchDeps`. */
async function stillServed(
  connection: pg.ClientConfig,
  clients: readonly WatchedClient[],
): Promise<ReadonlySet<WatchedClient> | undefined> {
  const probe = new WatchedClient(connection);
  const late = setTimeout(() => probe.giveUp(), PROBE_MS);
  try {
    await probe.connect();
    const { rows } = await probe.execute(BACKENDS, [clients.map(({ processID }) => processID)]);
    const backends = new Map((rows as Backend[]).map((backend) => [backend.pid, backend]));
    // A pooler between gives process ids of its own: nothing can be said of one connection.
    if (probe.processID === null || !backends.has(probe.processID)) return undefined;
    return new Set(clients.filter(({ processID }) => backends.get(processID ?? 0)?.busy));
  } catch (error) {
    if (isServerFault(error)) return undefined;
    throw error;
  } finally {
    clearTimeout(late);
    void probe.end().catch(() => undefined);
  }
}
