import { z } from "zod";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";

const cis = query("saved-maps/cis", {
  params: z.object({ tenantId: z.string(), ids: z.array(z.string()) }),
  row: z.object({ id: z.string(), name: z.string() }),
});

export const savedMapsGraph = {
  /** Names by id; CIs that are deleted, or another tenant's, are absent. */
  async names(graph: Graph, tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await graph.read(cis, { tenantId, ids: [...ids] });
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
};
