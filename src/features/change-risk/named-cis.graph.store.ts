import { z } from "zod";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";

const named = query("change-risk/named", {
  params: z.object({ tenantId: z.string(), ids: z.array(z.string()), nameKeys: z.array(z.string()) }),
  row: z.object({ id: z.string(), name: z.string(), type: z.string(), nameKey: z.string().nullable() }),
});

export interface NamedCi {
  id: string;
  name: string;
  type: string;
}

export const namedCisGraph = {
  /** CIs by id, and by name in comparable form: two of a name at most. */
  find: (
    graph: Graph,
    tenantId: string,
    references: { ids: string[]; nameKeys: string[] },
  ): Promise<(NamedCi & { nameKey: string | null })[]> => graph.read(named, { tenantId, ...references }),
};
