import type { Graph } from "../../platform/graph/graph.ts";
import type { ReadFailureKinds } from "../relationships/index.ts";
import { carryingKinds, walkedKinds } from "./failure-kinds.ts";
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

    /**
     * Asks what first callers will ask, on behalf of a tenant that has nothing: planning takes longer than searching.
     * Neo4j plans a list anew for each power of ten that its length reaches; here one start, and up to a hundred members.
     */
    async warmUp(tenantId: string): Promise<void> {
      const ids = Array.from({ length: 100 }, (_, i) => String(i));
      const own = await deps.failureKinds(tenantId);
      for (const depth of [DEFAULT_DEPTH, MAX_DEPTH]) {
        await search(deps.graph, own, { tenantId, ids: [tenantId], direction: "downstream", depth });
      }
      const apart = { distances: ids.map(() => 1), gap: 1 } as const;
      await impactReads.steps(deps.graph, tenantId, { ...carryingKinds(own), includeAi: false, ids, apart });
      await impactReads.members(deps.graph, tenantId, ids);
      const few = ids.slice(0, 10);
      const walk = { ...walkedKinds(own, "upstream"), includeAi: false, includeSoftware: true };
      await impactReads.isBeyond(deps.graph, tenantId, { ...walk, ids: few, inside: ids });
    },
  };
}

export type ImpactVerbs = ReturnType<typeof createImpactVerbs>;
