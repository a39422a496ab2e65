import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { createBatcher } from "../../platform/batcher.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { CiWithRelationships } from "./ci.model.ts";
import { ciReads } from "./ci.store.ts";

/** One CI with up to 100 relationships, or undefined. Concurrent reads of a tenant share a round trip. */
export type ReadCi = (tenantId: string, id: string) => Promise<CiWithRelationships | undefined>;
export type GetCi = (ctx: RequestContext, id: string) => Promise<CiWithRelationships>;
export type RequireCi = (ctx: RequestContext, id: string) => Promise<void>;

/** Returns a CI without a scope check; undefined if it does not exist. */
export function createReadCi(deps: { graph: Graph }): ReadCi {
  const batcher = createBatcher<string, CiWithRelationships | undefined>({
    maxItems: 50,
    parallel: 4,
    minBatch: 8,
    run: async (tenantId, ids) => {
      const rows = await ciReads.get(deps.graph, tenantId, [...new Set(ids)]);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id));
    },
  });
  return (tenantId, id) => batcher.submit(tenantId, id);
}

/** Throws 404. */
export function createGetCi(deps: { readCi: ReadCi }): GetCi {
  return async (ctx, id) => {
    requireScope(ctx, "cmdb.read");
    const ci = await deps.readCi(ctx.tenantId, id);
    if (!ci) throw notFound("CI");
    return ci;
  };
}

/** Throws 404 unless the CI exists; for features whose data belongs to a CI. */
export function createRequireCi(deps: { graph: Graph }): RequireCi {
  return async (ctx, id) => {
    if (!(await ciReads.exists(deps.graph, ctx.tenantId, id))) throw notFound("CI");
  };
}
