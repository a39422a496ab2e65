import { z } from "zod";
import { CI_STATUSES } from "../../model/ci-types.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";

export interface DeletedCi {
  id: string;
  type: string;
  name: string;
  description: string | null;
  status: (typeof CI_STATUSES)[number];
  createdAt: string;
  deletedAt: string;
  deletedBy: string;
}

export interface DeletedFilters {
  /** Canonical; null: any. */
  types: string[] | null;
  /** Part of the comparable name; empty: any. */
  name: string;
}

const filters = { tenantId: z.string(), types: z.array(z.string()).nullable(), name: z.string() };
const list = query("ci/list-deleted", {
  params: z.object({ ...filters, boundTime: z.string(), boundId: z.string(), skip: z.int(), limit: z.int() }),
  row: z.object({
    id: z.string(),
    type: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    status: z.enum(CI_STATUSES),
    createdAt: z.string(),
    deletedAt: z.string(),
    deletedBy: z.string(),
  }),
});
const count = query("ci/count-deleted", { params: z.object(filters), row: z.object({ total: z.int() }) });

/** Deleted CIs that can be restored. */
export const deletedCisGraph = {
  readPage(
    graph: Graph,
    tenantId: string,
    page: DeletedFilters & { boundTime: string; boundId: string; skip: number; limit: number },
  ): Promise<DeletedCi[]> {
    return graph.read(list, { tenantId, ...page });
  },
  async countAll(graph: Graph, tenantId: string, { types, name }: DeletedFilters): Promise<number> {
    return (await graph.read(count, { tenantId, types, name }))[0]?.total ?? 0;
  },
};
