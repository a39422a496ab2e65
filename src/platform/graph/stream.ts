import type { Record as DriverRecord, Session } from "neo4j-driver";
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
  const pages = createHandover<Record<string, unknown>[]>();
  const flying = connections
    // Whoever leaves while the server works closes the session, which ends the transaction.
    .withSession("READ", (session, flight) =>
      Promise.race([pages.left, readPages({ session, flight, statement, timeoutMs }, pages.put)]),
    )
    .then(pages.end, (error: unknown) => pages.fail(translateGraphFault(error)));
  const onAbort = () => pages.fail(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    for (;;) {
      const page = await pages.take();
      if (!page) return;
      yield page;
    }
  } finally {
    signal?.removeEventListener("abort", onAbort);
    pages.leave();
    await flying;
  }
}

interface Reading {
  session: Session;
  flight: Flight;
  statement: ComposedStatement;
  timeoutMs: number;
}

async function readPages(
  { session, flight, statement, timeoutMs }: Reading,
  put: (page: Record<string, unknown>[]) => Promise<void>,
): Promise<void> {
  const result = session.run(statement.text, statement.params, {
    timeout: timeoutMs,
    metadata: { orrery: flight.mark },
  });
  let page: Record<string, unknown>[] = [];
  for await (const record of result) {
    page.push(rowOf(record as DriverRecord));
    if (page.length < PAGE_ROWS) continue;
    const full = page;
    page = [];
    await flight.atRest(() => put(full));
  }
  if (page.length > 0) await flight.atRest(() => put(page));
}

/** Passes things from one loop to another, one at a time. */
interface Handover<T> {
  /** Resolves once the thing is taken and the next is asked for; rejects if nobody takes any more. */
  put(thing: T): Promise<void>;
  end(): void;
  fail(error: unknown): void;
  /** Undefined after the last. Rejects with what `fail` was given. */
  take(): Promise<T | undefined>;
  leave(): void;
  /** Rejects after `leave`. */
  left: Promise<never>;
}

class Left extends Error {
  override readonly name = "Left";
}

function createHandover<T>(): Handover<T> {
  let waiting: { thing: T; taken: () => void; refused: (error: Error) => void } | undefined;
  let outcome: { error?: unknown; failed: boolean } | undefined;
  let hasLeft = false;
  let wake: (() => void) | undefined;
  let release: (() => void) | undefined;
  const settle = (next: NonNullable<typeof outcome>) => {
    outcome ??= next;
    wake?.();
  };
  const leaving = Promise.withResolvers<never>();
  leaving.promise.catch(() => undefined);
  return {
    left: leaving.promise,
    put: (thing) =>
      new Promise((taken, refused) => {
        if (hasLeft || outcome) return refused(new Left("nobody reads on"));
        waiting = { thing, taken, refused };
        wake?.();
      }),
    end: () => settle({ failed: false }),
    fail: (error) => settle({ error, failed: true }),
    async take() {
      release?.();
      release = undefined;
      if (!waiting && !outcome) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      }
      if (outcome?.failed) throw outcome.error;
      if (!waiting) return undefined;
      const { thing, taken } = waiting;
      waiting = undefined;
      release = taken;
      return thing;
    },
    leave() {
      hasLeft = true;
      leaving.reject(new Left("nobody reads on"));
      waiting?.refused(new Left("nobody reads on"));
      waiting = undefined;
      release?.();
    },
  };
}
