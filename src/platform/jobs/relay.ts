import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AppError, coerceError } from "../../errors.ts";
import type { Graph } from "../graph/graph.ts";
import { query } from "../graph/query.ts";
import type { Logger } from "../log.ts";
import type { Postgres } from "../postgres/postgres.ts";
import { type Change, type Changes, type GraphChange, parseChanges } from "./changes.ts";
import type { OutboxNode } from "./outbox.ts";

export interface Relay {
  /** Queues nodes that this process has just committed, for delivery at once and without reading them back. */
  enqueue(nodes: OutboxNode[]): void;
  start(): void;
  /** Delivers the enqueued nodes, then stops. */
  stop(): Promise<void>;
  /** Resolves once every enqueued node and every node in the graph is delivered. */
  drain(): Promise<void>;
}

export interface RelayDeps {
  graph: Graph;
  postgres: Postgres;
  /** The relay delivers to the stream "graph". */
  changes: Pick<Changes, "deliver">;
  log: Logger;
  /** Milliseconds between two sweeps for nodes of other processes that died; default 1,000. */
  pollMs?: number;
}

const BATCH_NODES = 40;
/** Characters of changes in one transaction, unless a single node has more. */
const BATCH_CHARS = 4_000_000;
/** Limit of the queue in memory, in characters. Further nodes stay in the graph, where the sweep finds them. */
const MAX_QUEUED_CHARS = 32_000_000;
const POLL_MS = 1_000;
/**
 * Minimum interval between deliveries, unless a batch was full: changes in quick succession share the two transactions.
 * The first change after a pause is delivered at once.
 */
const MIN_INTERVAL_MS = 50;
/** How long the ids of delivered nodes are kept. */
const DELIVERED_ID_RETENTION = "2 days";
const PURGE_MS = 3_600_000;

/** Undelivered nodes between two ids, oldest first. */
export const pendingChanges = query("outbox/pending", {
  params: z.object({ after: z.string(), before: z.string(), limit: z.int() }),
  row: z.object({ id: z.string(), tenant: z.string(), entries: z.string() }),
});
const removeDelivered = query("outbox/remove", {
  params: z.object({ ids: z.array(z.string()) }),
  row: z.object({ removed: z.int() }),
});

/**
 * Moves changes from the graph to Postgres. One Postgres transaction runs the consumers and stores the node's id, then a
 * graph transaction removes the node. After a crash between the two the node is delivered again, and its stored id makes
 * the repeat a no-op.
 */
export function createRelay(deps: RelayDeps): Relay {
  const { graph, postgres, log, pollMs = POLL_MS } = deps;
  let queue: OutboxNode[] = [];
  let queuedChars = 0;
  let running: Promise<void> | undefined;
  let polling: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;
  let purgeAt = 0;

  const nextBatch = (): OutboxNode[] => {
    let count = 0;
    let chars = 0;
    while (count < Math.min(BATCH_NODES, queue.length) && (count === 0 || chars < BATCH_CHARS)) {
      chars += queue[count++]!.entries.length;
    }
    queuedChars -= chars;
    return queue.splice(0, count);
  };

  const deliverQueue = async () => {
    try {
      while (queue.length > 0) {
        const started = performance.now();
        const nodes = nextBatch();
        const more = queue.length > 0;
        await deliver(deps, nodes);
        const pauseMs = MIN_INTERVAL_MS - (performance.now() - started);
        if (!more && pauseMs > 0) await sleep(pauseMs);
      }
    } catch (error) {
      log.warn({ error: coerceError(error).message }, "changes could not be delivered; they stay in the graph");
      queue = [];
      queuedChars = 0;
    }
  };

  const wake = (): Promise<void> => {
    running ??= deliverQueue().finally(() => {
      running = undefined;
      if (queue.length > 0) void wake();
    });
    return running;
  };

  /** Delivers nodes from before that time, page by page; leaves refused nodes for the next sweep. */
  const sweep = async (beforeMs: number, goOn: () => boolean) => {
    const before = idBound(beforeMs);
    for (let after = ""; goOn(); ) {
      const nodes = await graph.read(pendingChanges, { after, before, limit: BATCH_NODES });
      if (nodes.length > 0) await deliver(deps, nodes);
      if (nodes.length < BATCH_NODES) return;
      after = nodes.at(-1)!.id;
    }
  };

  const poll = async () => {
    try {
      // The process that committed younger nodes is about to deliver them.
      await sweep(Date.now() - 2 * pollMs, () => !stopped);
      if (Date.now() >= purgeAt) {
        purgeAt = Date.now() + PURGE_MS;
        await postgres.query("delete from relayed_outbox where at < now() - $1::interval", [DELIVERED_ID_RETENTION]);
      }
    } catch (error) {
      log.warn({ error: coerceError(error).message }, "the outbox could not be emptied");
    }
  };

  const schedule = () => {
    timer = setTimeout(() => {
      polling = poll().finally(() => {
        if (!stopped) schedule();
      });
    }, pollMs);
  };

  return {
    enqueue(nodes) {
      const chars = nodes.reduce((sum, node) => sum + node.entries.length, 0);
      if (queuedChars + chars > MAX_QUEUED_CHARS) return;
      queuedChars += chars;
      queue.push(...nodes);
      void wake();
    },
    start() {
      if (!stopped) return;
      stopped = false;
      schedule();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      while (running) await running;
      await polling;
    },
    async drain() {
      while (running) await running;
      // The clock of another process may be a little ahead.
      await sweep(Date.now() + 60_000, () => true);
    },
  };
}

/**
 * Delivers nodes as one batch. If that fails for another reason than an unavailable store, delivers them individually, so
 * that a node which a consumer refuses does not block the others. Throws AppError 503 if a store is unavailable.
 */
async function deliver(deps: RelayDeps, nodes: OutboxNode[]): Promise<void> {
  try {
    await deliverBatch(deps, nodes);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (nodes.length > 1) {
      for (const node of nodes) await deliver(deps, [node]);
    } else {
      deps.log.error({ err: error, outbox: nodes[0]?.id }, "changes were refused; they stay in the graph");
    }
  }
}

async function deliverBatch({ graph, postgres, changes }: RelayDeps, nodes: OutboxNode[]): Promise<void> {
  const ids = nodes.map((node) => node.id).sort();
  await postgres.transaction(async (tx) => {
    const fresh = await tx.query<{ id: string }>(
      "insert into relayed_outbox (id) select unnest($1::text[]) on conflict do nothing returning id",
      [ids],
    );
    const isFresh = new Set(fresh.map((row) => row.id));
    for (const [tenantId, ofTenant] of byTenant(nodes.filter((node) => isFresh.has(node.id)))) {
      await changes.deliver("graph", tx, tenantId, ofTenant);
    }
  });
  await graph.write((tx) => tx.run(removeDelivered, { ids }));
}

function byTenant(nodes: OutboxNode[]): Map<string, Change<GraphChange>[]> {
  const groups = new Map<string, Change<GraphChange>[]>();
  for (const node of nodes) {
    const changes = parseChanges(node.entries);
    const group = groups.get(node.tenant);
    if (group) group.push(...changes);
    else groups.set(node.tenant, changes);
  }
  return groups;
}

/** The lowest UUIDv7 of a millisecond. */
function idBound(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
