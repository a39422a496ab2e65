import type { Graph } from "../../platform/graph/graph.ts";
import type { ReachVerb } from "../reach/index.ts";
import { DEPENDENCY_DEPTH } from "./dependencies/service-dependencies.ts";
import { HEALTH_DEPTH } from "./health/service-health.ts";
import { servicesGraph } from "./services.graph.store.ts";

/**
 * Runs the queries of reading a service for a tenant without data. On a small machine, planning them one by one within the
 * first request would exceed its deadline.
 */
export function createWarmUp({ graph, reach }: { graph: Graph; reach: ReachVerb }) {
  return async (tenantId: string): Promise<void> => {
    const ids = Array.from({ length: 100 }, (_, i) => String(i));
    await reach({ tenantId, ids: [tenantId], direction: "upstream", depth: HEALTH_DEPTH });
    await reach({ tenantId, ids: [tenantId], direction: "upstream", depth: DEPENDENCY_DEPTH });
    await servicesGraph.isService(graph, tenantId, tenantId);
    await servicesGraph.components(graph, tenantId, [tenantId]);
    await servicesGraph.servicesOf(graph, tenantId, ids);
    await servicesGraph.cis(graph, tenantId, ids);
  };
}
