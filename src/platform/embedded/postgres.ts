import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { lastUsefulLine, type Server, startServer } from "./child.ts";
import { EmbeddedError } from "./errors.ts";
import { freePort, LOOPBACK } from "./ports.ts";
import { dataFolder, endOrphan, initialise, readPostmaster } from "./postgres-data.ts";
import { type PostgresRuntime, postgresRuntime, postgresUser, program } from "./postgres-runtime.ts";
import type { StartContext, Store } from "./store.ts";

const DATABASE = "orrery";
const USUAL_PORT = 5432;
const READY_MS = 300_000;

/** Cache folder for root, which other OS users can read. */
const SHARED_CACHE = "/var/cache/orrery";

export interface PostgresAddress {
  url: string;
}

export interface PostgresContext extends StartContext {
  cacheFolder: string;
}

/** Starts Postgres on the loopback address; resolves once its database `orrery` answers. Throws EmbeddedError. */
export async function startPostgres(context: PostgresContext): Promise<Store<PostgresAddress>> {
  const user = await postgresUser();
  const cacheFolder = user ? SHARED_CACHE : context.cacheFolder;
  const runtime = await postgresRuntime({ user, cacheFolder, signal: context.signal });
  const data = await dataFolder(context, user);
  await endOrphan(context, data);
  await initialise(data, runtime, context.password);
  for (let attempt = 0; ; attempt++) {
    context.signal.throwIfAborted();
    const port = await freePort(attempt === 0 ? USUAL_PORT : 0);
    const server = await launch(runtime, data, port, context.home);
    try {
      await waitUntilReady(server, data, context.signal);
      await ensureDatabase(port, context.password);
      return { address: { url: url(port, context.password, DATABASE) }, server };
    } catch (error) {
      const said = await server.logText();
      await server.stop(10_000);
      if (attempt === 9 || !(await canRetry(said))) throw error;
    }
  }
}

/** Whether to retry: another process took the port, or the workers of a killed server are still running. */
async function canRetry(output: string): Promise<boolean> {
  if (/could not bind|Address already in use/i.test(output)) return true;
  if (!/pre-existing shared memory block/.test(output)) return false;
  await sleep(1_000);
  return true;
}

/** Starts the server. Durability is Postgres's default (fsync on): a commit survives a kill. */
async function launch(runtime: PostgresRuntime, data: string, port: number, home: string): Promise<Server> {
  const settings = {
    listen_addresses: LOOPBACK,
    unix_socket_directories: "",
    max_connections: 200,
    shared_buffers: "128MB",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  await mkdir(path.join(home, "logs"), { recursive: true, mode: 0o700 });
  return startServer({
    name: "Postgres",
    command: path.join(runtime.bin, program("postgres")),
    args: ["-D", data, "-p", String(port), ...flags],
    cwd: "/",
    logFile: path.join(home, "logs", "postgres.log"),
    user: runtime.user,
    stopSignal: "SIGINT",
    killSignal: "SIGQUIT",
  });
}

async function waitUntilReady(server: Server, data: string, signal: AbortSignal): Promise<void> {
  for (const until = Date.now() + READY_MS; ; await sleep(25)) {
    signal.throwIfAborted();
    const state = await readPostmaster(data);
    // Reads the server's own file instead of connecting: another program might listen on this port.
    if (state?.pid === server.pid && state.ready) return;
    const said = lastUsefulLine(await server.logText());
    const ended = server.ended();
    if (ended) throw new EmbeddedError(`Postgres ended while it started (${ended}): ${said}`);
    if (Date.now() > until) throw new EmbeddedError(`Postgres was not ready within ${READY_MS / 1000} s: ${said}`);
  }
}

function url(port: number, password: string, database: string): string {
  return `postgres://postgres:${encodeURIComponent(password)}@${LOOPBACK}:${port}/${database}`;
}

async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: url(port, password, "postgres"), ssl: false });
  try {
    await client.connect();
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    throw new EmbeddedError(`The embedded Postgres does not accept us: ${(error as Error).message}`, { cause: error });
  } finally {
    await client.end();
  }
}
