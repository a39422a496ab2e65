import type { Severity, Symptom } from "../../events/index.ts";

/** A CI of the failure graph. */
export interface FailureCi {
  id: string;
  name: string;
  type: string;
  /** Direct dependents outside the graph, because neither they nor their dependents have an alarm: by kind of relationship. */
  silentDependents: { declared: number; observed: number };
}

/** A failure of `needed` reaches `dependent`. */
export interface FailureEdge {
  needed: string;
  dependent: string;
  /** Type of the relationship as callers spell it. */
  type: string;
  /** The relationship's source is the dependent. */
  outgoing: boolean;
  /** Observed by a scan, not declared. */
  observed: boolean;
  /** `criticality` is `optional`: the dependent works without it. */
  optional: boolean;
  /** Any one of the dependent's relationships of this group is enough. */
  group: string | null;
}

/** The CIs with alarms, and the CIs upstream of them within the steps that were read. */
export interface FailureGraph {
  cis: ReadonlyMap<string, FailureCi>;
  edges: readonly FailureEdge[];
}

/** One unresolved (or recent) event on a CI. */
export interface Alarm {
  eventId: string;
  ciId: string;
  /** Milliseconds since 1970. */
  at: number;
  severity: Severity;
  /** What it says is wrong; absent: it does not say. */
  symptom?: Symptom;
  /** How far the measured value is from normal, see `sizeOf`; absent: not known. */
  size?: number | undefined;
  /** The same as a share of the normal value, see `deviationOf`. */
  deviation?: number | null;
}

/** A change of a CI, or its maintenance: evidence that the failure began there. */
export interface Change {
  ciId: string;
  at: number;
  /** E.g. `ci.updated`, `maintenance`. */
  action: string;
}
