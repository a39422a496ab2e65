import { mustGet } from "../../../model/must-get.ts";
import { compare } from "../../../model/order.ts";
import { causeCandidates } from "./cause-candidates.ts";
import { EVIDENCE } from "./evidence.ts";
import type { Alarm, Change, FailureGraph } from "./failure-graph.ts";
import { firstAlarms } from "./first-alarms.ts";
import { likelihood, positionsIn } from "./likelihood.ts";
import { createOtherFaults, type ExplainingFailure } from "./other-faults.ts";
import {
  mostProbablePaths,
  type PropagationGraph,
  type PropagationTree,
  propagationGraph,
  type Step,
} from "./propagation.ts";
import { type FirstAlarm, kindOf } from "./signs.ts";

/** Extents of the fault: how far it reaches the dependents is not known, since a fault may be partial. */
const EXTENTS = [1, 0.6, 0.25] as const;
/** A path that is less probable than this explains no alarm. */
const MIN_PATH_PROBABILITY = 0.02;

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
  const firstOf = firstAlarms(alarms, propagation, askedEvent);
  if (firstOf.size === 0) return [];
  const asked = askedEvent === undefined ? undefined : indexesOf(alarms, askedEvent, propagation);
  const priorOf = createPriors(firstOf, changes, propagation);
  const failureOf = createFailures(propagation, firstOf);
  const { about: starts, likely } = causeCandidates(propagation, firstOf, about);
  const beside = asked && createOtherFaults(propagation, firstOf, likely.map(failureOf));
  const found = starts.map((start) => {
    const failure = failureOf(start);
    const { prior, change } = priorOf(start);
    const lns = EXTENTS.map((extent) => likelihood(propagation, failure, firstOf, { extent, ...(asked && { asked }) }));
    const further = beside?.(failure.explains) ?? 0;
    return { start, failure, score: logMeanExp(lns) + Math.log(prior) + further, change };
  });
  // Every CI that the causes must reach may have been deleted.
  if (found.length === 0) return [];
  found.sort((a, b) => b.score - a.score || compare(propagation.ids[a.start]!, propagation.ids[b.start]!));
  const nothing = Math.exp((beside?.(new Set()) ?? 0) - found[0]!.score);
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

/** The prior of a failure by what happened to the CI: a change shortly before, an alarm of its own. */
function createPriors(
  firstOf: ReadonlyMap<number, FirstAlarm>,
  changes: readonly Change[],
  { ids }: PropagationGraph,
): (start: number) => { prior: number; change: Change | undefined } {
  const all = [...firstOf.values()];
  const times = all.map(({ at }) => at);
  const recent = recentChanges(changes, Math.min(...times), Math.max(...times));
  const hasSigns = all.some(({ signs }) => signs.some(({ symptom }) => kindOf(symptom) !== undefined));
  return (start) => {
    const change = recent.get(ids[start]!);
    const silent = hasSigns && !firstOf.has(start) ? EVIDENCE.silentCause : 1;
    return { prior: silent * (change ? EVIDENCE.changed : EVIDENCE.unchanged), change };
  };
}

/** The failure of each CI, searched for once. */
function createFailures(
  propagation: PropagationGraph,
  firstOf: ReadonlyMap<number, FirstAlarm>,
): (start: number) => ExplainingFailure {
  const known = new Map<number, ExplainingFailure>();
  return (start) => {
    const found = known.get(start);
    if (found) return found;
    const tree = mostProbablePaths(propagation, start, (i) => firstOf.has(i));
    const explains = new Set(explainedCis(tree, firstOf).map(({ at }) => at));
    const failure = { tree, position: positionsIn(tree, propagation.ids.length), explains };
    known.set(start, failure);
    return failure;
  };
}

function recentChanges(changes: readonly Change[], first: number, last: number): Map<string, Change> {
  const from = first - EVIDENCE.changeWithinMs;
  const within = changes.filter(({ at }) => at >= from && at <= last).sort((a, b) => a.at - b.at);
  return new Map(within.map((change) => [change.ciId, change]));
}

/** The CIs with an alarm that the failure reaches probably enough, each with the path to it. */
function explainedCis({ order, steps }: PropagationTree, seen: ReadonlyMap<number, FirstAlarm>) {
  const paths = new Map<number, { chance: number; path: Step[] }>();
  return order.flatMap((at, i) => {
    const step = steps[i];
    const before = step && mustGet(paths, step.from);
    const way = before
      ? { chance: before.chance * step.probability, path: [...before.path, step] }
      : { chance: 1, path: [] };
    paths.set(at, way);
    return seen.has(at) && way.chance >= MIN_PATH_PROBABILITY ? [{ at, path: way.path }] : [];
  });
}

/** ln of the mean of e^x. */
function logMeanExp(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, ln) => sum + Math.exp(ln - most), 0) / logs.length);
}
