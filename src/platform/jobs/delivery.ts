import { coerceError, isUnavailable } from "../../errors.ts";
import type { Graph } from "../graph/graph.ts";
import type { Logger } from "../log.ts";
import { isServerCondition } from "../postgres/faults.ts";
import type { Postgres } from "../postgres/postgres.ts";
import { type Change, type Changes, type GraphChange, parseChanges, UnknownChange } from "./changes.ts";
import { outboxGraph, type Refusal } from "./outbox.graph.store.ts";
import type { OutboxNode } from "./outbox.ts";
import type { StoresTakeWrites } from "./stores-take-writes.ts";

export interface DeliveryDeps {
  graph: Graph;
  postgres: Postgres;
  /** The relay delivers to the stream "graph". */
  changes: Pick<Changes, "deliver">;
  log: Logger;
  storesTakeWrites: StoresTakeWrites;
  /** Milliseconds after each failed try of a node; after one try more it is parked. */
  retryPausesMs?: readonly number[];
  /** How long this process lets changes wait whose kind or shape it does not know, in milliseconds; default an hour. */
  unknownWaitMs?: number;
}

export interface Delivery {
  /**
   * Delivers nodes as one batch, or in smaller ones if a batch fails while the stores work. A node that fails
   * on its own is tried again later, and parked in the end. Throws if a store is unavailable; nothing is lost then.
   */
  deliver(nodes: OutboxNode[]): Promise<void>;
  /** Whether the node waits in this process, since it does not know the kind or shape of its changes. */
  waits(id: string): boolean;
}

const RETRY_PAUSES_MS = [1_000, 5_000, 30_000, 120_000];
const UNKNOWN_WAIT_MS = 3_600_000;
/** A node that is not known is read again after so long, in milliseconds: another process may have delivered it. */
const UNKNOWN_PAUSE_MS = 30_000;
const MAX_UNKNOWN = 10_000;
const MAX_ERROR_CHARS = 500;

/**
 * How often a batch is tried again that a connection was lost with, while the stores take writes. On a network that resets
 * connections several may be lost in a row; a batch that brings the connection down itself is refused soon after.
 */
const MAX_REPEATS = 3;

interface Parsed {
  node: OutboxNode;
  changes: Change<GraphChange>[];
}

/**
 * One Postgres transaction runs the consumers and stores the ids of the nodes, then a graph transaction removes the nodes.
 * After a crash between the two a node is delivered again, and its stored id makes the repeat a no-op.
 */
export function createDelivery(deps: DeliveryDeps): Delivery {
  const { graph, postgres, changes, log, storesTakeWrites, unknownWaitMs = UNKNOWN_WAIT_MS } = deps;
  const pauses = [...(deps.retryPausesMs ?? RETRY_PAUSES_MS)];
  const unknown = new Map<string, { sinceMs: number; untilMs: number }>();

  const deliverBatch = async (batch: Parsed[]) => {
    const ids = batch.map(({ node }) => node.id).sort();
    await postgres.transaction(async (tx) => {
      const fresh = await tx.query<{ id: string }>(
        "insert into relayed_outbox (id) select unnest($1::text[]) on conflict do nothing returning id",
        [ids],
        { prepared: true },
      );
      const isFresh = new Set(fresh.map((row) => row.id));
      const groups = Map.groupBy(
        batch.filter(({ node }) => isFresh.has(node.id)),
        ({ node }) => node.tenant,
      );
      for (const [tenantId, group] of groups) {
        await changes.deliver(
          "graph",
          tx,
          tenantId,
          group.flatMap((parsed) => parsed.changes),
        );
      }
    });
    await outboxGraph.remove(graph, ids);
  };

  const refuse = async ({ id, tenant }: OutboxNode, thrown: unknown, reason: Refusal["reason"] = "refused") => {
    const error = coerceError(thrown).message.slice(0, MAX_ERROR_CHARS);
    const refusal = { id, error, reason, atMs: Date.now(), pauses: reason === "unknown" ? [] : pauses };
    const counted = await outboxGraph.refuse(graph, refusal);
    const text = counted?.parked ? "changes were refused for good and are parked" : "changes were refused";
    log.error({ err: thrown, outbox: id, tenant, tries: counted?.tries }, text);
  };

  const attempt = async (batch: Parsed[], repeats = 0): Promise<void> => {
    try {
      if (batch.length > 0) await deliverBatch(batch);
    } catch (error) {
      if (isServerCondition(error) || !(await storesTakeWrites())) throw error;
      // A store is back after an outage, or lost a connection: it did not refuse the batch.
      if (isUnavailable(error) && repeats < MAX_REPEATS) return attempt(batch, repeats + 1);
      if (batch.length === 1) return refuse(batch[0]!.node, error);
      const half = Math.ceil(batch.length / 2);
      await attempt(batch.slice(0, half));
      await attempt(batch.slice(half));
    }
  };

  const waitOrPark = async (node: OutboxNode, error: UnknownChange) => {
    const now = Date.now();
    const sinceMs = unknown.get(node.id)?.sinceMs ?? now;
    if (now - sinceMs < unknownWaitMs) {
      if (unknown.size >= MAX_UNKNOWN) unknown.clear();
      if (sinceMs === now) log.warn({ error: error.message, outbox: node.id }, "changes wait for a newer version");
      unknown.set(node.id, { sinceMs, untilMs: now + Math.min(UNKNOWN_PAUSE_MS, unknownWaitMs) });
      return;
    }
    unknown.delete(node.id);
    await refuse(node, error, "unknown");
  };

  return {
    async deliver(nodes) {
      const known: Parsed[] = [];
      for (const node of nodes) {
        try {
          known.push({ node, changes: parseChanges(node.entries) });
        } catch (error) {
          if (error instanceof UnknownChange) await waitOrPark(node, error);
          else await refuse(node, error);
        }
      }
      await attempt(known);
    },

    waits: (id) => (unknown.get(id)?.untilMs ?? 0) > Date.now(),
  };
}
