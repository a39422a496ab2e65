import type { Graph } from "../../platform/graph/graph.ts";
import type { ReadFailureKinds } from "../relationships/index.ts";
import { DEFAULT_DEPTH, MAX_DEPTH } from "./impact.model.ts";
import { impactReads } from "./impact.store.ts";
import { createImpactOf, createRequireKnown, type ServiceHealth } from "./impact-of.ts";
import { createReach, createStepsBetween } from "./reach.ts";

export interface ImpactDeps {
  graph: Graph;
  /** On which of a tenant's own types a failure travels. */
  failureKinds: ReadFailureKinds;
  serviceHealth: ServiceHealth;
}

export function createImpactVerbs(deps: ImpactDeps) {
  const reach = createReach(deps);
  const stepsBetween = createStepsBetween(deps);
  return {
    impactOf: createImpactOf(deps),
    requireKnown: createRequireKnown(deps),
    reach,
    stepsBetween,

    /** Asks what first callers will ask, on behalf of a tenant that has nothing: planning takes longer than searching. */
    async warmUp(tenantId: string): Promise<void> {
      const nobody = ["", tenantId];
      for (const depth of [DEFAULT_DEPTH, MAX_DEPTH]) {
        await reach({ tenantId, ids: nobody, direction: "downstream", depth });
      }
      await stepsBetween({ tenantId, ids: nobody });
      await impactReads.members(deps.graph, tenantId, nobody);
    },
  };
}

export type ImpactVerbs = ReturnType<typeof createImpactVerbs>;
