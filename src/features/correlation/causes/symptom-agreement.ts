import type { Measured, Symptom } from "../../events/index.ts";

/** How a fault shows: what it reaches answers slowly, or wrongly and not at all. */
export type FaultKind = "slow" | "failing";

const KIND_OF: Readonly<Partial<Record<Symptom, FaultKind>>> = {
  latency: "slow",
  errors: "failing",
  availability: "failing",
  down: "failing",
};

/** The kind of fault that an alarm with this symptom shows; undefined: it fits both, as saturation and changes do. */
export function kindOf(symptom: Symptom | undefined): FaultKind | undefined {
  return symptom && KIND_OF[symptom];
}

/** One in a hundred more failures than normal counts as much as a doubled latency. */
const FAILING_UNIT = 0.01;

/**
 * The size of a deviation from normal, comparable between symptoms: ln of how many times normal the value is; for availability
 * ln of 1 plus the percentage of normal that is missing. A value on the healthy side has the size 0. Undefined: not comparable.
 */
export function sizeOf(symptom: Symptom, { value, normal }: Pick<Measured, "value" | "normal">): number | undefined {
  if (normal === 0) return undefined;
  if (symptom === "availability") return Math.log(1 + Math.max(0, (normal - value) / Math.abs(normal)) / FAILING_UNIT);
  const ratio = value / normal;
  if (!(ratio > 0)) return undefined;
  const isWorseAbove = symptom === "latency" || symptom === "errors" || symptom === "saturation";
  return isWorseAbove ? Math.max(0, Math.log(ratio)) : Math.abs(Math.log(ratio));
}
