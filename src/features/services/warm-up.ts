import type { Graph } from "../../platform/graph/graph.ts";
import type { ReachVerb } from "../reach/index.ts";
import { DEPENDENCY_DEPTH } from "./dependencies/service-dependencies.ts";
import { HEALTH_DEPTH } from "./health/service-health.ts";
import { servicesGraph } from "./services.graph.store.ts";

/**
 * Asks what reading a service will ask, on behalf of a tenant that has nothing: planned one after the other within its
 * first reading, these statements take a small machine longer than a request may.
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
