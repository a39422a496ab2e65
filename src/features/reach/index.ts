import { createReachVerbs, type ReachDeps, type ReachVerbs } from "./reach.ts";
import { createWarmUp } from "./warm-up.ts";

export { type PropagatingTypes, propagatingTypes } from "./failure-kinds.ts";
// For queries over a set of reached CIs.
export {
  type IndexedSet,
  type IndexedStep,
  isObserved,
  type Propagation,
  positionsOf,
  propagationParams,
  propagationParamsOf,
} from "./reach.graph.store.ts";
export {
  DEFAULT_DEPTH,
  type FailureStep,
  IMPACT_DIRECTIONS,
  type ImpactDirection,
  isOptional,
  MAX_AFFECTED,
  MAX_DEPTH,
  type Reached,
  stepConfidence,
} from "./reach.model.ts";
export {
  MANY_STARTS,
  type ReachDeps,
  type ReachedSet,
  type ReachInput,
  type ReachVerb,
  type ReachVerbs,
  type StepsBetween,
  type StepsInput,
  searchDepth,
} from "./reach.ts";

export interface Reach {
  verbs: ReachVerbs;
  /** Lets Neo4j plan the queries of a search. `tenantId` names no tenant. */
  warmUp(tenantId: string): Promise<void>;
}

/** Failure propagation for impact, services and maps: a traversal in the graph; it has no routes. */
export function createReach(deps: ReachDeps): Reach {
  return { verbs: createReachVerbs(deps), warmUp: createWarmUp(deps) };
}
