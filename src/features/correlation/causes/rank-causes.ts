import { compare } from "../../../model/order.ts";
import { causeCandidates } from "./cause-candidates.ts";
import type { Alarm, Change, FailureGraph } from "./failure-graph.ts";
import { createFailures, explainedCis } from "./failures.ts";
import { firstAlarms } from "./first-alarms.ts";
import { meanLikelihood } from "./likelihood.ts";
import { createOtherFaults } from "./other-faults.ts";
import { createPriors } from "./priors.ts";
import { type PropagationGraph, propagationGraph, type Step } from "./propagation.ts";

export interface CauseInput {
  graph: FailureGraph;
  alarms: readonly Alarm[];
  changes: readonly Change[];
  /** Only causes whose failure may reach one of these CIs; absent: any. */
  about?: readonly string[];
  /** Id of the event whose cause is asked for: it is no noise, and other faults may be under way beside its own. */
  askedEvent?: string;
}

/** A CI whose failure may have caused the alarms. */
export interface RankedCause {
  ciId: string;
  /** ln of the likelihood ratio of the alarms: this CI failed, alone or beside others, against no failure. */
  score: number;
  /** Its posterior among the candidates and the hypothesis that it is none of them. */
  probability: number;
  /** CIs with an alarm that its failure reaches, each with the path to it; itself included. */
  explains: { ciId: string; path: Step[] }[];
  hasAlarm: boolean;
  change: Change | undefined;
}

/**
 * Which CI's failure best explains the alarms: a noisy-or belief network over the dependency graph, after Steinder and
 * Sethi, "Probabilistic fault localization in communication systems using belief networks" (2004), restricted for each
 * candidate to the most probable path to every CI, so that the sum is exact, missing alarms and partial faults
 * included:
 *
 *   g(x) = e(x) * product over what x reaches next of (1 - pass + pass * g(next))
 *
 * with e(x) = detection / noise where x has an alarm, else 1 - detection. So silent dependents count against a candidate,
 * and alarms that it does not reach count as noise for every candidate alike. What an alarm says is wrong, and by how much, weighs
 * in e(x), see `lnSignRatio`. For the cause of one event the same sum is taken with that event certain, and what a candidate
 * does not explain may come from further failures, see `createOtherFaults`. Pure; returns the best first.
 */
export function rankCauses({ graph, ...known }: CauseInput): RankedCause[] {
  return rankCausesIn(propagationGraph(graph), known);
}

/** `rankCauses` in a graph that is indexed already. */
export function rankCausesIn(
  propagation: PropagationGraph,
  { alarms, changes, about, askedEvent }: Omit<CauseInput, "graph">,
): RankedCause[] {
  const firstOf = firstAlarms(alarms, propagation, { askedEvent });
  if (firstOf.size === 0) return [];
  const asked = askedEvent === undefined ? undefined : indexesOf(alarms, askedEvent, propagation);
  const priorOf = createPriors(firstOf, changes, propagation);
  const failureOf = createFailures(propagation, firstOf);
  const { about: starts, likely } = causeCandidates(propagation, firstOf, about);
  const beside = asked && createOtherFaults(propagation, firstOf, likely.map(failureOf));
  const found = starts.map((start) => {
    const failure = failureOf(start);
    const { prior, change } = priorOf(start);
    const ln = meanLikelihood(propagation, failure, firstOf, asked && { asked });
    const further = beside?.(failure.explains.keys()) ?? 0;
    return { start, failure, score: ln + Math.log(prior) + further, change };
  });
  // Every CI that the causes must reach may have been deleted.
  if (found.length === 0) return [];
  found.sort((a, b) => b.score - a.score || compare(propagation.ids[a.start]!, propagation.ids[b.start]!));
  const nothing = Math.exp((beside?.([]) ?? 0) - found[0]!.score);
  const total = found.reduce((sum, { score }) => sum + Math.exp(score - found[0]!.score), nothing);
  return found.map(({ start, failure, score, change }) => ({
    ciId: propagation.ids[start]!,
    score,
    probability: Math.exp(score - found[0]!.score) / total,
    explains: explainedCis(failure.tree, firstOf).map(({ at, path }) => ({
      ciId: propagation.ids[at]!,
      path,
    })),
    hasAlarm: firstOf.has(start),
    change,
  }));
}

function indexesOf(alarms: readonly Alarm[], eventId: string, { indexOf }: PropagationGraph): Set<number> {
  const own = alarms.filter((alarm) => alarm.eventId === eventId).map(({ ciId }) => indexOf.get(ciId));
  return new Set(own.filter((index) => index !== undefined));
}
