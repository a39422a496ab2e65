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

/** How a search walks them: the graph's own types, and the kinds of `RELATED`. */
export interface WalkedKinds {
  /** From source to target. */
  forward: string[];
  ownForward: string[];
  /** From target to source. */
  backward: string[];
  ownBackward: string[];
}

const builtIn = (way: keyof CarryingKinds) =>
  BUILT_IN_TYPES.filter(({ failure }) => carries(failure)[way]).map(({ graphType }) => graphType);

/** On which kinds a failure travels and which way: the built-in ones, then the tenant's own. */
export function carryingKinds(own: FailureKinds): CarryingKinds {
  return {
    towardsTarget: [...builtIn("towardsTarget"), ...own.sourceToTarget],
    towardsSource: [...builtIn("towardsSource"), ...own.targetToSource],
  };
}

/** The same for a search: downstream it goes with the failure, upstream against it. */
export function walkedKinds(own: FailureKinds, direction: ImpactDirection): WalkedKinds {
  const towardsTarget = { types: builtIn("towardsTarget"), own: own.sourceToTarget };
  const towardsSource = { types: builtIn("towardsSource"), own: own.targetToSource };
  const [forward, backward] =
    direction === "downstream" ? [towardsTarget, towardsSource] : [towardsSource, towardsTarget];
  return { forward: forward.types, ownForward: forward.own, backward: backward.types, ownBackward: backward.own };
}
