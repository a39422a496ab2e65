import { z } from "zod";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";

const serverRow = z.object({ id: z.string(), createdAt: z.string() });

const servers = query("insights/servers", {
  params: z.object({ tenantId: z.string(), afterCreatedAt: z.string(), afterId: z.string(), limit: z.int() }),
  row: serverRow,
});

export const insightsGraph = {
  /** Servers behind the place, in the order of their creation. */
  servers(graph: Pick<Graph, "read">, tenantId: string, after: { at: string; id: string }, limit: number) {
    return graph.read(servers, { tenantId, afterCreatedAt: after.at, afterId: after.id, limit });
  },
};
