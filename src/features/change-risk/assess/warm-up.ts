import type { AssessDeps } from "./assess.model.ts";
import { changeRiskGraph } from "./facts/change-risk.graph.store.ts";

/** Lets Neo4j plan the queries of an assessment, which takes it a second and more. No tenant has the id. */
export function createAssessWarmUp({ graph, failureKinds }: Pick<AssessDeps, "graph" | "failureKinds">) {
  return async (tenantId: string): Promise<void> => {
    const ids = [tenantId];
    const kinds = await failureKinds(tenantId);
    await changeRiskGraph.neighbours(graph, tenantId, ids, kinds);
    await changeRiskGraph.spares(graph, tenantId, ids, kinds);
    await changeRiskGraph.profiles(graph, tenantId, ids);
    await changeRiskGraph.users(graph, tenantId, ids);
  };
}
