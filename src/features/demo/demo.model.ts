/** A CI of the demo estate. Names are unique, because links and events refer to CIs by name. */
export interface EstateCi {
  name: string;
  type: string;
  description?: string;
  status?: "active" | "maintenance";
  attributes: Record<string, unknown>;
}

/** A relationship between two CIs of the estate, by name. */
export interface EstateLink {
  type: string;
  from: string;
  to: string;
  attributes: Record<string, unknown>;
}

/** A part of the estate. */
export interface EstatePart {
  cis: EstateCi[];
  links: EstateLink[];
}

/** An event of a monitoring system about a CI. */
export interface EstateEvent {
  /** Unique among all events. */
  key: string;
  source: string;
  severity: "critical" | "high" | "medium" | "low";
  title: string;
  /** Null: a host that is not part of the estate. */
  ciName: string | null;
  /** Minutes before the demo is loaded. */
  minutesAgo: number;
  metrics?: Record<string, unknown>;
  /** Later messages of the source about the event: a repeat (`open`) or its end (`resolved`). */
  updates?: readonly { minutesAgo: number; status: "open" | "resolved" }[];
}

/** A change of a CI, visible in its history. */
export interface EstateChange {
  ciName: string;
  minutesAgo: number;
  attributes: Record<string, unknown>;
}

/** An incident with one root cause, and its symptoms. */
export interface EstateIncident {
  key: string;
  /** Summary in one sentence. */
  story: string;
  /** Name of the CI that root cause analysis should find. */
  rootCause: string;
  /** Names of the affected business services. */
  services: readonly string[];
  changes: readonly EstateChange[];
  events: readonly EstateEvent[];
}
