/** Of a CI for whoever depends on it. */
export const CRITICALITIES = ["critical", "high", "medium", "low"] as const;
export type Criticality = (typeof CRITICALITIES)[number];

/** How the two ends of a connection talk to each other. */
export const COMMUNICATION_PATTERNS = [
  "request_response",
  "publish_subscribe",
  "replication",
  "polling",
  "streaming",
  "batch",
  "unknown",
] as const;
export type CommunicationPattern = (typeof COMMUNICATION_PATTERNS)[number];

/** What a CI needs, one of the connections of its own processes. */
export interface InsightDependency {
  /** Name of the CI, or the address where no CI has it. */
  name: string;
  ip: string | null;
  ciId: string | null;
  process: string | null;
  ports: number[];
  /** The model's own words; plain text that machines may have had a hand in. */
  reason: string | null;
}

/** What a model makes of the connections of one process of a CI to one address. */
export interface ConnectionInsight {
  /** The same for the same process and target. */
  groupKey: string;
  processName: string | null;
  targetIp: string | null;
  targetCiId: string | null;
  ports: number[];
  /** E.g. `postgresql`; null where the model does not know. */
  applicationProtocol: string | null;
  communicationPattern: CommunicationPattern;
  /** 0 to 1. */
  confidence: number;
  model: string;
  generatedAt: Date;
}

/** What a model makes of a CI (section 1 of the interface specification, rule 9). */
export interface Insight {
  ciId: string;
  /** E.g. `database server`. */
  role: string;
  criticality: Criticality;
  dependencies: InsightDependency[];
  /** 0 to 1. */
  confidence: number;
  model: string;
  /** Digest of the facts that it was made of. */
  inputHash: string;
  generatedAt: Date;
}

export interface CiInsights extends Insight {
  connections: ConnectionInsight[];
}
