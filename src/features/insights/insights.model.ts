/** How critical a CI is for those that depend on it. */
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

/** A dependency of a CI: a connection of one of its processes. */
export interface InsightDependency {
  /** Name of the target CI, or the address if no CI has it. */
  name: string;
  ip: string | null;
  ciId: string | null;
  process: string | null;
  ports: number[];
  /** Text of the model; untrusted, since inventory data may have influenced it. */
  reason: string | null;
}

/** A model's insight into the connections of one process of a CI to one target. */
export interface ConnectionInsight {
  /** Digest of process and target. */
  groupKey: string;
  processName: string | null;
  targetIp: string | null;
  targetCiId: string | null;
  ports: number[];
  /** E.g. `postgresql`; null if the model does not know. */
  applicationProtocol: string | null;
  communicationPattern: CommunicationPattern;
  /** 0 to 1. */
  confidence: number;
  model: string;
  generatedAt: Date;
}

/** An insight into a CI (section 1 of the interface specification, rule 9), of a model or, where none made any, of rules. */
export interface Insight {
  ciId: string;
  source: "model" | "rules";
  /** E.g. `database server`. */
  role: string;
  criticality: Criticality;
  dependencies: InsightDependency[];
  /** 0 to 1. */
  confidence: number;
  /** Name of the model, or `rules`. */
  model: string;
  /** In a few sentences; null of older records. */
  summary: string | null;
  recommendations: string[];
  /** Digest of the facts from which it was made. */
  inputHash: string;
  generatedAt: Date;
}

export interface CiInsights extends Insight {
  connections: ConnectionInsight[];
}
