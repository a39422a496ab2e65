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
  /** When it happened; not earlier than 30 days before it arrived. */
  at: Date;
  /** When it happened, however long before it arrived. */
  occurredAt: Date;
  metrics: Record<string, unknown>;
  context: Record<string, unknown>;
}

/** The kinds of evidence that two events are correlated; of equally strong ones the first counts. */
export const CORRELATION_TYPES = ["dependency", "topology", "service", "pattern", "temporal"] as const;
export type CorrelationType = (typeof CORRELATION_TYPES)[number];

/** How strong each kind of evidence is, 0 to 1. */
export type ScoreParts = Record<CorrelationType, number>;

export interface Correlation {
  event: CorrelatedEvent;
  /** 0 to 1. */
  score: number;
  parts: ScoreParts;
  type: CorrelationType;
  reason: string;
}

/** A CI whose failure may have caused the events. */
export interface CauseCandidate {
  ciId: string;
  name: string;
  /** 0 to 1: the share of the events that it explains, times its probability among the candidates. */
  confidence: number;
  explanation: string;
  /** Events that its failure explains. */
  eventIds: string[];
  ownAlert: boolean;
  change: Change | undefined;
}

/** The path from one CI to another, by names. */
export interface CiPath {
  names: string[];
  steps: PathStep[];
}

export interface Correlations {
  primary: string;
  correlated: Correlation[];
  cause: CauseCandidate | null;
  /** Why no cause was found; null where one was. */
  causeReason: string | null;
  /** The most probable causes, best first. */
  candidates: CauseCandidate[];
}

/** One step of a path: the type of the relationship, and whether the step goes from its source to its target. */
export interface PathStep {
  type: string;
  forward: boolean;
}

/** Radius of a CI's neighbourhood, in relationships. */
export const NEIGHBOURHOOD_STEPS = 3;

/** A business service that depends on given CIs. */
export interface DependentService {
  id: string;
  name: string;
}
