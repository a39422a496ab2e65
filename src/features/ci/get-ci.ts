import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { createBatcher } from "../../platform/batcher.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { type CiRow, ciReads } from "./ci.store.ts";

export type GetCi = (ctx: RequestContext, id: string) => Promise<CiRow>;

/** One CI with up to 100 relationships. Concurrent reads of a tenant share a round trip. Throws 404. */
export function createGetCi(deps: { graph: Graph }): GetCi {
  const batcher = createBatcher<string, CiRow | undefined>({
    maxItems: 50,
    parallel: 4,
    run: async (tenantId, ids) => {
      const rows = await ciReads.get(deps.graph, tenantId, [...new Set(ids)]);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id));
    },
  });
  return async (ctx, id) => {
    requireScope(ctx, "cmdb.read");
    const row = await batcher.submit(ctx.tenantId, id);
    if (!row) throw notFound("CI");
    return row;
  };
}
