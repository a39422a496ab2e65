import type { FailureDirection, GraphRelationshipType } from "../../model/relationships.ts";

/** `downstream`: CIs that fail with a CI. `upstream`: its dependencies. */
export const IMPACT_DIRECTIONS = ["downstream", "upstream"] as const;
export type ImpactDirection = (typeof IMPACT_DIRECTIONS)[number];

/** Longest path of a search, in relationships, and the default. */
export const MAX_DEPTH = 64;
export const DEFAULT_DEPTH = 10;
/** Most CIs in one result. */
export const MAX_AFFECTED = 10_000;

/** A CI found by a search; `distance` in relationships. */
export interface Reached {
  id: string;
  distance: number;
}

/** A relationship on which a failure propagates, from the failing CI to the dependent CI. */
export interface FailureStep {
  /** Id of the relationship. A relationship that propagates both ways makes two steps. */
  id: string;
  /** As callers see it: the spelling of a built-in or custom type. */
  type: string;
  graphType: GraphRelationshipType;
  from: string;
  to: string;
  /** 0 to 1; null: unset, counts as 1. */
  confidence: number | null;
  /** Observed, not declared: halves the confidence. */
  observed: boolean;
  redundancyGroup: string | null;
  /** `optional`, `high`, `medium`, `low`, or any other text of the caller. */
  criticality: string | null;
  discoveredBy: string | null;
}

/** Whether the dependent of a relationship works without what it depends on. */
export function isOptional({ criticality }: Pick<FailureStep, "criticality">): boolean {
  return criticality?.toLowerCase() === "optional";
}

/** Factor of a step in the confidence of a path: its own confidence, halved if observed and not declared. */
export function stepConfidence({ confidence, observed }: Pick<FailureStep, "confidence" | "observed">): number {
  return (confidence ?? 1) * (observed ? 0.5 : 1);
}

/** Whether a failure propagates from the source of a relationship to its target, and the other way. */
export function propagationOf(failure: FailureDirection): { towardsTarget: boolean; towardsSource: boolean } {
  const both = failure === "both";
  return {
    towardsTarget: both || failure === "source_to_target",
    towardsSource: both || failure === "target_to_source",
  };
}
