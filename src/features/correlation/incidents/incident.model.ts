import type { Severity } from "../../events/index.ts";
import type { CauseCandidate } from "../correlation.model.ts";

export const INCIDENT_STATUSES = ["open", "resolved"] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** What was found out about an incident. */
export interface Findings {
  cause: CauseCandidate | null;
  causeReason: string | null;
  candidates: CauseCandidate[];
  /** Business services that a failure of its CIs reaches. */
  services: { id: string; name: string }[];
}

/** Events that belong together. */
export interface Incident {
  id: string;
  /** `resolved` once all of its events are. */
  status: IncidentStatus;
  severity: Severity;
  firstSeen: Date;
  lastSeen: Date;
  eventCount: number;
  openCount: number;
  /** The newest, at most 1,000. */
  eventIds: string[];
  /** Null until it was worked out for the first time. */
  findings: Findings | null;
  createdAt: Date;
  updatedAt: Date;
}

/** An incident as grouping sees it. */
export interface IncidentState {
  id: string;
  firstSeen: Date;
  lastSeen: Date;
  eventCount: number;
  openCount: number;
  severity: Severity;
}

/** An event as grouping sees it, with the incident that it is a member of. */
export interface GroupedEvent {
  id: string;
  isOpen: boolean;
  severity: Severity;
  affectedCis: string[];
  at: Date;
  lastSeen: Date;
  member: { incidentId: string; isOpen: boolean } | null;
}
