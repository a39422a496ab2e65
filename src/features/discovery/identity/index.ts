export { type Decision, decide } from "./decide.ts";
export { candidateOf, decideBatch } from "./decide-batch.ts";
export { factsOf, type HostFacts } from "./facts.ts";
export type { HostLike } from "./host-like.ts";
export { osFamilyOf } from "./os-family.ts";
export { presentDecision } from "./present-decision.ts";
export type { Matched, RuleNumber } from "./rules.ts";
export type { Candidate } from "./view.ts";
