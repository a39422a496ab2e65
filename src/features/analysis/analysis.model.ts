/** What a finding is about. */
export const FINDING_CATEGORIES = [
  "stale",
  "ownership",
  "single_point_of_failure",
  "exposure",
  "drift",
  "events",
  "changes",
  "relationships",
  "duplicates",
] as const;
export type FindingCategory = (typeof FINDING_CATEGORIES)[number];

export const SEVERITIES = ["critical", "high", "medium", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A record that shows a finding. `value` is what it says, as a text. */
export const EVIDENCE_KINDS = ["ci", "event", "incident", "history", "scan", "software"] as const;
export interface Evidence {
  kind: (typeof EVIDENCE_KINDS)[number];
  id: string;
  value: string;
}

export interface Finding {
  category: FindingCategory;
  severity: Severity;
  text: string;
  evidence: Evidence[];
}

/** Something that a text names; `ciId` where exactly one CI is meant. */
export interface Entity {
  type: "ci" | "ip" | "mac" | "serial" | "hostname" | "software" | "cve" | "time" | "uuid";
  value: string;
  ciId: string | null;
}

export const INSIGHT_CATEGORIES = ["role", "criticality", "dependency", "risk", "capacity"] as const;
export interface CategorizedInsight {
  ciId: string;
  category: (typeof INSIGHT_CATEGORIES)[number];
  title: string;
  text: string;
  evidence: Evidence[];
}

export const MAX_TEXT = 20_000;

export function bySeverity(a: Finding, b: Finding): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}
