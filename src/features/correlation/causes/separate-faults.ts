import { causeCandidates, searchBudget } from "./cause-candidates.ts";
import type { Alarm, FailureGraph } from "./failure-graph.ts";
import { createFailures, type ExplainingFailure } from "./failures.ts";
import { firstAlarms } from "./first-alarms.ts";
import { meanLikelihood } from "./likelihood.ts";
import { FURTHER_FAULT_PRIOR, MAX_TRIED } from "./other-faults.ts";
import { createPriors } from "./priors.ts";
import { propagationGraph } from "./propagation.ts";

/** The least number of CIs with alarms that follow from each fault rather than from another: one alarm alone may be noise. */
const LEAST_OWN = 2;
/** The least odds for one more fault. Kass and Raftery, "Bayes Factors" (1995), call evidence strong from 20 on. */
const STRONG_ODDS = 20;

/** A fault with the CIs whose alarms follow from it rather than from another. */
export interface Fault {
  /** The CI that failed. */
  ciId: string;
  explains: string[];
}

/** Failures that together explain the alarms, with ln of their likelihood ratio against noise, their priors included. */
interface Explanation {
  starts: readonly number[];
  ln: number;
}

/**
 * The unconnected faults behind alarms. There are two where the posterior odds of two failures against the likeliest single
 * one are at least 20, which takes a Bayes factor of 1,000, as a further fault has a prior of 0.02; there are three where those
 * of a third one beside them are, and so on, up to eight. What no failure explains counts as noise. An alarm that several
 * explain follows from the one that has the most probable path to it; one that none explains belongs to no fault. The
 * likeliest failures that are tried and the noise beside several faults were chosen on generated storms, see `bench/README.md`.
 * Pure.
 *
 * @param known the number of faults that an analysis before told apart: odds of 1 are enough for as many, so that incidents
 *   merge again only when fewer failures explain the alarms better
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
    const least = best.ln + (count <= known ? 0 : Math.log(STRONG_ODDS));
    let better: Explanation | undefined;
    for (const { starts, ln } of before) {
      const explained = new Set(starts.flatMap((start) => [...failureOf(start).explains.keys()]));
      for (const { starts: further } of singles) {
        const all = [...starts, ...further];
        if (followingFrom(all.map(failureOf)).some((own) => own.length < LEAST_OWN)) continue;
        const lnAll = ln + explain(further[0]!, explained) + Math.log(FURTHER_FAULT_PRIOR);
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
  const best = new Map<number, { probability: number; by: number }>();
  for (const [by, { explains }] of failures.entries()) {
    for (const [at, probability] of explains)
      if (probability > (best.get(at)?.probability ?? 0)) best.set(at, { probability, by });
  }
  const own = failures.map((): number[] => []);
  for (const [at, { by }] of best) own[by]!.push(at);
  return own;
}
