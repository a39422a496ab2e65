import { createReachVerbs, type ReachDeps, type ReachVerbs } from "./reach.ts";
import { createWarmUp } from "./warm-up.ts";

export { type PropagatingTypes, propagatingTypes } from "./failure-kinds.ts";
// For queries over a set that was reached.
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
  MAX_AFFECTED,
  MAX_DEPTH,
  type Reached,
  stepConfidence,
} from "./reach.model.ts";
export type { ReachDeps, ReachedSet, ReachInput, ReachVerb, ReachVerbs, StepsBetween, StepsInput } from "./reach.ts";

export interface Reach {
  verbs: ReachVerbs;
  /** Lets Neo4j plan what a search needs; no tenant has the id. */
  warmUp(tenantId: string): Promise<void>;
}

/** The walk along failures that impact, services and maps share: a native traversal, without routes of its own. */
export function createReach(deps: ReachDeps): Reach {
  return { verbs: createReachVerbs(deps), warmUp: createWarmUp(deps) };
}
