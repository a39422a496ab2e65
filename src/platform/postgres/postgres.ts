import pg from "pg";
import type { Logger } from "../log.ts";
import { ping } from "../ping.ts";
import { isOfAbortedTransaction, translatePostgresFault } from "./faults.ts";
import { listen } from "./listen.ts";
import { createPool } from "./pool.ts";
import type { WatchedClient } from "./watched-client.ts";

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
  /**
   * In a transaction: sent before the server has said that the transaction began, rather than after. Only for what does no
   * harm outside of one, where it would run if the transaction failed to begin: statements that read or lock.
   */
  early?: boolean;
}

export interface Postgres extends Sql {
  /**
   * Runs the work in one transaction; rolls back and rethrows when it throws. Statements that it starts at once, with
   * `allSettled`, are sent without waiting for each other's answers, and run in that order; once one fails, so do the ones
   * behind it, and its error is thrown instead of theirs. A statement started after the end rejects.
   */
  transaction<T>(work: (tx: Sql) => Promise<T>, kind?: TransactionKind): Promise<T>;
  /**
   * Calls `onNotify` for each NOTIFY on the channel; reconnects automatically. Returns a function that stops listening.
   */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /** Throws 503 unless the server answers, this or another statement, within `timeoutMs`. */
  ping(timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** `snapshot`: all its statements read the same state, and none writes. */
export type TransactionKind = "plain" | "snapshot";

const BEGIN: Record<TransactionKind, string> = {
  plain: "begin",
  snapshot: "begin isolation level repeatable read read only",
};

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

const UNREACHABLE = "The relational store cannot be reached";

const BIGINT_OID = 20;

/**
 * Parses int8 as a JavaScript number: counts and versions stay far below 2^53. Other types as the driver parses them.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === BIGINT_OID && format !== "binary" ? Number : pg.types.getTypeParser(oid, format as "text"),
} as pg.CustomTypesConfig;

/** Creates a pool of connections to Postgres. Logs and replaces lost connections. */
export function createPostgres(options: PostgresOptions): Postgres {
  const connection = connectionOf(options);
  const pool = createPool({
    connection: {
      ...connection,
      pipeline: true,
      statement_timeout: options.statementTimeoutMs ?? 60_000,
      query_timeout: options.answerTimeoutMs,
    },
    log: options.log,
    poolSize: options.poolSize ?? 12,
    idleTimeoutMs: options.idleTimeoutMs ?? 30_000,
  });
  const nameFor = createStatementNames(options.prepared);
  let answers = 0;

  const run = async <T>(
    client: WatchedClient,
    text: string,
    values?: readonly unknown[],
    { prepared }: QueryOptions = {},
  ): Promise<T[]> => {
    const name = nameFor(text, prepared);
    try {
      const result = await (name === undefined
        ? client.execute(text, values)
        : client.execute({ name, text, values: [...(values ?? [])] }));
      answers++;
      return result.rows as T[];
    } catch (error) {
      throw translatePostgresFault(error);
    }
  };

  const query = <T>(text: string, values?: readonly unknown[], how?: QueryOptions): Promise<T[]> =>
    pool.withClient((client) =>
      run<T>(client, text, values, how).catch((error: Error) => {
        // A statement may have been given up while the server still works on it.
        client.broken ??= error;
        throw error;
      }),
    );

  return {
    query,

    transaction: (work, kind = "plain") =>
      pool.withClient(async (client) => {
        let hasEnded = false;
        let cause: { error: unknown } | undefined;
        let hasBegun = false;
        const beginning = run(client, BEGIN[kind]).then(() => {
          hasBegun = true;
        });
        // A failure is thrown by what waits for it.
        beginning.catch(() => undefined);
        const tx: Sql = {
          query: async <T>(text: string, values?: readonly unknown[], how?: QueryOptions) => {
            if (!hasBegun && !how?.early) await beginning;
            if (hasEnded) throw new Error("the transaction of this statement has ended");
            return run<T>(client, text, values, how).catch((error: unknown) => {
              cause ??= { error };
              throw error;
            });
          },
        };
        try {
          const result = await work(tx).finally(() => {
            hasEnded = true;
          });
          await beginning;
          await run(client, "commit");
          return result;
        } catch (error) {
          await client.execute("rollback").catch((failed: Error) => {
            client.broken ??= failed;
          });
          throw cause && isOfAbortedTransaction(error) ? cause.error : error;
        }
      }),

    listen: (channel, onNotify) => listen(connection, { channel, onNotify }, options.log),

    ping: (timeoutMs = 2_000) =>
      ping({ message: UNREACHABLE, ask: () => query("select 1"), answers: () => answers }, timeoutMs),

    close: pool.close,
  };
}

function connectionOf({ url }: PostgresOptions): pg.ClientConfig {
  return { connectionString: url, types, application_name: "orrery" };
}

/** Names of the statements whose plan the connections cache. */
function createStatementNames(preparedByDefault: boolean | undefined) {
  const names = new Map<string, string>();
  return (text: string, prepared = preparedByDefault): string | undefined => {
    if (!prepared) return undefined;
    const name = names.get(text) ?? `orrery_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
