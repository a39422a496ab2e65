import { DEFAULT_DEPTH, MAX_DEPTH } from "./reach.model.ts";
import { reachGraph } from "./reach.store.ts";
import { createReachVerbs, type ReachDeps } from "./reach.ts";

/** Searches as first callers will, on behalf of a tenant that has nothing: planning takes longer than searching. */
export function createWarmUp(deps: ReachDeps): (tenantId: string) => Promise<void> {
  const { graph, failureKinds } = deps;
  const { search } = createReachVerbs(deps);
  return async (tenantId) => {
    const ids = [tenantId];
    const own = await failureKinds(tenantId);
    const direction = "downstream";
    for (const depth of [DEFAULT_DEPTH, MAX_DEPTH]) await search(own, { tenantId, ids, direction, depth });
    const walk = { own, direction, includeAi: false, includeSoftware: true } as const;
    await reachGraph.steps(graph, tenantId, { ...walk, ids });
    await reachGraph.isBeyond(graph, tenantId, { ...walk, furthest: ids, inside: ids });
  };
}
