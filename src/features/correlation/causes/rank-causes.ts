import { mustGet } from "../../../model/must-get.ts";
import { compare } from "../../../model/order.ts";
import type { Alarm, Change, FailureGraph } from "./failure-graph.ts";
import { EVIDENCE, type FirstAlarm, firstAlarms, likelihood, positionsIn } from "./likelihood.ts";
import {
  mostProbablePaths,
  type PropagationGraph,
  type PropagationTree,
  propagationGraph,
  type Step,
} from "./propagation.ts";

/** Extents of the fault: how far it reaches the dependents is not known, since a fault may be partial. */
const EXTENTS = [1, 0.6, 0.25] as const;
/** Candidates whose likelihood is computed. */
const MAX_CANDIDATES = 80;
/** Relationships that all searches from alarms may walk in sum, and those from candidates: dense graphs get fewer searches. */
const MAX_WALKED = 300_000;
/** A path that is less probable than this explains no alarm. */
const MIN_PATH_PROBABILITY = 0.02;

export interface CauseInput {
  graph: FailureGraph;
  alarms: readonly Alarm[];
  changes: readonly Change[];
  /** Only causes whose failure may reach one of these CIs; absent: any. */
  about?: readonly string[];
}

/** A CI whose failure may have caused the alarms. */
export interface RankedCause {
  ciId: string;
  /** ln of the likelihood ratio of the alarms: this CI failed, against no failure. */
  score: number;
  /** Its posterior among the candidates and the hypothesis that nothing failed. */
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
 * and alarms that it does not reach count as noise for every candidate alike. Pure; returns the best first.
 */
export function rankCauses({ graph, alarms, changes, about }: CauseInput): RankedCause[] {
  const propagation = propagationGraph(graph);
  const firstOf = firstAlarms(alarms, propagation);
  if (firstOf.size === 0) return [];
  const first = Math.min(...[...firstOf.values()].map(({ at }) => at));
  const last = Math.max(...[...firstOf.values()].map(({ at }) => at));
  const recent = recentChanges(changes, first, last);
  const found = candidates(propagation, firstOf, about).map((start) => {
    const tree = mostProbablePaths(propagation, start, (i) => firstOf.has(i));
    const change = recent.get(propagation.ids[start]!);
    const prior = Math.log(change ? EVIDENCE.changed : EVIDENCE.unchanged);
    const position = positionsIn(tree, propagation.ids.length);
    const score = logMeanExp(EXTENTS.map((extent) => likelihood(propagation, tree, position, firstOf, extent))) + prior;
    return { start, tree, score, change };
  });
  // Every CI that the causes must reach may have been deleted.
  if (found.length === 0) return [];
  found.sort((a, b) => b.score - a.score || compare(propagation.ids[a.start]!, propagation.ids[b.start]!));
  const total = found.reduce((sum, { score }) => sum + Math.exp(score - found[0]!.score), Math.exp(-found[0]!.score));
  return found.map(({ start, tree, score, change }) => ({
    ciId: propagation.ids[start]!,
    score,
    probability: Math.exp(score - found[0]!.score) / total,
    explains: explainedCis(propagation, tree, firstOf),
    hasAlarm: firstOf.has(start),
    change,
  }));
}

function recentChanges(changes: readonly Change[], first: number, last: number): Map<string, Change> {
  const from = first - EVIDENCE.changeWithinMs;
  const within = changes.filter(({ at }) => at >= from && at <= last).sort((a, b) => a.at - b.at);
  return new Map(within.map((change) => [change.ciId, change]));
}

/** CIs upstream of alarms, in descending order of the summed probabilities of their paths to the alarms. */
function candidates(
  propagation: PropagationGraph,
  alarms: ReadonlyMap<number, FirstAlarm>,
  about?: readonly string[],
): number[] {
  const reachProbability = new Map<number, number>();
  const back = {
    ...propagation,
    out: propagation.into.map((steps) => steps.map((step) => ({ ...step, to: step.from }))),
  };
  const upstream = (start: number) => mostProbablePaths(back, start, (i) => alarms.has(i));
  let allowed: Set<number> | undefined;
  if (about) {
    allowed = new Set<number>();
    for (const id of about) {
      const index = propagation.indexOf.get(id);
      if (index !== undefined) for (const i of upstream(index).order) allowed.add(i);
    }
  }
  for (const index of evenSample([...alarms.keys()], searchBudget(propagation))) {
    const { order, steps } = upstream(index);
    const reach = new Map([[index, 1]]);
    order.forEach((at, i) => {
      const step = steps[i];
      // The search walks backwards: the relationship's dependent is the CI it came from.
      const chance = step ? mustGet(reach, mustGet(propagation.indexOf, step.edge.dependent)) * step.probability : 1;
      reach.set(at, chance);
      reachProbability.set(at, (reachProbability.get(at) ?? 0) + chance);
    });
  }
  return [...reachProbability]
    .filter(([index]) => !allowed || allowed.has(index))
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, Math.min(MAX_CANDIDATES, searchBudget(propagation)))
    .map(([index]) => index);
}

/** How many searches may walk every relationship. */
function searchBudget({ out }: PropagationGraph): number {
  const relationships = out.reduce((sum, steps) => sum + steps.length, 0);
  return Math.max(10, Math.floor(MAX_WALKED / Math.max(1, relationships)));
}

/** At most `most` items, evenly spaced over the list. */
function evenSample(list: readonly number[], most: number): number[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!);
}

function explainedCis(
  { ids }: PropagationGraph,
  { order, steps }: PropagationTree,
  seen: ReadonlyMap<number, FirstAlarm>,
) {
  const paths = new Map<number, { chance: number; path: Step[] }>();
  return order.flatMap((at, i) => {
    const step = steps[i];
    const before = step && mustGet(paths, step.from);
    const way = before
      ? { chance: before.chance * step.probability, path: [...before.path, step] }
      : { chance: 1, path: [] };
    paths.set(at, way);
    return seen.has(at) && way.chance >= MIN_PATH_PROBABILITY ? [{ ciId: ids[at]!, path: way.path }] : [];
  });
}

/** ln of the mean of e^x. */
function logMeanExp(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, ln) => sum + Math.exp(ln - most), 0) / logs.length);
}
