import pg from "pg";
import type { Logger } from "../log.ts";
import { translatePostgresFault } from "./faults.ts";

/** Runs statements: the pool or a transaction. */
export interface Sql {
  /**
   * Runs one statement and returns its rows: bigint as number, timestamps as Date. Rejects with AppError 503 or the
   * driver's error.
   */
  query<T = Record<string, unknown>>(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<T[]>;
}

export interface QueryOptions {
  /**
   * The connection caches the statement's plan. For frequent texts whose plan does not depend on the size of the tables:
   * the plan stays until the tables are analysed.
   */
  prepared?: boolean;
}

export interface Postgres extends Sql {
  /** Runs the work in one transaction; rolls back and rethrows when it throws. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  /**
   * Calls `onNotify` for each NOTIFY on the channel; reconnects automatically. Returns a function that stops listening.
   */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /** Throws 503 unless a connection answers within `timeoutMs`. */
  ping(timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

export interface PostgresOptions {
  url: string;
  log: Logger;
  /** Maximum of connections in the pool. */
  poolSize?: number;
  /** Timeout of a statement in the server, in milliseconds; 0 for none. */
  statementTimeoutMs?: number;
  /** Timeout of an answer in the client, in milliseconds, after which the connection is closed. Default none. */
  answerTimeoutMs?: number;
  /** How long an idle connection is kept, in milliseconds; default 30 s. */
  idleTimeoutMs?: number;
  /** Default of `prepared` for all statements: for a pool with few, frequent texts. */
  prepared?: boolean;
}

const BIGINT_OID = 20;

/**
 * Parses int8 as a JavaScript number: counts and versions stay far below 2^53. Other types as the driver parses them.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === BIGINT_OID && format !== "binary" ? Number : pg.types.getTypeParser(oid, format as "text"),
} as pg.CustomTypesConfig;

/** Creates a pool of connections to Postgres. Logs and replaces a lost idle connection. */
export function createPostgres(options: PostgresOptions): Postgres {
  const { log } = options;
  const connection: pg.ClientConfig = {
    connectionString: options.url,
    connectionTimeoutMillis: 4_000,
    keepAlive: true,
    types,
    application_name: "orrery",
  };
  const pool = new pg.Pool({
    ...connection,
    max: options.poolSize ?? 12,
    idleTimeoutMillis: options.idleTimeoutMs ?? 30_000,
    statement_timeout: options.statementTimeoutMs ?? 60_000,
    ...(options.answerTimeoutMs !== undefined && { query_timeout: options.answerTimeoutMs }),
  });
  pool.on("error", (error) => log.warn({ error: error.message }, "an idle connection to Postgres was lost"));

  const run = async <T>(
    client: pg.Pool | pg.PoolClient,
    text: string,
    values?: readonly unknown[],
    name?: string,
  ): Promise<T[]> => {
    try {
      const sent = values as unknown[] | undefined;
      const result = await (name === undefined
        ? client.query(text, sent)
        : client.query({ name, text, values: sent ?? [] }));
      return result.rows as T[];
    } catch (error) {
      throw translatePostgresFault(error);
    }
  };

  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `orrery_${names.size + 1}`;
    names.set(text, name);
    return name;
  };

  const nameFor = (text: string, wanted = options.prepared): string | undefined => (wanted ? nameOf(text) : undefined);

  return {
    query: (text, values, { prepared } = {}) => run(pool, text, values, nameFor(text, prepared)),

    async transaction(work) {
      const client = await pool.connect().catch((error) => {
        throw translatePostgresFault(error);
      });
      let broken: Error | undefined;
      const onError = (error: Error) => {
        broken = error;
      };
      client.on("error", onError);
      try {
        await run(client, "begin");
        const tx: Sql = {
          query: (text, values, { prepared } = {}) => run(client, text, values, nameFor(text, prepared)),
        };
        const result = await work(tx);
        await run(client, "commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch((failed: Error) => {
          broken ??= failed;
        });
        throw error;
      } finally {
        client.off("error", onError);
        client.release(broken);
      }
    },

    listen: (channel, onNotify) => listen(connection, channel, onNotify, log),

    async ping(timeoutMs = 2_000) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(translatePostgresFault(new Error("timeout exceeded"))), timeoutMs);
      });
      try {
        await Promise.race([run(pool, "select 1"), late]);
      } finally {
        clearTimeout(timer);
      }
    },

    close: () => pool.end(),
  };
}

/** Listens on one connection; replaces a lost connection after one second. */
async function listen(
  connection: pg.ClientConfig,
  channel: string,
  onNotify: (payload: string) => void,
  log: Logger,
): Promise<() => Promise<void>> {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const again = (error: Error) => {
    if (stopped || retry) return;
    log.warn({ error: error.message, channel }, "the listening connection to Postgres was lost");
    retry = setTimeout(() => {
      retry = undefined;
      connect().catch(again);
    }, 1_000);
    retry.unref();
  };
  const connect = async () => {
    const next = new pg.Client(connection);
    next.on("error", again);
    next.on("end", () => again(new Error("connection ended")));
    next.on("notification", (message) => onNotify(message.payload ?? ""));
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
  };
  await connect().catch(again);
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end().catch(() => undefined);
  };
}
