import { by } from "../../../model/order.ts";
import type { HostFacts } from "./facts.ts";
import { isDevice, sharedAmong } from "./guards.ts";
import {
  compareHits,
  type Entry,
  entryOf,
  type Hit,
  hitOf,
  type Judged,
  loserOutcome,
  originalOf,
  reasonOf,
} from "./ranking.ts";
import { judge, type Matched, type RuleNumber } from "./rules.ts";
import { type Candidate, type View, viewOfFacts, withoutMacs } from "./view.ts";

/** A candidate that was not chosen. */
export interface LostCandidate {
  readonly ciId: string;
  readonly lostBecause: string;
}

/** Which CI an observed host is, and why. */
export interface Decision {
  /** `restore`: the CI is deleted and is restored. `park`: nothing identifies the host; no CI changes. */
  readonly action: "create" | "match" | "restore" | "park";
  /** The CI matched or restored; on create the new CI's id where it is known (`decideBatch`), else undefined. */
  readonly ciId: string | undefined;
  /** Null where no rule applied: create and park. */
  readonly rule: RuleNumber | null;
  readonly matched: Matched;
  /** At most MAX_LISTED, first those that also matched. */
  readonly candidates: readonly LostCandidate[];
  /** Facts that contradict the match without preventing it, for people to review. */
  readonly conflicts: readonly string[];
  /** Live CIs that are the same host and get `duplicate_of` the chosen one; those marked already are left out. */
  readonly duplicates: readonly string[];
  /** Live CIs that share a strong identifier with this host and are another machine: a copied image. */
  readonly cloneOf: readonly string[];
  /** Why a host is parked. */
  readonly parkedReason: string | undefined;
}

/** Most candidates that a decision lists. */
export const MAX_LISTED = 50;

/**
 * Decides which CI an observed host is. The strongest rule wins; within a rule the candidate whose host name or MAC
 * addresses also agree, then one that is no known duplicate, is active, is older. A deleted CI is restored unless a live
 * one matches by more than its address. Every other candidate is explained. The order of candidates does not matter.
 *
 * @param candidates every CI, deleted ones included, that carries one of `facts.lookups`
 */
export function decide(facts: HostFacts, candidates: readonly Candidate[]): Decision {
  const once = new Map(candidates.map((candidate) => [candidate.ciId, candidate]));
  return decideAmong(facts, [...once.values()].map(entryOf));
}

/** `decide` for distinct candidates. */
export function decideAmong(facts: HostFacts, entries: readonly Entry[]): Decision {
  if (!facts.usable) return { ...NO_DECISION, action: "park", parkedReason: facts.parkedReason };
  const sorted = [...entries].sort(by(({ candidate }) => candidate.ciId));
  const hostView = viewOfFacts(facts);
  const shared = sharedAmong(
    hostView.globalMacs,
    sorted.filter((entry) => !entry.candidate.deleted).map((entry) => entry.view),
  );
  const host = withoutMacs(hostView, shared);
  const judged = sorted.map(({ candidate, view }) => judgeEntry(host, { candidate, view: withoutMacs(view, shared) }));
  const hits = judged.flatMap((entry) => hitOf(host, entry)).sort(compareHits);
  const cloneOf = judged
    .filter(({ candidate, verdict }) => !candidate.deleted && verdict.rule === null && verdict.clone)
    .map(({ candidate }) => candidate.ciId);
  const winner = originalOf(hits[0], hits);
  const losers = hits.filter((hit) => hit !== winner);
  const unmatched = judged.flatMap(({ candidate, verdict }) =>
    verdict.rule === null ? [{ ciId: candidate.ciId, lostBecause: verdict.why }] : [],
  );
  if (winner === undefined) {
    return { ...NO_DECISION, action: "create", candidates: unmatched.slice(0, MAX_LISTED), cloneOf };
  }
  return { ...decisionFor(winner, losers, unmatched), cloneOf };
}

const NO_DECISION: Decision = {
  action: "park",
  ciId: undefined,
  rule: null,
  matched: {},
  candidates: [],
  conflicts: [],
  duplicates: [],
  cloneOf: [],
  parkedReason: undefined,
};

function judgeEntry(host: View, entry: Entry): Judged {
  const { candidate } = entry;
  if (isDevice(candidate.type)) return { ...entry, verdict: judge(host, entry.view) };
  return { ...entry, verdict: { rule: null, why: `a CI of type ${candidate.type} is no device`, clone: false } };
}

function decisionFor(winner: Hit, losers: readonly Hit[], unmatched: readonly LostCandidate[]): Decision {
  const { candidate, verdict } = winner;
  const lost: LostCandidate[] = [];
  const conflicts = [...verdict.conflicts];
  const duplicates: string[] = [];
  for (const loser of losers) {
    const outcome = loserOutcome(winner, loser);
    lost.push({ ciId: loser.candidate.ciId, lostBecause: `${reasonOf(winner, loser)}; ${outcome.text}` });
    if (outcome.conflict) conflicts.push(`also matches CI ${loser.candidate.ciId}: ${outcome.text}`);
    if (outcome.mark) duplicates.push(loser.candidate.ciId);
  }
  return {
    ...NO_DECISION,
    action: candidate.deleted ? "restore" : "match",
    ciId: candidate.ciId,
    rule: verdict.rule,
    matched: verdict.matched,
    candidates: [...lost, ...unmatched].slice(0, MAX_LISTED),
    conflicts,
    duplicates,
  };
}
