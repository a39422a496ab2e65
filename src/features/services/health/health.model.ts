import type { CiStatus } from "../../../model/ci-types.ts";
import type { FailureStep } from "../../reach/index.ts";

export const HEALTH_STATUSES = ["healthy", "degraded", "critical", "unknown"] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

/** How bad something is; the first is the gravest. */
export const LEVELS = ["critical", "high", "medium", "low"] as const;
export type Level = (typeof LEVELS)[number];

/** What is wrong with a CI itself: the gravest of its unresolved events, or its status. */
export interface Trouble {
  reason: "event" | "status";
  level: Level;
  /** The event, and where it stands; null where the CI's status is the reason. */
  event: { id: string; status: "open" | "acknowledged" } | null;
  /** Unresolved events of the CI. */
  openEvents: number;
  /** Expected, because of maintenance: named and not counted. */
  suppressed: boolean;
}

/** A CI whose trouble reaches a service. */
export interface Contributor extends Trouble {
  ciId: string;
  name: string;
  type: string;
  status: CiStatus;
  /** Ids from the service to the CI, both included. */
  path: string[];
  /** A redundant peer stands in, so the trouble counts one level milder. */
  covered: boolean;
  /** Points that it alone takes from the score. */
  effect: number;
}

/** Section 2 of the interface specification: `health` of a business service. */
export interface HealthView {
  status: HealthStatus;
  /** 0 to 100; 0 where the status is unknown. */
  score: number;
  /** The strongest first, at most `MAX_CONTRIBUTORS`. */
  contributors: Contributor[];
}

export const MAX_CONTRIBUTORS = 100;

/** All that the health of some services is worked out from. */
export interface HealthFacts {
  cis: ReadonlyMap<string, { name: string; type: string; status: CiStatus }>;
  /** From what fails to what needs it. */
  steps: readonly FailureStep[];
  /** Of the CIs that have any. */
  troubles: ReadonlyMap<string, Trouble>;
  /** Role of a component in a service, by `roleKey`. */
  roles: ReadonlyMap<string, string | null>;
}

export function roleKey(serviceId: string, ciId: string): string {
  return `${serviceId} ${ciId}`;
}
