import { BUILT_IN_TYPES } from "../../model/relationships.ts";
import type { FailureKinds } from "../relationships/index.ts";

/** Kinds of relationships by the end that suffers: graph types, and kinds of a tenant's own. */
export interface CarryingKinds {
  /** The source needs the target. */
  towardsSource: string[];
  /** The target needs the source. */
  towardsTarget: string[];
}

/** The built-in types that carry a failure, and the tenant's own. */
export function carryingKinds(own: FailureKinds): CarryingKinds {
  const builtIn = (direction: string) =>
    BUILT_IN_TYPES.filter(({ failure }) => failure === direction || failure === "both").map((type) => type.graphType);
  return {
    towardsSource: [...builtIn("target_to_source"), ...own.targetToSource],
    towardsTarget: [...builtIn("source_to_target"), ...own.sourceToTarget],
  };
}

export function allKinds({ towardsSource, towardsTarget }: CarryingKinds): string[] {
  return [...new Set([...towardsSource, ...towardsTarget])];
}
