import type { PresentedDecision } from "../../inventory/index.ts";
import type { Decision } from "./decide.ts";

export function presentDecision(decision: Decision): PresentedDecision {
  return {
    rule: decision.rule,
    matched: { ...decision.matched },
    candidates: decision.candidates.map(({ ciId, lostBecause }) => ({ ci_id: ciId, lost_because: lostBecause })),
    conflicts: [...decision.conflicts],
    clone_of: [...decision.cloneOf],
  };
}
