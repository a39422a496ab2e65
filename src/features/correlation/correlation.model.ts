import type { EventStatus, Severity } from "../events/index.ts";
import type { Change } from "./causes/failure-graph.ts";

/** An event as correlation sees it. */
export interface CorrelatedEvent {
  id: string;
  title: string;
  severity: Severity;
  status: EventStatus;
  source: string;
  affectedCis: string[];
  /** When it happened as correlation takes it: at most 30 days before it arrived. */
  at: Date;
}

/** What may tie two events together; the order breaks ties. */
export const CORRELATION_TYPES = ["dependency", "topology", "service", "pattern", "temporal"] as const;
export type CorrelationType = (typeof CORRELATION_TYPES)[number];

/** How strong each tie is, 0 to 1. */
export type ScoreParts = Record<CorrelationType, number>;

export interface Correlation {
  event: CorrelatedEvent;
  /** 0 to 1. */
  score: number;
  parts: ScoreParts;
  type: CorrelationType;
  reason: string;
}

/** A CI that may be behind the events. */
export interface CauseCandidate {
  ciId: string;
  name: string;
  /** 0 to 1: how much of the events it explains, and how much better than others. */
  confidence: number;
  explanation: string;
  /** Events that its failure explains. */
  eventIds: string[];
  ownAlert: boolean;
  change: Change | undefined;
}

/** The way from one CI to another, by names. */
export interface Way {
  names: string[];
  steps: WayStep[];
}

export interface Correlations {
  primary: string;
  correlated: Correlation[];
  cause: CauseCandidate | null;
  /** Why there is none; null where there is one. */
  causeReason: string | null;
  /** The likeliest, best first. */
  candidates: CauseCandidate[];
}

/** One step of a way in words: the type of the relationship, and whether it is walked from source to target. */
export interface WayStep {
  type: string;
  forward: boolean;
}

/** Steps that count. */
export const NEAR = 3;

/** A business service that CIs may take down. */
export interface ServiceAbove {
  id: string;
  name: string;
}
