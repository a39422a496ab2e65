import type { Graph } from "../../platform/graph/graph.ts";
import type { ReadFailureKinds } from "../relationships/index.ts";
import { impactGraph } from "./impact.graph.store.ts";

/** Runs the queries that describe reached CIs, for a tenant without data. */
export function createWarmUp(deps: { graph: Graph; failureKinds: ReadFailureKinds }) {
  const { graph, failureKinds } = deps;
  return async (tenantId: string): Promise<void> => {
    const propagation = { customKinds: await failureKinds(tenantId), includeAi: false };
    const reached = { ids: [tenantId], distances: [0], direction: "downstream", includeOptional: true } as const;
    await impactGraph.membersAndSteps(graph, tenantId, { ...propagation, ...reached });
    await impactGraph.member(graph, tenantId, tenantId);
  };
}
