import type { CiStatus } from "../../../model/ci-types.ts";
import type { FailureStep } from "../../reach/index.ts";

export const HEALTH_STATUSES = ["healthy", "degraded", "critical", "unknown"] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

/** Most severe first. */
export const SEVERITIES = ["critical", "high", "medium", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Why a CI itself is not healthy: its most severe unresolved event, or its status. */
export interface HealthIssue {
  reason: "event" | "status";
  severity: Severity;
  /** The event and its status; null where the CI's status is the reason. */
  event: { id: string; status: "open" | "acknowledged" } | null;
  /** Unresolved events of the CI. */
  openEvents: number;
  /** Expected because of maintenance: listed and not counted. */
  suppressed: boolean;
}

/** A CI whose health issue affects a service. */
export interface Contributor extends HealthIssue {
  ciId: string;
  name: string;
  type: string;
  status: CiStatus;
  /** Ids from the service to the CI, both included. */
  path: string[];
  /** A redundant peer works, so the issue counts one level milder. */
  covered: boolean;
  /** Points that this CI alone takes from the score. */
  effect: number;
}

/** Section 2 of the interface specification: `health` of a business service. */
export interface HealthView {
  status: HealthStatus;
  /** 0 to 100; 0 where the status is unknown. */
  score: number;
  /** Greatest effect first, at most `MAX_CONTRIBUTORS`. */
  contributors: Contributor[];
}

export const MAX_CONTRIBUTORS = 100;

/** Input for rating the health of services. */
export interface HealthFacts {
  cis: ReadonlyMap<string, { name: string; type: string; status: CiStatus }>;
  /** From the failing CI to the dependent. */
  steps: readonly FailureStep[];
  /** By CI id; healthy CIs are absent. */
  issues: ReadonlyMap<string, HealthIssue>;
  /** Role of a component in a service, by `roleKey`. */
  roles: ReadonlyMap<string, string | null>;
}

export function roleKey(serviceId: string, ciId: string): string {
  return `${serviceId} ${ciId}`;
}
