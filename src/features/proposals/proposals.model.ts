import type { CiStatus } from "../../model/ci-types.ts";
import type { Fields } from "../../model/fields.ts";

/** A CI as the rules read it. `fields` are custom fields and attributes together. */
export interface ProposalCi {
  id: string;
  name: string;
  type: string;
  status: CiStatus;
  fields: Fields;
}

/** A connection that scans observed: a `Connected To` of the graph. */
export interface Flow {
  id: string;
  source: string;
  target: string;
  port: number | null;
  protocol: string | null;
  sourceProcess: string | null;
  targetProcess: string | null;
  /** ISO 8601. */
  firstSeen: string | null;
  lastSeen: string | null;
}

/** What speaks for a proposal, and the record that says so. */
export interface Evidence {
  kind: "relationship" | "ci";
  /** Of the relationship (an observed connection) or of the CI whose field or name it is. */
  id: string;
  text: string;
}

export const PROPOSED_TYPES = ["depends_on", "uses", "communicates_with"] as const;
export type ProposedType = (typeof PROPOSED_TYPES)[number];

/** Strongest kind of evidence behind a candidate: it bounds what a model may make of it. */
export type Support = "config" | "service" | "traffic" | "name" | "none";

/**
 * Highest confidence by strongest evidence. A person's default of 0.5 shows nothing that only a name supports, unless a
 * model agrees; and that stays below the weakest traffic.
 */
export const CAPS: Readonly<Record<Support, number>> = {
  service: 0.97,
  config: 0.95,
  traffic: 0.85,
  name: 0.55,
  none: 0.25,
};

/** A relationship that the rules or a model find likely. */
export interface Candidate {
  type: ProposedType;
  source: string;
  target: string;
  /** 0 to 1, 2 places. */
  confidence: number;
  reason: string;
  evidence: Evidence[];
  support: Support;
  /** Port and protocol of the observed connection, where there is one. */
  port: number | null;
  protocol: string | null;
  by: "rules" | "model";
}

/** An ordered pair of CIs as the key of a map. */
export function pairKey({ source, target }: Pick<Candidate, "source" | "target">): string {
  return `${source} ${target}`;
}

export const VERDICTS = ["confirm", "reject"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** `discovered_by` of what is written: both are the mark of a proposal. */
export const DISCOVERED_BY = { rules: "ai:evidence", model: "ai:model" } as const;

export const MAX_CIS = 200;
export const DEFAULT_MIN_CONFIDENCE = 0.5;
