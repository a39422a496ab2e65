import type { ChangeFieldValues, Platform } from "../integrations/index.ts";

export const ANALYSIS_STATUSES = ["queued", "running", "completed", "failed"] as const;
export type AnalysisStatus = (typeof ANALYSIS_STATUSES)[number];

export const RISK_LEVELS = ["low", "medium", "high", "critical"] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** Weights of the dimensions in the whole risk, as section 4 of the interface specification gives them. */
export const DIMENSION_WEIGHTS = { technical: 0.3, business: 0.35, dependency: 0.25, historical: 0.1 } as const;
export type DimensionName = keyof typeof DIMENSION_WEIGHTS;

/** A record that shows a value. `change`: a change analysis, or the change itself. */
export const EVIDENCE_KINDS = ["change", "ci", "service", "event", "incident", "history", "relationship"] as const;
export interface Evidence {
  kind: (typeof EVIDENCE_KINDS)[number];
  id: string;
  value: string;
}

/** One input of a dimension. */
export interface RiskInput {
  name: string;
  /** 0 to 100. */
  value: number;
  /** The inputs of a dimension have weights that add up to 1. */
  weight: number;
  /** Never empty. */
  evidence: Evidence[];
}

export interface Dimension {
  /** 0 to 100: the sum of value times weight, rounded. */
  score: number;
  weight: number;
  inputs: RiskInput[];
}

export interface Conflict {
  kind: "change" | "maintenance" | "holiday";
  /** What the CI in conflict is to a CI of the change; of a holiday `same`, without a CI. */
  relation: "same" | "parent" | "child";
  ciId: string | null;
  /** Of a holiday, with its country, as `Christmas Day (DE)`. */
  name: string | null;
  from: Date;
  to: Date;
  /** Of another change. */
  analysisId: string | null;
  taskNodeId: string | null;
}

export interface RecommendedWindow {
  from: Date;
  to: Date;
  reason: string;
}

/** A change, its CIs found. */
export interface Change {
  /** Ids of existing CIs, each once. */
  ciIds: string[];
  /** Names and ids that mean no CI, or several. */
  unknownCis: string[];
  notes: string[];
  taskNodeId: string;
  priority: string | null;
  category: string | null;
  plannedStart: Date | null;
  plannedEnd: Date | null;
  /** Offset from UTC in which the start is given, as `+01:00`; null: none is, or it is UTC. */
  offset?: string | null;
}

/** What an analysis finds. */
export interface Assessment {
  score: number;
  level: RiskLevel;
  /** 0 to 100. */
  confidence: number;
  /** What is not known, by name. */
  missing: string[];
  dimensions: Record<DimensionName, Dimension>;
  conflicts: Conflict[];
  recommendedWindow: RecommendedWindow | null;
  fields: ChangeFieldValues;
  /** Whether a model worded the texts. */
  source: "model" | "rules";
}

export interface Outcome {
  succeeded: boolean;
  incidents: number;
  at: Date;
  by: string;
}

export const WRITE_BACK_STATUSES = ["none", "pending", "delivered", "failed"] as const;
export interface WriteBack {
  status: (typeof WRITE_BACK_STATUSES)[number];
  /** Why it failed. */
  error: string | null;
  attempts: { at: Date; responseStatus: number | null; error: string | null }[];
}

export interface ChangeAnalysis {
  /** Null: a dry run, which is not kept. */
  id: string | null;
  status: AnalysisStatus;
  trigger: "webhook" | "manual";
  platform: Platform | null;
  integrationId: string | null;
  taskNodeId: string;
  priority: string | null;
  category: string | null;
  plannedStart: Date | null;
  plannedEnd: Date | null;
  cis: { id: string; name: string; type: string }[];
  unknownCis: string[];
  /** Null until it is completed. */
  assessment: Assessment | null;
  /** Why it failed. */
  error: string | null;
  writeBack: WriteBack;
  outcome: Outcome | null;
  createdAt: Date;
  completedAt: Date | null;
}
