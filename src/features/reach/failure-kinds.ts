import { BUILT_IN_TYPES } from "../../model/relationships.ts";
import type { FailureKinds } from "../relationships/index.ts";
import { propagationOf } from "./reach.model.ts";

/** Kinds of relationships as queries compare them: the graph's own type, and of `RELATED` the tenant's kind. */
export interface PropagatingTypes {
  /** The target needs the source. */
  towardsTarget: string[];
  /** The source needs the target. */
  towardsSource: string[];
}

const builtInTypes = (direction: keyof PropagatingTypes) =>
  BUILT_IN_TYPES.filter(({ failure }) => propagationOf(failure)[direction]).map(({ graphType }) => graphType);

/** On which kinds a failure travels and which way: the built-in ones, then the tenant's own. */
export function propagatingTypes(customKinds: FailureKinds): PropagatingTypes {
  return {
    towardsTarget: [...builtInTypes("towardsTarget"), ...customKinds.sourceToTarget],
    towardsSource: [...builtInTypes("towardsSource"), ...customKinds.targetToSource],
  };
}
