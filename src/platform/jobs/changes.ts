import type { ClientInfo } from "../../context.ts";
import {
  type AnyChange,
  type EventChange,
  isStoredChange,
  type ReportChange,
  type StoredChange,
  type VulnerabilityChange,
} from "../../model/changes.ts";
import { allSettled } from "../all-settled.ts";
import type { Sql } from "../postgres/postgres.ts";

/** Who made a change, and when. */
export interface ChangeOrigin {
  /** `<UUIDv7 of the outbox node or transaction>:<index in it>`: deterministic, so that a repeat can be recognised. */
  id: string;
  actor: string;
  requestId: string;
  /** The client of a change that came by HTTP. */
  client?: ClientInfo | undefined;
  /** ISO 8601. */
  at: string;
}

/** What happened to one thing, by whom and when. The one source of deliveries, history and follow-up jobs. */
export type Change<C extends AnyChange = AnyChange> = C & ChangeOrigin;

/** Changes of the stream "graph": those of the outbox, and finished scans, which only Postgres stores. */
export type GraphChange = StoredChange;

/**
 * The changes of each stream. Changes of "events", "reports" and "vulnerabilities" originate in Postgres and are delivered
 * in the same transaction.
 */
export interface ChangeStreams {
  graph: GraphChange;
  events: EventChange;
  reports: ReportChange;
  vulnerabilities: VulnerabilityChange;
}

/**
 * Consumes changes of one tenant within the Postgres transaction that delivers them: its writes commit with the delivery
 * or not at all. Gets each change exactly once, also after a crash, and the changes of one write in order.
 */
export interface ChangeConsumer<C extends AnyChange = AnyChange> {
  (tx: Sql, tenantId: string, changes: readonly Change<C>[]): Promise<void>;
  /** For `Changes.begin`: reads what it needs besides the changes, and returns the function that consumes them. */
  begin?(tx: Sql, tenantId: string): ConsumeChanges<C>;
}

/** Consumes the changes of one transaction and tenant. */
export type ConsumeChanges<C extends AnyChange> = (changes: readonly Change<C>[]) => Promise<void>;

/** A feature's consumer of each stream. */
export type ChangeConsumers = { [S in keyof ChangeStreams]?: ChangeConsumer<ChangeStreams[S]> };

export interface Changes {
  /**
   * Adds consumers. The consumers of one stream run in sequence, in the order of subscription; those of events start in that
   * order, and none waits for another.
   */
  subscribe(consumers: ChangeConsumers): void;
  /**
   * Passes changes to every consumer of the stream; rejects with the first failure, and the transaction must not
   * commit.
   */
  deliver<S extends keyof ChangeStreams>(
    stream: S,
    tx: Sql,
    tenantId: string,
    changes: readonly Change<ChangeStreams[S]>[],
  ): Promise<void>;
  /**
   * As `deliver`, for changes that are yet to be made: consumers read what they need at once, rather than behind the
   * statements that make the changes. The function that is returned passes the changes to them; it need not be called.
   */
  begin<S extends keyof ChangeStreams>(stream: S, tx: Sql, tenantId: string): ConsumeChanges<ChangeStreams[S]>;
}

/** Streams whose consumers do not wait for each other. Whoever reports an event waits for its consumers. */
const AT_ONCE: Readonly<Record<keyof ChangeStreams, boolean>> = {
  graph: false,
  events: true,
  reports: false,
  vulnerabilities: false,
};

/** Creates the streams of changes, without consumers. */
export function createChanges(): Changes {
  const consumers: { [S in keyof ChangeStreams]: ChangeConsumer<ChangeStreams[S]>[] } = {
    graph: [],
    events: [],
    reports: [],
    vulnerabilities: [],
  };
  return {
    subscribe({ graph, events, reports, vulnerabilities }) {
      if (graph) consumers.graph.push(graph);
      if (events) consumers.events.push(events);
      if (reports) consumers.reports.push(reports);
      if (vulnerabilities) consumers.vulnerabilities.push(vulnerabilities);
    },
    deliver(stream, tx, tenantId, changes) {
      const calls = consumers[stream].map((consume) => () => consume(tx, tenantId, changes));
      return inOrder(calls, AT_ONCE[stream]);
    },
    begin(stream, tx, tenantId) {
      const all = consumers[stream].map((consume) => ({ consume, begun: consume.begin?.(tx, tenantId) }));
      return (changes) => {
        const calls = all.map(
          ({ consume, begun }) =>
            () =>
              begun ? begun(changes) : consume(tx, tenantId, changes),
        );
        return inOrder(calls, AT_ONCE[stream]);
      };
    },
  };
}

/** Makes the calls in their order; each waits for the one before it, unless all are made at once. */
async function inOrder(calls: readonly (() => Promise<void>)[], atOnce: boolean): Promise<void> {
  if (atOnce) await allSettled(calls.map((call) => call()));
  else for (const call of calls) await call();
}

/** A stored change of a kind or shape that this version does not know: a newer version may have written it. */
export class UnknownChange extends Error {
  override readonly name = "UnknownChange";
}

/**
 * Parses the changes of an outbox node from JSON text. Throws UnknownChange if this version does not know the kind or
 * shape of one: the relay then leaves the node in the graph, for a process that knows it.
 */
export function parseChanges(text: string): Change<GraphChange>[] {
  const entries = JSON.parse(text) as unknown[];
  return entries.map((entry) => {
    if (isStoredChange(entry) && isWithOrigin(entry)) return entry;
    const kind = JSON.stringify((entry as { kind?: unknown } | null)?.kind ?? null).slice(0, 100);
    throw new UnknownChange(`the outbox holds a change of a kind or shape that this version does not know: ${kind}`);
  });
}

function isWithOrigin(entry: GraphChange): entry is Change<GraphChange> {
  const { id, actor, requestId, at } = entry as Partial<ChangeOrigin>;
  return [id, actor, requestId, at].every((text) => typeof text === "string");
}
