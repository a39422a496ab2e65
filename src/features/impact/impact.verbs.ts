import type { Graph } from "../../platform/graph/graph.ts";
import type { ReadFailureKinds } from "../relationships/index.ts";
import { DEFAULT_DEPTH, MAX_DEPTH } from "./impact.model.ts";
import { impactReads } from "./impact.store.ts";
import { createImpactOf, createRequireKnown, type ServiceHealth } from "./impact-of.ts";
import { createReach, createStepsBetween, search } from "./reach.ts";

export interface ImpactDeps {
  graph: Graph;
  /** On which of a tenant's own types a failure travels. */
  failureKinds: ReadFailureKinds;
  serviceHealth: ServiceHealth;
}

export function createImpactVerbs(deps: ImpactDeps) {
  return {
    impactOf: createImpactOf(deps),
    requireKnown: createRequireKnown(deps),
    reach: createReach(deps),
    stepsBetween: createStepsBetween(deps),

    /** Asks what first callers will ask, on behalf of a tenant that has nothing: planning takes longer than searching. */
    async warmUp(tenantId: string): Promise<void> {
      const { graph } = deps;
      const ids = [tenantId];
      const own = await deps.failureKinds(tenantId);
      const direction = "downstream";
      for (const depth of [DEFAULT_DEPTH, MAX_DEPTH]) await search(graph, own, { tenantId, ids, direction, depth });
      const walk = { own, direction, includeAi: false, includeSoftware: true } as const;
      await impactReads.found(graph, tenantId, { ...walk, ids, distances: [0] });
      await impactReads.steps(graph, tenantId, { ...walk, ids });
      await impactReads.isBeyond(graph, tenantId, { ...walk, furthest: ids, inside: ids });
      await impactReads.member(graph, tenantId, tenantId);
    },
  };
}

export type ImpactVerbs = ReturnType<typeof createImpactVerbs>;
