import { causeCandidates, searchBudget } from "./cause-candidates.ts";
import type { Alarm, FailureGraph } from "./failure-graph.ts";
import { createFailures, type ExplainingFailure } from "./failures.ts";
import { firstAlarms } from "./first-alarms.ts";
import { meanLikelihood } from "./likelihood.ts";
import { FURTHER_FAULT } from "./other-faults.ts";
import { createPriors } from "./priors.ts";
import { propagationGraph } from "./propagation.ts";

/** The likeliest failures, of which faults are chosen. */
const MAX_TRIED = 8;
/** CIs with alarms that follow from each fault rather than from another, at least: one alarm alone may be noise. */
const LEAST_OWN = 2;
/** The Bayes factor of strong evidence, after Kass and Raftery, "Bayes Factors" (1995). */
const STRONG_EVIDENCE = 20;

/** A fault with the CIs whose alarms follow from it rather than from another. */
export interface Fault {
  /** The CI that failed. */
  ciId: string;
  explains: string[];
}

/** Failures that together explain the alarms; ln of how much better than noise does. */
interface Explanation {
  starts: readonly number[];
  ln: number;
}

/**
 * The unconnected faults behind alarms: two where two failures explain them so much better than any single one, the rest of
 * the alarms being noise, that the evidence is strong (a Bayes factor of 20, the low prior of a further fault included), and
 * likewise three and more, up to eight. An alarm that several explain follows from the one that has the most probable path to it; one
 * that none explains belongs to no fault. Pure.
 *
 * @param known so many faults were told apart before: they need not be shown strongly once more, so that what was taken
 *   apart is put together again only when a single failure explains it better
 * @returns no fault where a single one explains the alarms as well
 */
export function separateFaults(graph: FailureGraph, alarms: readonly Alarm[], known = 1): Fault[] {
  const propagation = propagationGraph(graph);
  const firstOf = firstAlarms(alarms, propagation, { severalFaults: true });
  if (firstOf.size < LEAST_OWN * 2) return [];
  const failureOf = createFailures(propagation, firstOf);
  const priorOf = createPriors(firstOf, [], propagation);
  const explain = (start: number, explained: ReadonlySet<number>) =>
    meanLikelihood(propagation, failureOf(start), firstOf, { explained }) + Math.log(priorOf(start).prior);
  const nothing: ReadonlySet<number> = new Set();
  const singles = causeCandidates(propagation, firstOf)
    .likely.map((start): Explanation => ({ starts: [start], ln: explain(start, nothing) }))
    .sort((a, b) => b.ln - a.ln || a.starts[0]! - b.starts[0]!)
    .slice(0, Math.min(MAX_TRIED, searchBudget(propagation)));
  let best = singles[0];
  for (let count = 2; best && count <= singles.length; count++) {
    // Two are searched for together, as the likeliest single one may explain a part of each; a further one beside those.
    const before = count === 2 ? singles : [best];
    const least = best.ln + (count <= known ? 0 : Math.log(STRONG_EVIDENCE));
    let better: Explanation | undefined;
    for (const { starts, ln } of before) {
      const explained = new Set(starts.flatMap((start) => [...failureOf(start).explains.keys()]));
      for (const { starts: further } of singles) {
        const all = [...starts, ...further];
        if (followingFrom(all.map(failureOf)).some((own) => own.length < LEAST_OWN)) continue;
        const lnAll = ln + explain(further[0]!, explained) + Math.log(FURTHER_FAULT);
        if (lnAll > (better?.ln ?? least)) better = { starts: all, ln: lnAll };
      }
    }
    if (!better) break;
    best = better;
  }
  if (!best || best.starts.length < 2) return [];
  const own = followingFrom(best.starts.map(failureOf));
  return best.starts.map((start, i) => ({
    ciId: propagation.ids[start]!,
    explains: own[i]!.map((at) => propagation.ids[at]!),
  }));
}

/** Of each failure the CIs whose alarms follow from it: the path to them is the most probable one, that of the first of equal ones. */
function followingFrom(failures: readonly ExplainingFailure[]): number[][] {
  const best = new Map<number, { chance: number; by: number }>();
  for (const [by, { explains }] of failures.entries()) {
    for (const [at, chance] of explains) if (chance > (best.get(at)?.chance ?? 0)) best.set(at, { chance, by });
  }
  const own = failures.map((): number[] => []);
  for (const [at, { by }] of best) own[by]!.push(at);
  return own;
}
