import { setTimeout as sleep } from "node:timers/promises";
import { coerceError } from "../../errors.ts";
import { lowestIdAt } from "../ids.ts";
import { createDelivery, type DeliveryDeps } from "./delivery.ts";
import { outboxGraph, type PendingNode } from "./outbox.graph.store.ts";
import type { OutboxNode } from "./outbox.ts";
import { forgetRelayedIds } from "./relayed-ids.ts";

export interface Relay {
  /** Queues nodes that this process has just committed, for delivery at once and without reading them back. */
  enqueue(nodes: OutboxNode[]): void;
  start(): void;
  /** Delivers the enqueued nodes, then stops. */
  stop(): Promise<void>;
  /**
   * Resolves once it has tried every enqueued node and every node in the graph, including nodes that wait for their next
   * try.
   */
  drain(): Promise<void>;
}

export interface RelayDeps extends DeliveryDeps {
  /** Milliseconds between two sweeps for nodes of other processes that died; default 1,000. */
  pollMs?: number;
}

const BATCH_NODES = 40;
/** Bytes of changes in one transaction, unless a single node has more. */
const BATCH_BYTES = 4_000_000;
/** A sweep asks for so many tenants at once, and for at least so many nodes of each: no tenant waits for a backlog. */
const TENANTS_PER_ROUND = 40;
const MIN_NODES_PER_TURN = 8;
/** Limit of the queue in memory, in characters. Further nodes stay in the graph, where the sweep finds them. */
const MAX_QUEUED_CHARS = 32_000_000;
const POLL_MS = 1_000;
/**
 * Minimum interval between deliveries, unless a batch was full: changes in quick succession share the two transactions.
 * The first change after a pause is delivered at once.
 */
const MIN_INTERVAL_MS = 50;
const FORGET_MS = 3_600_000;

/** Moves changes from the graph to Postgres: those of this process at once, and what others left by sweeps. */
export function createRelay(deps: RelayDeps): Relay {
  const { graph, postgres, log, pollMs = POLL_MS } = deps;
  const delivery = createDelivery(deps);
  let queue: OutboxNode[] = [];
  let queuedChars = 0;
  let running: Promise<void> | undefined;
  let polling: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;
  let forgetAt = 0;
  let unknownReleased = false;

  const nextBatch = (): OutboxNode[] => {
    const batch = queue.splice(0, batchLength(queue.slice(0, BATCH_NODES).map(({ entries }) => entries.length)));
    queuedChars -= batch.reduce((sum, node) => sum + node.entries.length, 0);
    return batch;
  };

  const deliverQueue = async () => {
    try {
      while (queue.length > 0) {
        const started = performance.now();
        const nodes = nextBatch();
        const more = queue.length > 0;
        await delivery.deliver(nodes);
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

  const deliverPending = async (pending: PendingNode[]) => {
    for (let start = 0; start < pending.length; ) {
      const length = batchLength(pending.slice(start, start + BATCH_NODES).map(({ size }) => size));
      const ids = pending.slice(start, start + length).map(({ id }) => id);
      await delivery.deliver(await outboxGraph.read(graph, ids));
      start += length;
    }
  };

  /** Delivers nodes from before that time, in turns of the tenants. Without `early`, refused nodes wait for their time. */
  const sweep = async (beforeMs: number, early: boolean, goOn: () => boolean) => {
    const before = lowestIdAt(beforeMs);
    let waiting = (await outboxGraph.backlog(graph, before)).map(({ tenant }) => ({ tenant, after: "" }));
    while (waiting.length > 0 && goOn()) {
      const turns = waiting.slice(0, TENANTS_PER_ROUND);
      const limit = Math.max(MIN_NODES_PER_TURN, Math.floor(BATCH_NODES / turns.length));
      const found = await outboxGraph.pending(graph, turns, before, limit);
      await deliverPending(
        found.filter(({ id, retryAt }) => early || ((retryAt ?? 0) <= Date.now() && !delivery.waits(id))),
      );
      const unfinished = [...Map.groupBy(found, ({ tenant }) => tenant)].flatMap(([tenant, nodes]) =>
        nodes.length === limit
          ? [
              {
                tenant,
                after: nodes
                  .map(({ id }) => id)
                  .sort()
                  .at(-1)!,
              },
            ]
          : [],
      );
      waiting = [...waiting.slice(TENANTS_PER_ROUND), ...unfinished];
    }
  };

  const poll = async () => {
    try {
      if (!unknownReleased) await outboxGraph.releaseUnknown(graph);
      unknownReleased = true;
      // The process that committed younger nodes is about to deliver them.
      await sweep(Date.now() - 2 * pollMs, false, () => !stopped);
      if (Date.now() >= forgetAt) {
        forgetAt = Date.now() + FORGET_MS;
        await forgetRelayedIds({ graph, postgres });
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
      await sweep(Date.now() + 60_000, true, () => true);
    },
  };
}

/** How many of these sizes, at most BATCH_NODES, make one batch: at least one. */
function batchLength(sizes: readonly number[]): number {
  let bytes = 0;
  const end = sizes.findIndex((size, i) => {
    bytes += size;
    return i > 0 && bytes > BATCH_BYTES;
  });
  return end === -1 ? sizes.length : end;
}
