import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { createBatcher } from "../../platform/batcher.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { CollectedAt, Relationship } from "./relationship.model.ts";
import { relationshipsGraph } from "./relationships.graph.store.ts";
import { withLastSeen } from "./with-last-seen.ts";

/** Throws 404 unless the relationship exists; checks no scope. */
export type RequireKnown = (ctx: RequestContext, id: string) => Promise<void>;
export type GetRelationship = (ctx: RequestContext, id: string) => Promise<Relationship>;

/** One relationship with both ends. Concurrent reads of a tenant share a round trip. Throws 404. */
export function createGetRelationship(deps: { graph: Graph; collectedAt?: CollectedAt }): GetRelationship {
  const batcher = createBatcher<string, Relationship | undefined>({
    maxItems: 50,
    parallel: 4,
    minBatch: 8,
    run: async (tenantId, ids) => {
      const read = await relationshipsGraph.read(deps.graph, tenantId, [...new Set(ids)]);
      const found = await withLastSeen(deps.collectedAt, tenantId, read);
      const byId = new Map(found.map((relationship) => [relationship.id, relationship]));
      return ids.map((id) => byId.get(id));
    },
  });
  return async (ctx, id) => {
    requireScope(ctx, "cmdb.read");
    const relationship = await batcher.submit(ctx.tenantId, id);
    if (!relationship) throw notFound("relationship");
    return relationship;
  };
}

export function createRequireKnown(deps: { graph: Graph }): RequireKnown {
  return async (ctx, id) => {
    const [relationship] = await relationshipsGraph.read(deps.graph, ctx.tenantId, [id]);
    if (!relationship) throw notFound("relationship");
  };
}
