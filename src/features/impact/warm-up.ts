import type { Graph } from "../../platform/graph/graph.ts";
import { DEFAULT_DEPTH, MAX_DEPTH, searchDepth } from "../reach/index.ts";
import type { ReadFailureKinds } from "../relationships/index.ts";
import { affectedGraph } from "./affected.graph.store.ts";
import { impactGraph } from "./impact.graph.store.ts";

/**
 * Runs the queries of an impact for a tenant without data: of every depth, since planning one takes longer than most searches.
 * The default and the deepest come first.
 */
export function createWarmUp(deps: { graph: Graph; failureKinds: ReadFailureKinds }) {
  const { graph, failureKinds } = deps;
  return async (tenantId: string): Promise<void> => {
    const propagation = { customKinds: await failureKinds(tenantId), includeAi: false };
    const search = { ...propagation, ids: [tenantId], direction: "downstream", includeOptional: true } as const;
    const whole = { ...search, includeSoftware: false, looksBeyond: true, limit: 1 };
    const others = Array.from({ length: DEFAULT_DEPTH - 1 }, (_, i) => searchDepth(i + 1));
    for (const maxDepth of new Set([DEFAULT_DEPTH, MAX_DEPTH, ...others])) {
      await affectedGraph.find(graph, tenantId, { ...whole, depth: maxDepth, maxDepth });
    }
    await impactGraph.membersAndSteps(graph, tenantId, { ...search, distances: [0] });
    await impactGraph.member(graph, tenantId, tenantId);
  };
}
