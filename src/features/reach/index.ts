import { createReachVerbs, type ReachDeps, type ReachVerbs } from "./reach.ts";
import { createWarmUp } from "./warm-up.ts";

export { type CarryingKinds, carryingKinds } from "./failure-kinds.ts";
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
// For queries over a set that was reached.
export {
  type Carrying,
  carryingOf,
  carryingParams,
  isObserved,
  type PlacedSet,
  type PlacedStep,
  placesOf,
} from "./reach.store.ts";
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
