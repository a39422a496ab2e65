import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AppError, coerceError } from "../../errors.ts";
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

export interface RelayDeps {
  graph: Graph;
  postgres: Postgres;
  sinks: NewsSink[];
  log: Logger;
  /** Milliseconds between two looks for what other processes left behind; default 1,000. */
  pollMs?: number;
}

const BATCH = 40;
/** Characters of news in one transaction, unless a single node has more. */
const BATCH_CHARS = 4_000_000;
/** Characters of news in memory. Beyond this the graph alone remembers, and the poll picks up. */
const MAX_QUEUED_CHARS = 32_000_000;
const POLL_MS = 1_000;
/**
 * Least time from one hand-over to the next, unless one could not take all: news that comes quickly gathers, and shares
 * the two transactions. The first after a pause goes at once.
 */
const PACE_MS = 50;
/** Ids of nodes are remembered this long after they were handed over. */
const REMEMBERED = "2 days";
const FORGET_MS = 3_600_000;

/** News that is still to be handed over, oldest first, between two ids. */
export const pendingNews = query("outbox/pending", {
  params: z.object({ after: z.string(), before: z.string(), limit: z.int() }),
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
export function createRelay(deps: RelayDeps): Relay {
  const { graph, postgres, log, pollMs = POLL_MS } = deps;
  let queue: OutboxNode[] = [];
  let queuedChars = 0;
  let running: Promise<void> | undefined;
  let polling: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;
  let forgetAt = 0;

  const take = (): OutboxNode[] => {
    let count = 0;
    let chars = 0;
    while (count < Math.min(BATCH, queue.length) && (count === 0 || chars < BATCH_CHARS)) {
      chars += queue[count++]!.entries.length;
    }
    queuedChars -= chars;
    return queue.splice(0, count);
  };

  const work = async () => {
    try {
      while (queue.length > 0) {
        const started = performance.now();
        const nodes = take();
        const more = queue.length > 0;
        await handOver(deps, nodes);
        const rest = PACE_MS - (performance.now() - started);
        if (!more && rest > 0) await sleep(rest);
      }
    } catch (error) {
      log.warn({ error: coerceError(error).message }, "news could not be handed over; it stays in the graph");
      queue = [];
      queuedChars = 0;
    }
  };

  const kick = (): Promise<void> => {
    running ??= work().finally(() => {
      running = undefined;
      if (queue.length > 0) void kick();
    });
    return running;
  };

  /** Hands over nodes made before that time, page by page; what fails is passed by and left for the next round. */
  const sweep = async (beforeMs: number, goOn: () => boolean) => {
    const before = idBound(beforeMs);
    for (let after = ""; goOn(); ) {
      const nodes = await graph.read(pendingNews, { after, before, limit: BATCH });
      if (nodes.length > 0) await handOver(deps, nodes);
      if (nodes.length < BATCH) return;
      after = nodes.at(-1)!.id;
    }
  };

  const poll = async () => {
    try {
      // Younger nodes are about to be handed over by whoever committed them.
      await sweep(Date.now() - 2 * pollMs, () => !stopped);
      if (Date.now() >= forgetAt) {
        forgetAt = Date.now() + FORGET_MS;
        await postgres.query("delete from relayed_outbox where at < now() - $1::interval", [REMEMBERED]);
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
    offer(nodes) {
      const chars = nodes.reduce((sum, node) => sum + node.entries.length, 0);
      if (queuedChars + chars > MAX_QUEUED_CHARS) return;
      queuedChars += chars;
      queue.push(...nodes);
      void kick();
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
      // A clock may be ahead of ours by a little.
      await sweep(Date.now() + 60_000, () => true);
    },
  };
}

/**
 * Hands nodes over in one transaction; where that fails for another reason than an absent store, one by one, so that one
 * which no sink can take does not hold up the others. Throws where a store is absent.
 */
async function handOver(deps: RelayDeps, nodes: OutboxNode[]): Promise<void> {
  try {
    await deliver(deps, nodes);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (nodes.length > 1) {
      for (const node of nodes) await handOver(deps, [node]);
    } else {
      deps.log.error({ err: error, outbox: nodes[0]?.id }, "news was refused; it stays in the graph");
    }
  }
}

async function deliver({ graph, postgres, sinks }: RelayDeps, nodes: OutboxNode[]): Promise<void> {
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
