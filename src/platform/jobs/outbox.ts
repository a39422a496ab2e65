import { randomInt } from "node:crypto";
import { z } from "zod";
import { actorName, type ClientInfo, type RequestContext } from "../../context.ts";
import { type Clock, isoNow } from "../clock.ts";
import type { Graph, GraphTx } from "../graph/graph.ts";
import { query } from "../graph/query.ts";
import { newId } from "../ids.ts";

/** What happened to one thing. Deliveries, history and follow-up jobs have this one source. */
export interface NewsEntry {
  /** `<outbox node>:<place in it>`: deterministic, so that a repeat is known as one. */
  id: string;
  /** E.g. `ci.created`, `relationship.deleted`, `scan.completed`. */
  kind: string;
  subject: { kind: "ci" | "relationship" | "scan" | "event"; id: string };
  /** The subject's version after the change: orders the news of one subject. */
  version: number;
  before: unknown;
  after: unknown;
  actor: string;
  requestId: string;
  /** From where, where the change came by HTTP. */
  client?: ClientInfo | undefined;
  /** ISO 8601. */
  at: string;
}

export type News = Pick<NewsEntry, "kind" | "subject" | "version" | "before" | "after">;

/** Tells news of the transaction under way, on behalf of that caller. */
export type Tell = (ctx: RequestContext, news: News) => void;

/** One committed node of the outbox. */
export interface OutboxNode {
  id: string;
  tenant: string;
  entries: string;
}

export interface Outbox {
  /**
   * Work in one graph transaction; the news that it tells commits with it and is handed over afterwards. The work may
   * run several times: what it told in a try that failed is forgotten.
   */
  write<T>(tenantId: string, work: (tx: GraphTx, tell: Tell) => Promise<T>): Promise<T>;
}

const MAX_ENTRIES = 1_000;
const SHARDS = 16;
/** The sum of all shards stays an exact number. */
const MAX_STAMP = 2 ** 48 - 1;

const append = query("outbox/append", {
  params: z.object({
    tenantId: z.string(),
    nodes: z.array(z.object({ id: z.string(), entries: z.string() })),
    shard: z
      .int()
      .min(0)
      .max(SHARDS - 1),
    stamp: z.int(),
  }),
  row: z.object({ n: z.int() }),
});

/** `onCommitted` gets the nodes of each committed write: the relay's fast path. */
export function createOutbox(deps: { graph: Graph; clock: Clock; onCommitted: (nodes: OutboxNode[]) => void }): Outbox {
  const { graph, clock, onCommitted } = deps;
  return {
    async write(tenantId, work) {
      let nodes: OutboxNode[] = [];
      const result = await graph.write(async (tx) => {
        const told: Told[] = [];
        const value = await work(tx, (ctx, news) => {
          // The time of telling, not of the start: by now the writer holds the locks, so times follow versions.
          const { requestId, client } = ctx;
          told.push({ ...news, actor: actorName(ctx.actor), requestId, client, at: isoNow(clock) });
        });
        nodes = pack(tenantId, told);
        if (nodes.length > 0) {
          await tx.run(append, {
            tenantId,
            nodes: nodes.map(({ id, entries }) => ({ id, entries })),
            shard: randomInt(SHARDS),
            stamp: randomInt(MAX_STAMP),
          });
        }
        return value;
      });
      if (nodes.length > 0) onCommitted(nodes);
      return result;
    },
  };
}

type Told = Omit<NewsEntry, "id">;

function pack(tenant: string, told: Told[]): OutboxNode[] {
  const nodes: OutboxNode[] = [];
  for (let start = 0; start < told.length; start += MAX_ENTRIES) {
    const id = newId();
    const entries = told
      .slice(start, start + MAX_ENTRIES)
      .map((news, place): NewsEntry => ({ id: `${id}:${place}`, ...news }));
    nodes.push({ id, tenant, entries: JSON.stringify(entries) });
  }
  return nodes;
}
