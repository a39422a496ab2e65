import { reachGraph } from "./reach.graph.store.ts";
import { DEFAULT_DEPTH, MAX_DEPTH } from "./reach.model.ts";
import { createReachVerbs, type ReachDeps } from "./reach.ts";

/** Runs the queries of the first callers for a tenant without data: planning takes longer than searching. */
export function createWarmUp(deps: ReachDeps): (tenantId: string) => Promise<void> {
  const { graph, failureKinds } = deps;
  const { search } = createReachVerbs(deps);
  return async (tenantId) => {
    const ids = [tenantId];
    const customKinds = await failureKinds(tenantId);
    const direction = "downstream";
    for (const depth of [DEFAULT_DEPTH, MAX_DEPTH]) await search(customKinds, { tenantId, ids, direction, depth });
    const traversal = {
      customKinds,
      direction,
      includeAi: false,
      includeOptional: true,
      includeSoftware: true,
    } as const;
    await reachGraph.steps(graph, tenantId, { ...traversal, ids });
    await reachGraph.beyond(graph, tenantId, { ...traversal, furthest: ids, inside: ids, limit: 1 });
    await reachGraph.step(graph, tenantId, { ...traversal, furthest: ids, limit: 1 });
  };
}
