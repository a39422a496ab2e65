import { z } from "zod";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";
import type { Slot } from "./embeddings.store.ts";

const tenantId = z.string();
const none = z.object({});
const texts = z.array(z.string());
const nullableTexts = texts.nullable();
/** Passed on as it is: a check of each number costs more than the statement. */
const vector = z.custom<readonly number[]>(Array.isArray);
const hit = z.object({ id: z.string(), score: z.number() });
const removed = z.object({ removed: z.int() });
const few = z.object({ seen: z.int(), nearest: z.array(hit) });

const createIndex = query("search/create-index", { params: none, row: none });
const dropIndex = query("search/drop-index", { params: none, row: none });
const indexes = query("search/indexes", {
  params: none,
  row: z.object({ name: z.string(), state: z.string(), dimensions: z.int() }),
});
const countVectors = query("search/count-vectors", { params: none, row: z.object({ total: z.int() }) });
const countEmbedded = query("search/count-embedded", {
  params: z.object({ tenantId, afterId: z.string() }),
  row: z.object({ total: z.int(), embedded: z.int() }),
});
const countEmbeddable = query("search/count-embeddable", {
  params: z.object({ tenantId, afterId: z.string() }),
  row: z.object({ total: z.int() }),
});
const put = query("search/put-vectors", {
  params: z.object({ tenantId, items: z.array(z.object({ id: z.string(), hash: z.string(), vector })) }),
  row: z.object({ written: z.int() }),
});
const removeVectors = query("search/remove-vectors", { params: z.object({ tenantId, ids: texts }), row: removed });
const removeOfTenant = query("search/remove-of-tenant", {
  params: z.object({ tenantId, limit: z.int() }),
  row: removed,
});
const removeAll = query("search/remove-all", { params: z.object({ limit: z.int() }), row: removed });
const filters = { types: nullableTexts, statuses: nullableTexts, limit: z.int() };
const nearest = query("search/nearest", {
  params: z.object({ tenantId, vector, k: z.int(), read: z.int(), ...filters }),
  row: hit,
});
const nearestOfFew = query("search/nearest-of-few", {
  params: z.object({ tenantId, vector, most: z.int(), ...filters }),
  row: few,
});
const nearestOfTypes = query("search/nearest-of-types", {
  params: z.object({ tenantId, vector, most: z.int(), ...filters, types: texts }),
  row: few,
});
const vectorOf = query("search/vector-of", {
  params: z.object({ tenantId, id: z.string() }),
  row: z.object({ vector: z.array(z.number()) }),
});

export type Near = z.output<typeof hit>;
export type VectorItem = { id: string; hash: string; vector: readonly number[] };
interface FilterParams {
  types: string[] | null;
  statuses: string[] | null;
  limit: number;
}

const label = (slot: Slot) => ({ label: slot === "a" ? "EmbeddingA" : "EmbeddingB" });
const nameOf = (slot: Slot) => `embedding_${slot}`;
const REMOVED_AT_ONCE = 500;

/** Vectors of CIs, and the indexes over them. */
export const vectorsGraph = {
  async createIndex(graph: Graph, slot: Slot, dimensions: number): Promise<void> {
    const made = createIndex.with({ index: nameOf(slot), ...label(slot), dimensions });
    await graph.write((tx) => tx.run(made, {}));
  },
  async dropIndex(graph: Graph, slot: Slot): Promise<void> {
    await graph.write((tx) => tx.run(dropIndex.with({ index: nameOf(slot) }), {}));
  },
  /** The dimensions of the slot's index; undefined if there is none. */
  async dimensionsOf(graph: Graph, slot: Slot): Promise<number | undefined> {
    return (await graph.read(indexes, {})).find(({ name }) => name === nameOf(slot))?.dimensions;
  },
  /** The number of vectors of all tenants. */
  async total(graph: Graph, slot: Slot): Promise<number> {
    return (await graph.read(countVectors.with(label(slot)), {}))[0]?.total ?? 0;
  },
  /** Living CIs of a tenant behind an id that can have a vector, and those that have one. */
  async countEmbedded(graph: Graph, tenantId: string, slot: Slot, afterId = "") {
    const rows = await graph.read(countEmbedded.with(label(slot)), { tenantId, afterId });
    return rows[0] ?? { total: 0, embedded: 0 };
  },
  async countEmbeddable(graph: Graph, tenantId: string, afterId = ""): Promise<number> {
    return (await graph.read(countEmbeddable, { tenantId, afterId }))[0]?.total ?? 0;
  },
  async put(graph: Graph, tenantId: string, slot: Slot, items: readonly VectorItem[]): Promise<void> {
    if (items.length === 0) return;
    const sorted = [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
    await graph.write((tx) => tx.run(put.with(label(slot)), { tenantId, items: sorted }));
  },
  async remove(graph: Graph, tenantId: string, slot: Slot, ids: readonly string[]): Promise<void> {
    await graph.write((tx) => tx.run(removeVectors.with(label(slot)), { tenantId, ids: [...ids].sort() }));
  },
  /** Removes one batch, of a tenant or of all; returns whether any may be left. */
  async removeBatch(graph: Graph, slot: Slot, tenantId?: string): Promise<boolean> {
    const limit = REMOVED_AT_ONCE;
    const rows = await graph.write((tx) =>
      tenantId === undefined
        ? tx.run(removeAll.with(label(slot)), { limit })
        : tx.run(removeOfTenant.with(label(slot)), { tenantId, limit }),
    );
    return rows[0]?.removed === limit;
  },

  /** By the index: of the `k` nearest of all tenants, those of this one that match. */
  nearest: (
    graph: Graph,
    slot: Slot,
    params: { tenantId: string; vector: readonly number[]; k: number; read: number } & FilterParams,
  ) => graph.read(nearest.with({ index: `'${nameOf(slot)}'` }), params),
  /** Exactly, among all vectors of the tenant, or all CIs of the types; `seen` > `most`: there are too many. */
  async nearestOfFew(
    graph: Graph,
    slot: Slot,
    params: { tenantId: string; vector: readonly number[]; most: number } & FilterParams,
  ) {
    const { types } = params;
    const rows =
      types === null
        ? await graph.read(nearestOfFew.with(label(slot)), params)
        : await graph.read(nearestOfTypes.with(label(slot)), { ...params, types });
    return rows[0] ?? { seen: 0, nearest: [] };
  },
  async vectorOf(graph: Graph, tenantId: string, slot: Slot, id: string): Promise<number[] | undefined> {
    return (await graph.read(vectorOf.with(label(slot)), { tenantId, id }))[0]?.vector;
  },
};
