import { BUILT_IN_TYPES } from "../../model/relationships.ts";
import type { FailureKinds } from "../relationships/index.ts";
import { carries, type ImpactDirection } from "./impact.model.ts";

/** Kinds of relationships as queries compare them: the graph's own type, and of `RELATED` the tenant's kind. */
export interface CarryingKinds {
  /** The target needs the source. */
  towardsTarget: string[];
  /** The source needs the target. */
  towardsSource: string[];
}

/** How a search walks them. */
export interface WalkedKinds {
  /** From source to target. */
  forward: string[];
  /** From target to source. */
  backward: string[];
}

/** The one place that says on which kinds a failure travels and which way: the built-in ones, then the tenant's own. */
export function carryingKinds(own: FailureKinds): CarryingKinds {
  const builtIn = (way: keyof CarryingKinds) =>
    BUILT_IN_TYPES.filter(({ failure }) => carries(failure)[way]).map(({ graphType }) => graphType);
  return {
    towardsTarget: [...builtIn("towardsTarget"), ...own.sourceToTarget],
    towardsSource: [...builtIn("towardsSource"), ...own.targetToSource],
  };
}

/** Downstream a search goes with the failure, upstream against it. */
export function walkedKinds(kinds: CarryingKinds, direction: ImpactDirection): WalkedKinds {
  return direction === "downstream"
    ? { forward: kinds.towardsTarget, backward: kinds.towardsSource }
    : { forward: kinds.towardsSource, backward: kinds.towardsTarget };
}
