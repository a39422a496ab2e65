import { z } from "zod";
import { CI_STATUSES, type CiStatus } from "../../model/ci-types.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";

const tenantId = z.string();
const totals = query("ci/totals", {
  params: z.object({ tenantId }),
  row: z.object({
    stamp: z.int(),
    totals: z.array(z.object({ type: z.string(), status: z.enum(CI_STATUSES), total: z.int() })),
  }),
});
const countChanged = query("ci/count-changed", {
  params: z.object({ tenantId, since: z.string() }),
  row: z.object({ total: z.int() }),
});

export interface CiTotal {
  type: string;
  status: CiStatus;
  total: number;
}

export const ciTotalsGraph = {
  /** With the tenant's stamp before the count. */
  async totals(graph: Graph, tenantId: string): Promise<{ stamp: number; totals: CiTotal[] }> {
    return (await graph.read(totals, { tenantId }))[0] ?? { stamp: 0, totals: [] };
  },

  async changedSince(graph: Graph, tenantId: string, since: string): Promise<number> {
    return (await graph.read(countChanged, { tenantId, since }))[0]?.total ?? 0;
  },
};
