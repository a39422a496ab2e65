import type { Decision } from "./decide.ts";
import type { RuleNumber } from "./rules.ts";

/** A decision as a scan's results and a dry run show it. */
export interface PresentedDecision {
  /** 0 to 6; null where no rule applied and a new CI was made, or none. */
  rule: RuleNumber | null;
  /** By kind of identifier, the normalised value that agreed. */
  matched: Record<string, string>;
  candidates: { ci_id: string; lost_because: string }[];
  conflicts: string[];
  /** CIs with the same strong identifier that are other machines: a copied image. */
  clone_of: string[];
}

export function presentDecision(decision: Decision): PresentedDecision {
  return {
    rule: decision.rule,
    matched: { ...decision.matched },
    candidates: decision.candidates.map(({ ciId, lostBecause }) => ({ ci_id: ciId, lost_because: lostBecause })),
    conflicts: [...decision.conflicts],
    clone_of: [...decision.cloneOf],
  };
}
