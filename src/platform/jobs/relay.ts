import { z } from "zod";
import { coerceError } from "../../errors.ts";
import type { Graph } from "../graph/graph.ts";
import { query } from "../graph/query.ts";
import type { Logger } from "../log.ts";
import type { Postgres, Sql } from "../postgres/postgres.ts";
import type { NewsEntry, OutboxNode } from "./outbox.ts";

/** Takes news over inside the relay's Postgres transaction. Called once for an entry, whatever crashes between. */
export type NewsSink = (tx: Sql, tenantId: string, entries: NewsEntry[]) => Promise<void>;

export interface Relay {
  /** Nodes that this process has just committed: handed over at once, without reading them back. */
  offer(nodes: OutboxNode[]): void;
  start(): void;
  /** Hands over what was offered, then stops. */
  stop(): Promise<void>;
  /** Resolves when everything that was offered, and all that stands in the graph, has been handed over. */
  drain(): Promise<void>;
}

const BATCH = 40;
/** Beyond this the graph alone remembers, and the poll picks up. */
const MAX_QUEUED = 2_000;
const POLL_MS = 1_000;

const pendingNews = query("outbox/pending", {
  params: z.object({ before: z.string(), limit: z.int() }),
  row: z.object({ id: z.string(), tenant: z.string(), entries: z.string() }),
});
const removeNews = query("outbox/remove", {
  params: z.object({ ids: z.array(z.string()) }),
  row: z.object({ removed: z.int() }),
});

/**
 * Moves news from the graph to Postgres: first the sinks in one transaction that also remembers the node's id, then the
 * node's removal. A crash between the two repeats the node, and the remembered id makes the repeat empty.
 */
export function createRelay(deps: { graph: Graph; postgres: Postgres; sinks: NewsSink[]; log: Logger }): Relay {
  const { graph, postgres, sinks, log } = deps;
  let queue: OutboxNode[] = [];
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const handOver = async (nodes: OutboxNode[]) => {
    const ids = nodes.map((node) => node.id).sort();
    await postgres.transaction(async (tx) => {
      const fresh = await tx.query<{ id: string }>(
        "insert into relayed_outbox (id) select unnest($1::text[]) on conflict do nothing returning id",
        [ids],
      );
      const isFresh = new Set(fresh.map((row) => row.id));
      for (const [tenantId, entries] of byTenant(nodes.filter((node) => isFresh.has(node.id)))) {
        for (const sink of sinks) await sink(tx, tenantId, entries);
      }
    });
    await graph.write((tx) => tx.run(removeNews, { ids }));
  };

  const work = async () => {
    try {
      while (queue.length > 0) {
        const batch = queue.slice(0, BATCH);
        queue = queue.slice(BATCH);
        await handOver(batch);
      }
    } catch (error) {
      log.warn({ error: coerceError(error).message }, "news could not be handed over; it stays in the graph");
      queue = [];
    }
  };

  const kick = (): Promise<void> => {
    running ??= work().finally(() => {
      running = undefined;
      if (queue.length > 0) void kick();
    });
    return running;
  };

  /** Nodes older than `ageMs`, which no process is just about to hand over. */
  const sweep = async (ageMs: number): Promise<number> => {
    const before = idBound(Date.now() - ageMs);
    const nodes = await graph.read(pendingNews, { before, limit: BATCH });
    if (nodes.length > 0) await handOver(nodes);
    return nodes.length;
  };

  const poll = async () => {
    try {
      while ((await sweep(2 * POLL_MS)) === BATCH && timer);
    } catch (error) {
      log.warn({ error: coerceError(error).message }, "the outbox could not be read");
    }
    if (timer) timer = setTimeout(poll, POLL_MS);
  };

  return {
    offer(nodes) {
      if (queue.length + nodes.length > MAX_QUEUED) return;
      queue.push(...nodes);
      void kick();
    },
    start() {
      timer ??= setTimeout(poll, POLL_MS);
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
    async drain() {
      while (running) await running;
      while ((await sweep(-60_000)) > 0);
    },
  };
}

function byTenant(nodes: OutboxNode[]): Map<string, NewsEntry[]> {
  const groups = new Map<string, NewsEntry[]>();
  for (const node of nodes) {
    const entries = JSON.parse(node.entries) as NewsEntry[];
    const group = groups.get(node.tenant);
    if (group) group.push(...entries);
    else groups.set(node.tenant, entries);
  }
  return groups;
}

/** The lowest UUIDv7 of that millisecond. */
function idBound(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
