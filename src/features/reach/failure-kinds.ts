import { BUILT_IN_TYPES } from "../../model/relationships.ts";
import type { FailureKinds } from "../relationships/index.ts";
import { carries } from "./reach.model.ts";

/** Kinds of relationships as queries compare them: the graph's own type, and of `RELATED` the tenant's kind. */
export interface CarryingKinds {
  /** The target needs the source. */
  towardsTarget: string[];
  /** The source needs the target. */
  towardsSource: string[];
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
