import { type FailureStep, stepConfidence } from "../reach/index.ts";

/** Factor by the criticality of the relationship or component; 1 if unset. */
const CRITICALITY_FACTORS: Readonly<Record<string, number>> = {
  critical: 1,
  high: 1,
  medium: 0.75,
  low: 0.5,
  optional: 0.25,
};

/** Factors of standby roles, and of roles that a service does without for a while. */
const ROLE_FACTORS: readonly (readonly [RegExp, number])[] = [
  [/\b(standby|backup|secondary|replica|failover|fallback|spare|passive)\b/i, 0.5],
  [/\b(monitoring|logging|reporting|analytics|documentation|test|testing)\b/i, 0.25],
];

/** 0 to 1: how much of a failure reaches the dependent CI. Observed and uncertain relationships weigh less. */
export function dependencyWeight(step: FailureStep, role: string | null = null): number {
  const factor = CRITICALITY_FACTORS[step.criticality?.toLowerCase() ?? ""] ?? 1;
  return factor * stepConfidence(step) * roleWeight(role);
}

function roleWeight(role: string | null): number {
  if (role === null) return 1;
  const words = role.replaceAll(/[_-]/g, " ");
  return ROLE_FACTORS.find(([pattern]) => pattern.test(words))?.[1] ?? 1;
}
