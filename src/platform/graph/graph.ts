import type { Plan, Transaction } from "neo4j-driver";
import { errorCode, unavailable } from "../../errors.ts";
import { ping } from "../ping.ts";
import { type ConnectionOptions, createConnections } from "./connections.ts";
import { isRetryableGraphFault, translateGraphFault } from "./faults.ts";
import type { GraphQuery } from "./query.ts";
import { rowOf } from "./row.ts";
import { type ComposedStatement, type StreamReadOptions, streamRead } from "./stream.ts";
import { withoutStackTrace } from "./without-stack-trace.ts";

export type { Neo4jConfig } from "./connections.ts";
export type { ComposedStatement } from "./stream.ts";

/** A transaction: statements run in order and commit together. */
export interface GraphTx {
  run<P, R>(query: GraphQuery<P, R>, params: P): Promise<R[]>;
  /**
   * Sends a statement whose rows nobody needs, without waiting for its answer: the next statement follows in the same round
   * trip. If it fails, the transaction is not committed and `Graph.write` rejects with its error.
   */
  send<P, R>(query: GraphQuery<P, R>, params: P): void;
}

export interface Graph {
  /** Runs one READ statement in its own transaction. Retries after a lost connection or a concurrent deletion. */
  read<P, R>(query: GraphQuery<P, R>, params: P): Promise<R[]>;
  /**
   * Runs the work in one write transaction. It may run several times (deadlock, lost connection) and must have no other
   * effects.
   */
  write<T>(work: (tx: GraphTx) => Promise<T>): Promise<T>;
  /** Reads a composed statement page by page, with bounded memory; see `streamRead`. Nothing is retried. */
  stream(statement: ComposedStatement, options: StreamReadOptions): AsyncIterable<Record<string, unknown>[]>;
  /** Operators of the plan of a composed statement, leaves first, each with its details. Runs nothing. */
  plan(statement: ComposedStatement): Promise<string[]>;
  /** Runs a statement from its text, for migrations and the catalogue's tests. */
  raw(text: string, params?: Record<string, unknown>): Promise<Record<string, unknown>[]>;
  /** Throws 503 unless the server answers, this or another statement, within `timeoutMs`. */
  ping(timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

export interface GraphOptions extends ConnectionOptions {
  /** Time limit for retries of a write, in milliseconds. Requests answer 503 within 5 s. */
  retryMs?: number;
}

const UNREACHABLE = "The graph store cannot be reached";

const MAX_READ_TRIES = 3;
const MAX_WRITE_TRIES = 8;

/** Creates the connection to Neo4j. Overload and absence become 503 quickly: limited retries. */
export function createGraph(options: GraphOptions): Graph {
  const connections = createConnections(options);
  const retryMs = options.retryMs ?? 4_000;
  let answers = 0;
  const counted = async <T>(statement: PromiseLike<T>): Promise<T> => {
    const result = await statement;
    answers++;
    return result;
  };

  const runOnce = (mode: "READ" | "WRITE", text: string, params: Record<string, unknown>) =>
    connections.withSession(mode, async (session, { mark }) => {
      const result = await counted(withoutStackTrace(() => session.run(text, params, { metadata: { orrery: mark } })));
      return result.records.map(rowOf);
    });

  /** Without the driver's own retries: it repeats what has been committed when the answer was lost. */
  const writeOnce = <T>(work: (tx: GraphTx) => Promise<T>): Promise<T> =>
    connections.withSession("WRITE", async (session, flight) => {
      // Not awaited: it shares the round trip of the first statement.
      const tx = session.beginTransaction({ timeout: 60_000, metadata: { orrery: flight.mark } });
      let refusal: { error: unknown } | undefined;
      // After one failure the driver refuses all further statements with an error that does not name the cause.
      const refused = (error: unknown) => {
        refusal ??= { error };
      };
      tx.catch(refused);
      try {
        const waiting = <A>(answer: PromiseLike<A>) => flight.waiting(counted(answer));
        const result = await flight.atRest(() => work(bindTx(tx, waiting, refused)));
        await withoutStackTrace(() => tx.commit());
        return result;
      } catch (error) {
        // What ended the work says more than a rollback that fails after it.
        await tx.close().catch(() => undefined);
        throw refusal ? refusal.error : error;
      }
    });

  const greet = () =>
    connections.greet().catch((error: unknown) => {
      throw unavailable(UNREACHABLE, error);
    });

  return {
    async read(query, params) {
      const encoded = query.encode(params);
      for (let tries = 1; ; tries++) {
        try {
          return (await runOnce("READ", query.text, encoded)).map((row) => query.decode(row));
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

    stream: (statement, options) => streamRead(connections, statement, options),

    async plan({ text, params }) {
      const explained = connections.withSession("READ", async (session, { mark }) => {
        const { summary } = await session.run(`EXPLAIN ${text}`, params, { metadata: { orrery: mark } });
        return summary.plan ? operatorsOf(summary.plan) : [];
      });
      return explained.catch((error: unknown) => {
        throw translateGraphFault(error);
      });
    },

    async raw(text, params = {}) {
      return runOnce("WRITE", text, params).catch((error: unknown) => {
        throw translateGraphFault(error);
      });
    },

    ping: (timeoutMs = 2_000) => ping({ message: UNREACHABLE, ask: greet, answers: () => answers }, timeoutMs),

    close: connections.close,
  };
}

function bindTx(
  tx: Pick<Transaction, "run">,
  waiting: <T>(answer: PromiseLike<T>) => Promise<T>,
  refused: (error: unknown) => void,
): GraphTx {
  const runOf = <P, R>(query: GraphQuery<P, R>, params: P) => {
    const encoded = query.encode(params);
    return withoutStackTrace(() => tx.run(query.text, encoded));
  };
  return {
    async run(query, params) {
      const result = await waiting(runOf(query, params));
      return result.records.map((record) => query.decode(rowOf(record)));
    },
    send(query, params) {
      waiting(runOf(query, params)).catch(refused);
    },
  };
}

function operatorsOf({ operatorType, arguments: given, children }: Plan): string[] {
  const details = (given as Record<string, unknown>).Details;
  const own = `${operatorType.replace(/@.*$/, "")}${details === undefined ? "" : ` ${String(details)}`}`;
  return [...children.flatMap(operatorsOf), own];
}
