import { mustGet } from "../../../model/must-get.ts";
import { compare } from "../../../model/order.ts";
import type { Alarm, Change, FailureGraph } from "./failure-graph.ts";
import { EVIDENCE, gravest, likelihood, placesIn, type Seen } from "./likelihood.ts";
import { type Spread, type SpreadTree, type Step, spreadFrom, spreadOf } from "./propagation.ts";

/** How much of what needs the failing CI is hit is not known beforehand: a fault may be a partial one. */
const EXTENTS = [1, 0.6, 0.25] as const;
/** Candidates whose spread is worked out. */
const MOST_CANDIDATES = 80;
/** Relationships that the searches from alarms walk together, and those from candidates: where many link many, fewer search. */
const MOST_WALKED = 300_000;
/** A way less likely than this explains nothing. */
const EXPLAINS = 0.02;

export interface CauseInput {
  graph: FailureGraph;
  alarms: readonly Alarm[];
  changes: readonly Change[];
  /** Only causes that a failure of which may reach one of these CIs; absent: any. */
  about?: readonly string[];
}

/** A CI whose failure may be behind the alarms. */
export interface RankedCause {
  ciId: string;
  /** ln of how much likelier the alarms are if this CI failed than if nothing did. */
  score: number;
  /** Its share among the candidates, and nothing at all being behind them. */
  probability: number;
  /** CIs that alarm and that its failure reaches, itself included where it alarms; each with the way to it. */
  explains: { ciId: string; path: Step[] }[];
  alarms: boolean;
  change: Change | undefined;
}

/**
 * Which CI's failure best explains the alarms: a noisy-or belief network over the dependency graph, after Steinder and
 * Sethi, "Probabilistic fault localization in communication systems using belief networks" (2004), restricted for each
 * candidate to the likeliest way to every CI, so that it is summed up exactly, missing alarms and partial faults
 * included:
 *
 *   g(x) = e(x) * product over what x reaches next of (1 - pass + pass * g(next))
 *
 * with e(x) = detection / noise where x alarms, else 1 - detection. Thus dependents that stay silent speak against a
 * candidate, and what it does not reach is taken for noise, whichever candidate is looked at. Pure; best first.
 */
export function rankCauses({ graph, alarms, changes, about }: CauseInput): RankedCause[] {
  const spread = spreadOf(graph);
  const seen = gravest(alarms, spread);
  if (seen.size === 0) return [];
  const first = Math.min(...[...seen.values()].map(({ at }) => at));
  const last = Math.max(...[...seen.values()].map(({ at }) => at));
  const recent = recentChanges(changes, first, last);
  const found = candidates(spread, seen, about).map((start) => {
    const tree = spreadFrom(spread, start, (i) => seen.has(i));
    const change = recent.get(spread.ids[start]!);
    const prior = Math.log(change ? EVIDENCE.changed : EVIDENCE.unchanged);
    const place = placesIn(tree, spread.ids.length);
    const score = meanOf(EXTENTS.map((extent) => likelihood(spread, tree, place, seen, extent))) + prior;
    return { start, tree, score, change };
  });
  found.sort((a, b) => b.score - a.score || compare(spread.ids[a.start]!, spread.ids[b.start]!));
  const total = found.reduce((sum, { score }) => sum + Math.exp(score - found[0]!.score), Math.exp(-found[0]!.score));
  return found.map(({ start, tree, score, change }) => ({
    ciId: spread.ids[start]!,
    score,
    probability: Math.exp(score - found[0]!.score) / total,
    explains: explained(spread, tree, seen),
    alarms: seen.has(start),
    change,
  }));
}

function recentChanges(changes: readonly Change[], first: number, last: number): Map<string, Change> {
  const from = first - EVIDENCE.changeWithinMs;
  const within = changes.filter(({ at }) => at >= from && at <= last).sort((a, b) => a.at - b.at);
  return new Map(within.map((change) => [change.ciId, change]));
}

/** CIs upstream of alarms, those first to which the likeliest ways lead from most. */
function candidates(spread: Spread, seen: ReadonlyMap<number, Seen>, about?: readonly string[]): number[] {
  const promise = new Map<number, number>();
  const back = { ...spread, out: spread.into.map((steps) => steps.map((step) => ({ ...step, to: step.from }))) };
  const upstream = (start: number) => spreadFrom(back, start, (i) => seen.has(i));
  let allowed: Set<number> | undefined;
  if (about) {
    allowed = new Set<number>();
    for (const id of about) {
      const index = spread.indexOf.get(id);
      if (index !== undefined) for (const i of upstream(index).order) allowed.add(i);
    }
  }
  for (const index of spaced([...seen.keys()], affordable(spread))) {
    const { order, steps } = upstream(index);
    const reach = new Map([[index, 1]]);
    order.forEach((at, i) => {
      const step = steps[i];
      // `upstream` walks backwards: the step's own edge tells which end it came from.
      const chance = step ? mustGet(reach, mustGet(spread.indexOf, step.edge.dependent)) * step.pass : 1;
      reach.set(at, chance);
      promise.set(at, (promise.get(at) ?? 0) + chance);
    });
  }
  return [...promise]
    .filter(([index]) => !allowed || allowed.has(index))
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, Math.min(MOST_CANDIDATES, affordable(spread)))
    .map(([index]) => index);
}

/** Searches that may walk every relationship. */
function affordable({ out }: Spread): number {
  const relationships = out.reduce((sum, steps) => sum + steps.length, 0);
  return Math.max(10, Math.floor(MOST_WALKED / Math.max(1, relationships)));
}

/** At most so many of the list, evenly from all of it. */
function spaced(list: readonly number[], most: number): number[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!);
}

function explained({ ids }: Spread, { order, steps }: SpreadTree, seen: ReadonlyMap<number, Seen>) {
  const paths = new Map<number, { chance: number; path: Step[] }>();
  return order.flatMap((at, i) => {
    const step = steps[i];
    const before = step && mustGet(paths, step.from);
    const way = before ? { chance: before.chance * step.pass, path: [...before.path, step] } : { chance: 1, path: [] };
    paths.set(at, way);
    return seen.has(at) && way.chance >= EXPLAINS ? [{ ciId: ids[at]!, path: way.path }] : [];
  });
}

/** ln of the mean of e^x. */
function meanOf(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, ln) => sum + Math.exp(ln - most), 0) / logs.length);
}
