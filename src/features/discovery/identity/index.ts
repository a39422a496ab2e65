export { type Decision, decide, type LostCandidate, MAX_LISTED } from "./decide.ts";
export { candidateOf, decideBatch, MAX_HOLDERS, sighted } from "./decide-batch.ts";
export { factsOf, type HostFacts, MAX_LOOKUPS, sourceKeyOf } from "./facts.ts";
export type { HostLike } from "./host-like.ts";
export { osFamilyOf } from "./os-family.ts";
export { presentDecision } from "./present-decision.ts";
export type { Matched, RuleNumber } from "./rules.ts";
export type { Candidate } from "./view.ts";
