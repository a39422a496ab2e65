import { randomInt } from "node:crypto";
import { z } from "zod";
import { actorName, type RequestContext } from "../../context.ts";
import { type Clock, isoNow } from "../clock.ts";
import type { Graph, GraphTx } from "../graph/graph.ts";
import { query } from "../graph/query.ts";
import { newId } from "../ids.ts";
import type { Change, ChangeOrigin, GraphChange } from "./changes.ts";

/** Publishes a change of the current transaction, on behalf of the caller in `ctx`. */
export type Publish = (ctx: RequestContext, change: GraphChange) => void;

/** One committed outbox node; `entries` is the JSON text of its changes. */
export interface OutboxNode {
  id: string;
  tenant: string;
  entries: string;
}

export interface Outbox {
  /**
   * Runs the work in one graph transaction. The changes that it publishes commit with it and are delivered afterwards.
   * The work may run several times: changes of a failed try are dropped. Waits for `beforeCommit` while the graph works on
   * what was sent; if that rejects, nothing is committed.
   */
  write<T>(
    tenantId: string,
    work: (tx: GraphTx, publish: Publish) => Promise<T>,
    beforeCommit?: () => Promise<void>,
  ): Promise<T>;
}

const MAX_ENTRIES = 1_000;
/** Bytes of one node, unless a single change has more: what is delivered, retried and parked as one. */
const MAX_NODE_BYTES = 1_000_000;
const SHARDS = 16;
/** Small enough that the sum of all shards stays an exact number. */
const MAX_STAMP = 2 ** 48 - 1;

const append = query("outbox/append", {
  params: z.object({
    tenantId: z.string(),
    nodes: z.array(z.object({ id: z.string(), entries: z.string(), size: z.int() })),
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
    async write(tenantId, work, beforeCommit) {
      let nodes: OutboxNode[] = [];
      const result = await graph.write(async (tx) => {
        const published: Published[] = [];
        const value = await work(tx, (ctx, change) => {
          // The time of publishing, not of the start: the writer holds the locks by now, so times follow versions.
          const { requestId, client } = ctx;
          published.push({ ...change, actor: actorName(ctx.actor), requestId, client, at: isoNow(clock) });
        });
        nodes = pack(tenantId, published);
        if (nodes.length > 0) {
          tx.send(append, {
            tenantId,
            nodes: nodes.map(({ id, entries }) => ({ id, entries, size: Buffer.byteLength(entries) })),
            shard: randomInt(SHARDS),
            stamp: randomInt(MAX_STAMP),
          });
        }
        await beforeCommit?.();
        return value;
      });
      if (nodes.length > 0) onCommitted(nodes);
      return result;
    },
  };
}

type Published = GraphChange & Omit<ChangeOrigin, "id">;

/** Changes of a write in their order, in as few nodes as the limits allow. */
function pack(tenantId: string, published: Published[]): OutboxNode[] {
  const nodes: OutboxNode[] = [];
  let [id, texts, bytes] = [newId(), [] as string[], 0];
  const close = () => {
    if (texts.length > 0) nodes.push({ id, tenant: tenantId, entries: `[${texts.join(",")}]` });
    [id, texts, bytes] = [newId(), [], 0];
  };
  for (const change of published) {
    const textAt = (place: number) => JSON.stringify({ id: `${id}:${place}`, ...change } satisfies Change<GraphChange>);
    let text = textAt(texts.length);
    if (texts.length === MAX_ENTRIES || bytes + Buffer.byteLength(text) > MAX_NODE_BYTES) {
      close();
      text = textAt(0);
    }
    texts.push(text);
    bytes += Buffer.byteLength(text) + 1;
  }
  close();
  return nodes;
}
