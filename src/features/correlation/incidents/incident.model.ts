import type { Severity } from "../../events/index.ts";
import type { CauseCandidate } from "../correlation.model.ts";

export const INCIDENT_STATUSES = ["open", "resolved"] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** The result of analysing an incident. */
export interface Findings {
  cause: CauseCandidate | null;
  causeReason: string | null;
  candidates: CauseCandidate[];
  /** Business services that depend on its CIs. */
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
  /** Null until it has been analysed. */
  findings: Findings | null;
  /** The incident that it was split from. */
  splitFrom: string | null;
  /** The newest incidents that were split from it, at most 20. */
  splitInto: string[];
  createdAt: Date;
  updatedAt: Date;
}

/** The state of an incident that grouping reads and changes. */
export interface IncidentState {
  id: string;
  firstSeen: Date;
  lastSeen: Date;
  eventCount: number;
  openCount: number;
  severity: Severity;
  /** Incidents of unconnected faults, with which links do not merge it. */
  apartFrom: readonly string[];
}

/** States of incidents to store, the incidents of events, and incidents that others take over, by the one that does. */
export interface RegroupedIncidents {
  states: readonly IncidentState[];
  members: readonly { eventId: string; incidentId: string; isOpen: boolean }[];
  merged: ReadonlyMap<string, readonly string[]>;
}

/** What grouping reads of an event, with its incident. */
export interface GroupedEvent {
  id: string;
  isOpen: boolean;
  severity: Severity;
  affectedCis: string[];
  at: Date;
  lastSeen: Date;
  member: { incidentId: string; isOpen: boolean } | null;
}

/** An event of an incident, as far as it decides which incident it belongs to. */
export interface MemberEvent extends Omit<GroupedEvent, "member"> {
  incidentId: string;
}

/** An event that could not be grouped, or an incident that could not be analysed; `tries`: how often so far. */
export interface FailedWork {
  id: string;
  tries: number;
  error: unknown;
}
