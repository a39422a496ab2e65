import { z } from "zod";
import type { Graph } from "../graph/graph.ts";
import { query } from "../graph/query.ts";
import type { OutboxNode } from "./outbox.ts";

const ids = z.object({ ids: z.array(z.string()) });
const parkedRow = z.object({
  id: z.string(),
  tenant: z.string(),
  /** Bytes of its text. */
  size: z.int(),
  tries: z.int(),
  error: z.string(),
  /** Unix time of the last try, in milliseconds. */
  failedAt: z.int(),
});
/** Changes that were refused for good: delivered again only when an operator says so. */
export type ParkedNode = z.output<typeof parkedRow>;

const backlog = query("outbox/backlog", {
  params: z.object({ before: z.string() }),
  row: z.object({ tenant: z.string(), nodes: z.int(), oldest: z.string() }),
});
const pending = query("outbox/pending", {
  params: z.object({
    turns: z.array(z.object({ tenant: z.string(), after: z.string() })),
    before: z.string(),
    limit: z.int(),
  }),
  row: z.object({ id: z.string(), tenant: z.string(), size: z.int(), retryAt: z.int().nullable() }),
});
const read = query("outbox/read", {
  params: ids,
  row: z.object({ id: z.string(), tenant: z.string(), entries: z.string() }),
});
const removeDelivered = query("outbox/remove", { params: ids, row: z.object({ removed: z.int() }) });
const refuse = query("outbox/refuse", {
  params: z.object({
    id: z.string(),
    error: z.string(),
    reason: z.enum(["refused", "unknown"]),
    atMs: z.int(),
    pauses: z.array(z.int()),
  }),
  row: z.object({ tries: z.int(), parked: z.boolean() }),
});
const existing = query("outbox/existing", { params: ids, row: z.object({ id: z.string() }) });
const parked = query("outbox/parked", {
  params: z.object({ first: z.string(), last: z.string(), limit: z.int() }),
  row: parkedRow,
});
const parkedChange = query("outbox/parked-change", {
  params: z.object({ id: z.string() }),
  row: parkedRow.extend({ entries: z.string() }),
});
const countParked = query("outbox/count-parked", { params: z.object({}), row: z.object({ nodes: z.int() }) });
const release = query("outbox/release", { params: ids, row: z.object({ released: z.int() }) });
const releaseUnknown = query("outbox/release-unknown", {
  params: z.object({}),
  row: z.object({ released: z.int() }),
});
const discard = query("outbox/discard", {
  params: z.object({ id: z.string() }),
  row: z.object({ discarded: z.int() }),
});
const stamp = query("outbox/stamp", {
  params: z.object({ tenantId: z.string() }),
  row: z.object({ stamp: z.int() }),
});

/** A pending node without its text. */
export type PendingNode = Awaited<ReturnType<typeof outboxGraph.pending>>[number];
export type Refusal = Parameters<(typeof refuse)["encode"]>[0];

/** Sorts after every id of a tenant. */
const ABOVE_EVERY_TENANT = "\uffff";

/** A tenant's change stamp, which each committed change of its CIs, relationships and relationship types replaces. */
export async function readStamp(graph: Graph, tenantId: string): Promise<{ stamp: number }> {
  const [row] = await graph.read(stamp, { tenantId });
  return row ?? { stamp: 0 };
}

/** Nodes with changes that are not delivered yet, and parked ones. */
export const outboxGraph = {
  /** Tenants with pending nodes from before an id. */
  backlog: (graph: Graph, before: string) => graph.read(backlog, { before }),
  /** The next nodes of each of these tenants: at most `limit` of each. */
  pending: (graph: Graph, turns: { tenant: string; after: string }[], before: string, limit: number) =>
    graph.read(pending, { turns, before, limit }),
  /** In the order of ids; nodes that are gone are left out. */
  read: (graph: Graph, wanted: string[]): Promise<OutboxNode[]> => graph.read(read, { ids: [...wanted].sort() }),
  remove: (graph: Graph, delivered: string[]) =>
    graph.write((tx) => tx.run(removeDelivered, { ids: [...delivered].sort() })),
  /** Counts a failed try; undefined if the node is gone. */
  refuse: async (graph: Graph, refusal: Refusal) => (await graph.write((tx) => tx.run(refuse, refusal)))[0],
  /** Those ids whose node is pending or parked. */
  existing: async (graph: Graph, wanted: string[]) => (await graph.read(existing, { ids: wanted })).map(({ id }) => id),

  /** Newest first, of one tenant or of all. */
  parked: (graph: Graph, tenantId: string | undefined, limit: number): Promise<ParkedNode[]> =>
    graph.read(parked, { first: tenantId ?? "", last: tenantId ?? ABOVE_EVERY_TENANT, limit }),
  parkedChange: async (graph: Graph, id: string) => (await graph.read(parkedChange, { id }))[0],
  countParked: async (graph: Graph) => (await graph.read(countParked, {}))[0]?.nodes ?? 0,
  /** Returns whether the change was still parked. */
  release: async (graph: Graph, id: string) =>
    ((await graph.write((tx) => tx.run(release, { ids: [id] })))[0]?.released ?? 0) > 0,
  releaseUnknown: async (graph: Graph) => (await graph.write((tx) => tx.run(releaseUnknown, {})))[0]?.released ?? 0,
  /** Returns whether the change was still parked. */
  discard: async (graph: Graph, id: string) =>
    ((await graph.write((tx) => tx.run(discard, { id })))[0]?.discarded ?? 0) > 0,
};
