import type { Route } from "../../platform/http/route.ts";
import { impactV1Routes } from "./impact.v1.ts";
import { createImpactVerbs, type ImpactDeps, type ImpactVerbs } from "./impact.verbs.ts";

export { type CarryingKinds, carryingKinds } from "./failure-kinds.ts";
export {
  type FailureStep,
  stepConfidence,
} from "./impact.model.ts";
export type { ImpactDeps, ImpactVerbs } from "./impact.verbs.ts";
export type { ServiceHealth } from "./impact-of.ts";
export type { ReachVerb, StepsBetween } from "./reach.ts";

export interface ImpactFeature {
  verbs: ImpactVerbs;
  routes: { v1: Route[] };
}

/** What fails with a CI, what it needs, and by which relationships. */
export function createImpact(deps: ImpactDeps): ImpactFeature {
  const verbs = createImpactVerbs(deps);
  return { verbs, routes: { v1: impactV1Routes(verbs) } };
}
