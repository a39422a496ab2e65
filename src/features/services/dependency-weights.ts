import { type FailureStep, stepConfidence } from "../reach/index.ts";

/** How much is left of a need, by what its relationship or component says of its criticality. Nothing said: all of it. */
const CRITICALITY_FACTORS: Readonly<Record<string, number>> = {
  critical: 1,
  high: 1,
  medium: 0.75,
  low: 0.5,
  optional: 0.25,
};

/** Roles of components that stand by, and of those that a service works without for a while. */
const ROLE_FACTORS: readonly (readonly [RegExp, number])[] = [
  [/\b(standby|backup|secondary|replica|failover|fallback|spare|passive)\b/i, 0.5],
  [/\b(monitoring|logging|reporting|analytics|documentation|test|testing)\b/i, 0.25],
];

/** 0 to 1: how much of a failure reaches the one that needs it. Observed and unsure relationships carry less. */
export function dependencyWeight(step: FailureStep, role: string | null = null): number {
  const factor = CRITICALITY_FACTORS[step.criticality?.toLowerCase() ?? ""] ?? 1;
  return factor * stepConfidence(step) * roleWeight(role);
}

function roleWeight(role: string | null): number {
  if (role === null) return 1;
  const words = role.replaceAll(/[_-]/g, " ");
  return ROLE_FACTORS.find(([pattern]) => pattern.test(words))?.[1] ?? 1;
}

export function isOptional({ criticality }: Pick<FailureStep, "criticality">): boolean {
  return criticality?.toLowerCase() === "optional";
}
