import { z } from "zod";
import { CI_STATUSES } from "../../model/ci-types.ts";
import { parseFields } from "../../model/fields.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";
import type { CiFacts } from "./ci-text.ts";
import type { Slot } from "./embeddings.store.ts";
import type { FoundCi } from "./search.model.ts";

const tenantId = z.string();
const ids = z.array(z.string());
const columns = {
  id: z.string(),
  type: z.string(),
  name: z.string(),
  status: z.enum(CI_STATUSES),
  description: z.string().nullable(),
  attributes: z.string(),
  customFields: z.string(),
};
const neighbour = z.object({
  id: z.string(),
  name: z.string(),
  graphType: z.string(),
  spelling: z.string().nullable(),
  outgoing: z.boolean(),
});

const page = query("search/page", {
  params: z.object({ tenantId, afterId: z.string(), limit: z.int() }),
  row: z.object({ id: z.string() }),
});
const facts = query("search/facts", {
  params: z.object({ tenantId, ids }),
  row: z.object({
    ...columns,
    hash: z.string().nullable(),
    neighbours: z.array(neighbour),
    software: z.array(z.string()),
    hosts: ids,
  }),
});
const cis = query("search/cis", {
  params: z.object({ tenantId, ids }),
  row: z.object({ ...columns, updatedAt: z.string() }),
});

/** A CI with what its text is made of. */
export interface KnownCi extends CiFacts {
  id: string;
  /** Digest of the text whose vector it has. */
  hash: string | null;
  neighbours: (CiFacts["neighbours"][number] & { id: string })[];
  /** Servers of an instance of software. */
  hosts: string[];
}

export const factsGraph = {
  async page(graph: Graph, tenantId: string, afterId: string, limit: number): Promise<string[]> {
    return (await graph.read(page, { tenantId, afterId, limit })).map(({ id }) => id);
  },
  /** Living CIs of the ids, with the hash of their vector in the slot. */
  async facts(graph: Graph, tenantId: string, slot: Slot, ids: readonly string[]): Promise<KnownCi[]> {
    if (ids.length === 0) return [];
    const label = slot === "a" ? "EmbeddingA" : "EmbeddingB";
    return (await graph.read(facts.with({ label }), { tenantId, ids: [...ids] })).map(withFields);
  },
  /** The CIs that were ranked and still exist. */
  async cisById(graph: Graph, tenantId: string, ranked: readonly { id: string }[]): Promise<Map<string, FoundCi>> {
    const ids = ranked.map(({ id }) => id);
    const rows = ids.length === 0 ? [] : await graph.read(cis, { tenantId, ids });
    return new Map(rows.map((row) => [row.id, withFields(row)]));
  },
};

function withFields<T extends { attributes: string; customFields: string }>(row: T) {
  return { ...row, attributes: parseFields(row.attributes), customFields: parseFields(row.customFields) };
}
