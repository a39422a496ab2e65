import { setTimeout as sleep } from "node:timers/promises";
import type { Record as DriverRecord, Session } from "neo4j-driver";
import { createHandOver, ReaderGone } from "../hand-over.ts";
import type { Connections } from "./connections.ts";
import { translateGraphFault } from "./faults.ts";
import type { Flight } from "./flight.ts";
import { rowOf } from "./row.ts";

/** A statement that a compiler put together from constants of the source; values are its parameters alone. */
export interface ComposedStatement {
  text: string;
  /** As the driver takes them, see `toGraph`. */
  params: Record<string, unknown>;
}

export interface StreamReadOptions {
  /** The server ends the transaction after so many milliseconds, the time between pages included. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Rows of a page; as many records as the driver asks the server for at once. */
const PAGE_ROWS = 1_000;
/** Longest that a stream waits for rows under way when its reader leaves. */
const ROWS_UNDER_WAY_MS = 500;

/**
 * Reads a statement in pages, each when it is taken: the driver asks for no more records while the caller works on a page.
 * A loop that is left early, and an aborted signal, end the transaction. Throws 503 after the time limit.
 */
export async function* streamRead(
  connections: Pick<Connections, "withSession">,
  statement: ComposedStatement,
  { timeoutMs, signal }: StreamReadOptions,
): AsyncGenerator<Record<string, unknown>[], void, undefined> {
  signal?.throwIfAborted();
  const pages = createHandOver<Record<string, unknown>[]>(timeoutMs);
  const left = Promise.withResolvers<never>();
  let hasLeft = false;
  left.promise.catch(() => undefined);
  const flying = connections
    // Whoever leaves while the server works closes the session, which ends the transaction.
    .withSession("READ", (session, flight) =>
      Promise.race([
        left.promise,
        readPages({ session, flight, statement, timeoutMs, hasLeft: () => hasLeft }, pages.put),
      ]),
    )
    .then(pages.end, (error: unknown) => pages.fail(translateGraphFault(error)));
  const onAbort = () => pages.fail(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    yield* pages.values;
  } finally {
    signal?.removeEventListener("abort", onAbort);
    hasLeft = true;
    // Rows under way arrive first: the driver does not cope with a session that is closed between two requests for more.
    await Promise.race([flying, sleep(ROWS_UNDER_WAY_MS, undefined, { ref: false })]);
    left.reject(new ReaderGone("the reader left"));
    await flying;
  }
}

interface Reading {
  session: Session;
  flight: Flight;
  statement: ComposedStatement;
  timeoutMs: number;
  hasLeft(): boolean;
}

async function readPages(
  { session, flight, statement, timeoutMs, hasLeft }: Reading,
  put: (page: Record<string, unknown>[]) => Promise<void>,
): Promise<void> {
  const result = session.run(statement.text, statement.params, {
    timeout: timeoutMs,
    metadata: { orrery: flight.mark },
  });
  let page: Record<string, unknown>[] = [];
  for await (const record of result) {
    // The session is closed: the driver would ask for more on a connection that is another session's by then.
    if (hasLeft()) return;
    page.push(rowOf(record as DriverRecord));
    if (page.length < PAGE_ROWS) continue;
    const full = page;
    page = [];
    await flight.atRest(() => put(full));
    if (hasLeft()) return;
  }
  if (page.length > 0) await flight.atRest(() => put(page));
}
