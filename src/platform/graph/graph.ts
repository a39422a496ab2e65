import neo4j, { type Driver, type Record as DriverRecord, type ManagedTransaction, type Session } from "neo4j-driver";
import { errorCode, unavailable } from "../../errors.ts";
import type { Logger } from "../log.ts";
import { isRetryableGraphFault, translateGraphFault } from "./faults.ts";
import type { GraphQuery } from "./query.ts";

/** A transaction: statements run in order and commit together. */
export interface GraphTx {
  run<P, R>(query: GraphQuery<P, R>, params: P): Promise<R[]>;
}

export interface Graph {
  /** Runs one READ statement in its own transaction. Retries after a lost connection or a concurrent deletion. */
  read<P, R>(query: GraphQuery<P, R>, params: P): Promise<R[]>;
  /**
   * Runs the work in one write transaction. It may run several times (deadlock, lost connection) and must have no other
   * effects.
   */
  write<T>(work: (tx: GraphTx) => Promise<T>): Promise<T>;
  /** Runs a statement from its text, for migrations and the catalogue's tests. */
  raw(text: string, params?: Record<string, unknown>): Promise<Record<string, unknown>[]>;
  /** Throws 503 unless the server answers within `timeoutMs`. */
  ping(timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** Address and credentials of Neo4j. */
export interface Neo4jConfig {
  /** `neo4j://` or `bolt://`. */
  uri: string;
  username: string;
  password: string;
  database: string;
}

export interface GraphOptions extends Neo4jConfig {
  log: Logger;
  poolSize?: number;
  /** Time limit for retries of a write, in milliseconds. Requests answer 503 within 5 s. */
  retryMs?: number;
}

const MAX_READ_TRIES = 3;
const MAX_WRITE_TRIES = 8;

/**
 * Creates the connection to Neo4j. Overload and absence become 503 quickly: small pool, short acquisition, limited
 * retries.
 */
export function createGraph(options: GraphOptions): Graph {
  const driver: Driver = neo4j.driver(options.uri, neo4j.auth.basic(options.username, options.password), {
    disableLosslessIntegers: true,
    maxConnectionPoolSize: options.poolSize ?? 24,
    connectionAcquisitionTimeout: 4_000,
    connectionTimeout: 3_000,
    maxTransactionRetryTime: 0,
    telemetryDisabled: true,
    userAgent: "orrery",
  });
  const retryMs = options.retryMs ?? 4_000;
  const open = (mode: "READ" | "WRITE"): Session =>
    driver.session({
      database: options.database,
      defaultAccessMode: mode === "READ" ? neo4j.session.READ : neo4j.session.WRITE,
    });

  const readOnce = async <P, R>(query: GraphQuery<P, R>, params: Record<string, unknown>): Promise<R[]> => {
    const session = open("READ");
    try {
      const result = await session.run(query.text, params);
      return result.records.map((record) => query.decode(rowOf(record)));
    } finally {
      await session.close();
    }
  };

  const writeOnce = async <T>(work: (tx: GraphTx) => Promise<T>): Promise<T> => {
    const session = open("WRITE");
    try {
      return await session.executeWrite((tx) => work(bindTx(tx)).catch(keepFromDriver), { timeout: 60_000 });
    } catch (error) {
      throw error instanceof Transient ? error.cause : error;
    } finally {
      await session.close();
    }
  };

  return {
    async read(query, params) {
      const encoded = query.encode(params);
      for (let tries = 1; ; tries++) {
        try {
          return await readOnce(query, encoded);
        } catch (error) {
          const again = isRetryableGraphFault(error) || errorCode(error) === "SessionExpired";
          if (!again || tries >= MAX_READ_TRIES) throw translateGraphFault(error);
        }
      }
    },

    async write(work) {
      const deadline = Date.now() + retryMs;
      for (let tries = 1; ; tries++) {
        try {
          return await writeOnce(work);
        } catch (error) {
          if (!isRetryableGraphFault(error) || tries >= MAX_WRITE_TRIES || Date.now() > deadline) {
            throw translateGraphFault(error);
          }
          options.log.debug({ error: (error as Error).message, tries }, "graph write repeated");
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 25 * 2 ** tries));
        }
      }
    },

    async raw(text, params = {}) {
      const session = open("WRITE");
      try {
        const result = await session.run(text, params);
        return result.records.map(rowOf);
      } catch (error) {
        throw translateGraphFault(error);
      } finally {
        await session.close();
      }
    },

    async ping(timeoutMs = 2_000) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(unavailable("The graph store cannot be reached")), timeoutMs);
      });
      const alive = driver.getServerInfo({ database: options.database }).catch((error) => {
        throw unavailable("The graph store cannot be reached", error);
      });
      try {
        await Promise.race([alive, late]);
      } finally {
        clearTimeout(timer);
      }
    },

    close: () => driver.close(),
  };
}

/** Wraps a retryable fault, which `write` retries itself: the driver's own retry would first wait a second. */
class Transient extends Error {
  override readonly name = "Transient";
}

function keepFromDriver(fault: unknown): never {
  throw isRetryableGraphFault(fault) ? new Transient("to be repeated", { cause: fault }) : fault;
}

function bindTx(tx: ManagedTransaction): GraphTx {
  return {
    async run(query, params) {
      const result = await tx.run(query.text, query.encode(params));
      return result.records.map((record) => query.decode(rowOf(record)));
    },
  };
}

/** The record as an object. The driver's `toObject` uses iterators and takes eight times as long. */
function rowOf(record: DriverRecord): Record<string, unknown> {
  const { keys } = record;
  const row: Record<string, unknown> = {};
  for (let i = 0; i < keys.length; i++) row[keys[i] as string] = record.get(i);
  return row;
}
