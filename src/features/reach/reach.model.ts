import type { FailureDirection, GraphRelationshipType } from "../../model/relationships.ts";

/** `downstream`: what fails with a CI. `upstream`: what it needs. */
export const IMPACT_DIRECTIONS = ["downstream", "upstream"] as const;
export type ImpactDirection = (typeof IMPACT_DIRECTIONS)[number];

/** Most relationships on a path of one search, and how many where the caller does not say. */
export const MAX_DEPTH = 64;
export const DEFAULT_DEPTH = 10;
/** CIs in one answer. */
export const MAX_AFFECTED = 10_000;

/** A CI found by a search, and over how many relationships. */
export interface Reached {
  id: string;
  distance: number;
}

/** A relationship on which a failure travels, from the CI that fails to the one that needs it. */
export interface FailureStep {
  /** Of the relationship. One that carries a failure both ways makes two steps. */
  id: string;
  /** As callers see it: a built-in spelling, or that of the tenant's own type. */
  type: string;
  graphType: GraphRelationshipType;
  from: string;
  to: string;
  /** 0 to 1; null where nobody said, which counts as 1. */
  confidence: number | null;
  /** Observed, not declared: counts half. */
  observed: boolean;
  redundancyGroup: string | null;
  /** `optional`, `high`, `medium`, `low`, or what else the caller wrote. */
  criticality: string | null;
  discoveredBy: string | null;
}

/** What a step adds to the confidence of a path: its own confidence, halved where it was observed and not declared. */
export function stepConfidence({ confidence, observed }: Pick<FailureStep, "confidence" | "observed">): number {
  return (confidence ?? 1) * (observed ? 0.5 : 1);
}

/** Whether a failure travels from the source of a relationship to its target, and the other way. */
export function propagationOf(failure: FailureDirection): { towardsTarget: boolean; towardsSource: boolean } {
  const both = failure === "both";
  return {
    towardsTarget: both || failure === "source_to_target",
    towardsSource: both || failure === "target_to_source",
  };
}
