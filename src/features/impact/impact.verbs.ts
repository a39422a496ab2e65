import type { Graph } from "../../platform/graph/graph.ts";
import type { ReadFailureKinds } from "../relationships/index.ts";
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
  return {
    impactOf: createImpactOf({ ...deps, reach }),
    requireKnown: createRequireKnown(deps),
    reach,
    stepsBetween: createStepsBetween(deps),
  };
}

export type ImpactVerbs = ReturnType<typeof createImpactVerbs>;
