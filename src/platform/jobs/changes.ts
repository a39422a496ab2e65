import type { ClientInfo } from "../../context.ts";
import {
  type AnyChange,
  type CiChange,
  type EventChange,
  isStoredChange,
  type RelationshipChange,
  type ScanChange,
} from "../../model/changes.ts";
import type { Sql } from "../postgres/postgres.ts";

/** On whose behalf a change was made, and when. */
export interface ChangeOrigin {
  /** `<outbox node or transaction>:<place in it>`, a UUIDv7 first: deterministic, so that a repeat is known as one. */
  id: string;
  actor: string;
  requestId: string;
  /** From where, where the change came by HTTP. */
  client?: ClientInfo | undefined;
  /** ISO 8601. */
  at: string;
}

/** What happened to one thing, by whom and when. Deliveries, history and follow-up jobs have this one source. */
export type Change<C extends AnyChange = AnyChange> = C & ChangeOrigin;

/** What the stream "graph" carries: the outbox's changes, and ends of scans, which Postgres alone keeps. */
export type GraphChange = CiChange | RelationshipChange | ScanChange;

/** The changes of each stream. Those of "events" are made in Postgres alone, and delivered where they are made. */
export interface ChangeStreams {
  graph: GraphChange;
  events: EventChange;
}

/**
 * Takes changes of one tenant within the Postgres transaction that delivers them: what it writes commits with the delivery
 * or not at all. Gets each change once, whatever crashes between, in the order in which one write made them.
 */
export type ChangeConsumer<C extends AnyChange = AnyChange> = (
  tx: Sql,
  tenantId: string,
  changes: readonly Change<C>[],
) => Promise<void>;

/** What a feature takes of each stream. */
export type ChangeConsumers = { [S in keyof ChangeStreams]?: ChangeConsumer<ChangeStreams[S]> };

export interface Changes {
  /** Adds consumers; those of one stream run one after the other, in the order in which they were added. */
  subscribe(consumers: ChangeConsumers): void;
  /** Gives changes to every consumer of the stream; rejects as the first that fails, and the transaction must not commit. */
  deliver<S extends keyof ChangeStreams>(
    stream: S,
    tx: Sql,
    tenantId: string,
    changes: readonly Change<ChangeStreams[S]>[],
  ): Promise<void>;
}

/** Both streams of changes, without consumers yet. */
export function createChanges(): Changes {
  const consumers: { [S in keyof ChangeStreams]: ChangeConsumer<ChangeStreams[S]>[] } = { graph: [], events: [] };
  return {
    subscribe({ graph, events }) {
      if (graph) consumers.graph.push(graph);
      if (events) consumers.events.push(events);
    },
    async deliver(stream, tx, tenantId, changes) {
      for (const consume of consumers[stream]) await consume(tx, tenantId, changes);
    },
  };
}

/**
 * The changes of an outbox node from their JSON text. Throws where one is of no kind or shape that this version knows, as
 * that of a newer version may be: the relay then leaves the node in the graph, for a process that knows it.
 */
export function parseChanges(text: string): Change<GraphChange>[] {
  const entries = JSON.parse(text) as unknown[];
  return entries.map((entry) => {
    if (isStoredChange(entry) && isWithOrigin(entry)) return entry;
    throw new Error("the outbox holds a change of a kind or shape that this version does not know");
  });
}

function isWithOrigin(entry: GraphChange): entry is Change<GraphChange> {
  const { id, actor, requestId, at } = entry as Partial<ChangeOrigin>;
  return [id, actor, requestId, at].every((text) => typeof text === "string");
}
