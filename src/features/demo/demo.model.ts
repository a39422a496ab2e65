/** A CI of the demo estate. No two share a name, by which links and events refer to it. */
export interface EstateCi {
  name: string;
  type: string;
  description?: string;
  status?: "active" | "maintenance";
  attributes: Record<string, unknown>;
}

/** A relationship between two of its CIs. */
export interface EstateLink {
  type: string;
  from: string;
  to: string;
  attributes: Record<string, unknown>;
}

/** A piece of the estate. */
export interface EstatePart {
  cis: EstateCi[];
  links: EstateLink[];
}

/** What a monitoring system says of a CI. Times are minutes before the demo is loaded. */
export interface EstateEvent {
  /** Unlike that of any other event. */
  key: string;
  source: string;
  severity: "critical" | "high" | "medium" | "low";
  title: string;
  /** Name of the CI; null: a host that the estate does not hold. */
  ciName: string | null;
  /** Minutes. */
  minutesAgo: number;
  metrics?: Record<string, unknown>;
  /** What the source says of it later: that it still holds, that it is over, that it is back. */
  updates?: readonly { minutesAgo: number; status: "open" | "resolved" }[];
}

/** A change of a CI that its history shows. */
export interface EstateChange {
  ciName: string;
  minutesAgo: number;
  attributes: Record<string, unknown>;
}

/** Trouble with one cause, and what of it is seen. */
export interface EstateIncident {
  key: string;
  /** What happened, in a sentence. */
  story: string;
  /** Name of the CI where it began: what root cause analysis should come to. */
  rootCause: string;
  /** Names of the business services that suffer. */
  services: readonly string[];
  changes: readonly EstateChange[];
  events: readonly EstateEvent[];
}
