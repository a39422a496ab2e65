import { z } from "zod";
import { parseFields } from "../../../model/fields.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { query } from "../../../platform/graph/query.ts";
import type { NamedCi } from "../reader/vocabulary.model.ts";

const tenantId = z.string();
const named = query("questions/named", {
  params: z.object({ tenantId, nameKeys: z.array(z.string()) }),
  row: z.object({ id: z.string(), name: z.string(), type: z.string(), nameKey: z.string() }),
});
const fieldsOfCis = query("questions/fields-of-cis", {
  params: z.object({ tenantId, after: z.string(), limit: z.int() }),
  row: z.object({ id: z.string(), type: z.string(), attributes: z.string(), customFields: z.string() }),
});
const sizesOfCis = query("questions/sizes-of-cis", {
  params: z.object({ tenantId, after: z.string(), limit: z.int() }),
  row: z.object({ size: z.int() }),
});

export const vocabularyGraph = {
  /** CIs of the names, at most 20 of each. Keys are `nameKey`s. */
  async named(graph: Graph, tenantId: string, nameKeys: string[]): Promise<(NamedCi & { nameKey: string })[]> {
    return nameKeys.length === 0 ? [] : graph.read(named, { tenantId, nameKeys });
  },

  /** Characters of the free fields of a page of CIs in the order of their ids, after one. */
  async sizesAfter(graph: Graph, tenantId: string, after: string, limit: number): Promise<number[]> {
    return (await graph.read(sizesOfCis, { tenantId, after, limit })).map(({ size }) => size);
  },

  /** A page of CIs in the order of their ids, after one; `after` is empty for the first page. */
  async fieldsAfter(graph: Graph, tenantId: string, after: string, limit: number) {
    const rows = await graph.read(fieldsOfCis, { tenantId, after, limit });
    return rows.map(({ id, type, attributes, customFields }) => ({
      id,
      type,
      attributes: parseFields(attributes),
      custom_fields: parseFields(customFields),
    }));
  },
};
