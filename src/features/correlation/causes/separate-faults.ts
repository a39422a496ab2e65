import { causeCandidates, searchBudget } from "./cause-candidates.ts";
import type { Alarm, FailureGraph } from "./failure-graph.ts";
import { createFailures, type ExplainingFailure, explainedCis } from "./failures.ts";
import { firstAlarms } from "./first-alarms.ts";
import { meanLikelihood } from "./likelihood.ts";
import { FURTHER_FAULT } from "./other-faults.ts";
import { createPriors } from "./priors.ts";
import { propagationGraph } from "./propagation.ts";

/** The likeliest failures, of which faults are chosen, and most faults at once. */
const MAX = { tried: 8, faults: 4 } as const;
/** Each fault explains at least so many CIs with alarms that no other explains: one alarm alone may be noise. */
const LEAST_OWN = 2;
/** The Bayes factor of strong evidence, after Kass and Raftery, "Bayes Factors" (1995). */
const STRONG_EVIDENCE = 20;

/** A fault with the CIs whose alarms follow from it rather than from another. */
export interface Fault {
  /** The CI that failed. */
  ciId: string;
  explains: string[];
}

/**
 * The unconnected faults behind alarms: two where two failures explain them so much better than any single one, the rest of
 * the alarms being noise, that the evidence is strong (a Bayes factor of 20, the low prior of a further fault included), and
 * likewise three and four. An alarm that several explain follows from the one that has the most probable path to it; one
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
  /** ln of how much better the failure explains the alarms than noise does, those left out that are explained already. */
  const lnOf = (start: number, explained: ReadonlySet<number>) =>
    meanLikelihood(propagation, failureOf(start), firstOf, { explained }) + Math.log(priorOf(start).prior);
  const nothing: ReadonlySet<number> = new Set();
  const likeliest = causeCandidates(propagation, firstOf)
    .likely.map((start) => ({ start, failure: failureOf(start), ln: lnOf(start, nothing) }))
    .sort((a, b) => b.ln - a.ln || a.start - b.start)
    .slice(0, Math.min(MAX.tried, searchBudget(propagation)));
  let best = { starts: likeliest.slice(0, 1).map(({ start }) => start), ln: likeliest[0]?.ln ?? 0 };
  for (let count = 2; count <= MAX.faults; count++) {
    // Two are searched for together, as the likeliest single one may explain a part of each; a further one beside those.
    const before = count === 2 ? likeliest.map(({ start, ln }) => ({ starts: [start], ln })) : [best];
    const evidence = count <= known ? 1 : STRONG_EVIDENCE;
    let better: typeof best | undefined;
    for (const { starts, ln } of before) {
      const explained = new Set(starts.flatMap((start) => [...failureOf(start).explains]));
      for (const { start } of likeliest) {
        const all = [...starts, start];
        if (!haveOwn(all.map(failureOf))) continue;
        const lnAll = ln + lnOf(start, explained) + Math.log(FURTHER_FAULT);
        if (lnAll > (better?.ln ?? best.ln + Math.log(evidence))) better = { starts: all, ln: lnAll };
      }
    }
    if (!better) break;
    best = better;
  }
  if (best.starts.length < 2) return [];
  const faults = best.starts.map((start) => ({ ciId: propagation.ids[start]!, explains: [] as string[] }));
  const reached = best.starts.map(
    (start) => new Map(explainedCis(failureOf(start).tree, firstOf).map(({ at, chance }) => [at, chance])),
  );
  for (const at of firstOf.keys()) {
    const chances = reached.map((of) => of.get(at) ?? 0);
    const most = Math.max(...chances);
    if (most > 0) faults[chances.indexOf(most)]!.explains.push(propagation.ids[at]!);
  }
  return faults;
}

/** Whether each explains enough alarms that none of the others explains. */
function haveOwn(failures: readonly ExplainingFailure[]): boolean {
  return failures.every((failure) => {
    const others = failures.filter((other) => other !== failure);
    const own = [...failure.explains].filter((at) => !others.some(({ explains }) => explains.has(at)));
    return own.length >= LEAST_OWN;
  });
}
