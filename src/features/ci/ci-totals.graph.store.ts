import { z } from "zod";
import { CI_STATUSES, type CiStatus } from "../../model/ci-types.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";

const tenantId = z.string();
const totals = query("ci/totals", {
  params: z.object({ tenantId }),
  row: z.object({ type: z.string(), status: z.enum(CI_STATUSES), total: z.int() }),
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
  totals: (graph: Graph, tenantId: string): Promise<CiTotal[]> => graph.read(totals, { tenantId }),

  async changedSince(graph: Graph, tenantId: string, since: string): Promise<number> {
    return (await graph.read(countChanged, { tenantId, since }))[0]?.total ?? 0;
  },
};
