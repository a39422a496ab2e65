import { BUILT_IN_TYPES } from "../../model/relationships.ts";
import type { FailureKinds } from "../relationships/index.ts";
import { propagationOf } from "./reach.model.ts";

/** Relationship types as queries compare them: graph types, and for `RELATED` the tenant's custom kinds. */
export interface PropagatingTypes {
  /** The target depends on the source. */
  towardsTarget: string[];
  /** The source depends on the target. */
  towardsSource: string[];
}

const builtInTypes = (direction: keyof PropagatingTypes) =>
  BUILT_IN_TYPES.filter(({ failure }) => propagationOf(failure)[direction]).map(({ graphType }) => graphType);

/** Types on which a failure propagates, by direction: built-in types, then the tenant's custom types. */
export function propagatingTypes(customKinds: FailureKinds): PropagatingTypes {
  return {
    towardsTarget: [...builtInTypes("towardsTarget"), ...customKinds.sourceToTarget],
    towardsSource: [...builtInTypes("towardsSource"), ...customKinds.targetToSource],
  };
}
