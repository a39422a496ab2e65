import type { Severity } from "../../events/index.ts";

/** A CI as the model sees it. */
export interface FailureCi {
  id: string;
  name: string;
  type: string;
  /** CIs that need this one directly and are not in the graph, because nothing alarms on them or on what needs them. */
  quiet: { declared: number; observed: number };
}

/** A failure of `needed` reaches `dependent`. */
export interface FailureEdge {
  needed: string;
  dependent: string;
  /** Type of the relationship as callers spell it. */
  type: string;
  /** The relationship's source is the dependent. */
  outgoing: boolean;
  /** Seen by a scan, not declared by anybody. */
  observed: boolean;
  /** The dependent can do without: `criticality` is `optional`. */
  optional: boolean;
  /** Any one of the dependent's relationships of this group is enough. */
  group: string | null;
}

/** A part of the estate: what alarms, and everything upstream of it within the steps that were asked for. */
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
}

/** A change of a CI, or its maintenance: evidence that a fault began there. */
export interface Change {
  ciId: string;
  at: number;
  /** E.g. `ci.updated`, `maintenance`. */
  action: string;
}
