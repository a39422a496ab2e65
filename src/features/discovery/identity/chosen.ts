import type { Decision } from "./decide.ts";

/** A decision by rules, or where nothing identifies the host the CI that a person chose; undefined: nobody chose one. */
export function chosenByPerson(decision: Decision, ci: { id: string } | undefined): Decision {
  if (decision.action !== "park" || !ci) return decision;
  return { ...decision, action: "match", ciId: ci.id, matched: { person: ci.id }, parkedReason: undefined };
}
