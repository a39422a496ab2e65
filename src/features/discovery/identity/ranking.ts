import { compare as compareText } from "../../../model/order.ts";
import { reasonToKeepApart } from "./guards.ts";
import type { RuleNumber, Verdict } from "./rules.ts";
import { type Candidate, compare, observedView, type View, viewOfCandidate } from "./view.ts";

/** A candidate with its view, computed once for many comparisons. */
export interface Entry {
  readonly candidate: Candidate;
  readonly view: View;
}

export function entryOf(candidate: Candidate): Entry {
  return { candidate, view: viewOfCandidate(candidate) };
}

export interface Judged extends Entry {
  readonly verdict: Verdict;
}

export interface Hit extends Entry {
  readonly verdict: Extract<Verdict, { rule: RuleNumber }>;
  /** How many of host name and MAC address agree. */
  readonly support: number;
  /** The CI after the observation, if it is chosen. */
  readonly after: View;
}

/** The hit of a judged candidate as a list: empty if no rule matched. */
export function hitOf(host: View, { candidate, view, verdict }: Judged): Hit[] {
  if (verdict.rule === null) return [];
  const c = compare(host, view);
  const support = Number(c.name.is === "agree") + Number(c.mac.is === "agree");
  return [{ candidate, view, verdict, support, after: observedView(view, host) }];
}

/** Best first. */
export function compareHits(a: Hit, b: Hit): number {
  return (
    tier(a) - tier(b) ||
    a.verdict.rule - b.verdict.rule ||
    a.verdict.grade - b.verdict.grade ||
    b.support - a.support ||
    Number(a.candidate.duplicateOf !== undefined) - Number(b.candidate.duplicateOf !== undefined) ||
    Number(b.candidate.status === "active") - Number(a.candidate.status === "active") ||
    compareText(a.candidate.createdAt, b.candidate.createdAt) ||
    compareText(a.candidate.ciId, b.candidate.ciId)
  );
}

/** The best hit, or the CI that it is a known duplicate of, if that one matches too and nothing contradicts. */
export function originalOf(best: Hit | undefined, hits: readonly Hit[]): Hit | undefined {
  const visited = new Set<Hit>();
  for (let hit = best; hit !== undefined; ) {
    if (visited.has(hit)) return best; // circular duplicate marks are ignored
    visited.add(hit);
    const { duplicateOf } = hit.candidate;
    const original = hits.find(({ candidate }) => candidate.ciId === duplicateOf && !candidate.deleted);
    if (original === undefined || mustStayApart(original, hit)) return hit;
    hit = original;
  }
  return undefined;
}

function mustStayApart(a: Hit, b: Hit): boolean {
  return reasonToKeepApart(a.view, b.after, compare(a.view, b.after)) !== undefined;
}

/** A live CI precedes a deleted one, unless it matches by its address alone. */
function tier({ candidate, verdict }: Hit): number {
  return Number(candidate.deleted) + (verdict.rule === 6 ? 2 : 0);
}

/** Why the winner precedes the loser: the first criterion of `compareHits` in which they differ. */
export function reasonOf(winner: Hit, loser: Hit): string {
  const [best, other] = [winner.verdict, loser.verdict];
  if (loser.candidate.duplicateOf === winner.candidate.ciId) return "is a known duplicate of the chosen CI";
  if (tier(winner) !== tier(loser) && loser.candidate.deleted) return "deleted, and a live CI matches";
  if (best.rule !== other.rule) return `matches by rule ${other.rule}, weaker than rule ${best.rule}`;
  const same = `matches by rule ${other.rule} too`;
  if (best.grade !== other.grade) return `${same}, but only the host name agrees`;
  if (winner.support !== loser.support) return `${same}, but less of host name and MAC addresses agrees`;
  if (loser.candidate.duplicateOf !== undefined && winner.candidate.duplicateOf === undefined) {
    return `${same}, but is a known duplicate`;
  }
  if (winner.candidate.status === "active" && loser.candidate.status !== "active") return `${same}, but is not active`;
  return `${same}, but is newer`;
}

interface LoserOutcome {
  readonly text: string;
  readonly mark: boolean;
  readonly conflict: boolean;
}

/** Whether a CI that also matched is a duplicate of the chosen one. Clones and other contradictions stay apart. */
export function loserOutcome(winner: Hit, loser: Hit): LoserOutcome {
  if (loser.candidate.deleted) return { text: "stays deleted", mark: false, conflict: false };
  const c = compare(winner.after, loser.view);
  const apart =
    reasonToKeepApart(winner.after, loser.view, c) ?? (isWeaklyNamed(loser, c.name.is) ? "different names" : undefined);
  if (apart !== undefined) return { text: `kept apart: ${apart}`, mark: false, conflict: true };
  if (loser.candidate.duplicateOf === winner.candidate.ciId) return { text: "stays so", mark: false, conflict: false };
  return { text: "marked as its duplicate", mark: true, conflict: false };
}

/** Whether the match is by rules 4 to 6 and the names differ: then the CIs stay two. */
function isWeaklyNamed(loser: Hit, name: "agree" | "differ" | "unknown"): boolean {
  return loser.verdict.rule >= 4 && name === "differ";
}
