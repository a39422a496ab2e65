import type { Severity } from "../events/index.ts";
import type { Alarm, Change, FailureGraph } from "./failure-graph.ts";
import { detectionOf, SPREAD, type Spread, type SpreadTree, type Step, spreadFrom, spreadOf } from "./spread.ts";

/**
 * What a CI's alarm and a change of it say, as probabilities and ratios of them. Times are weak evidence: clocks of
 * hosts differ, and monitoring looks at each only now and then.
 */
export const EVIDENCE = {
  /** That a CI which does not fail alarms all the same within a storm, by the severity of its gravest alarm. */
  noise: { critical: 0.007, high: 0.01, medium: 0.025, low: 0.05 } satisfies Record<Severity, number>,
  /** The share of alarms that is taken for noise, where there are so many that it is more than usual. */
  noisy: 0.25,
  usualNoise: 0.02,
  mostNoise: 0.3,
  /** How much likelier a change shortly before is where the fault began than elsewhere; and having none. */
  changed: 10,
  unchanged: 0.65,
  changeWithinMs: 3_600_000,
  /** Clocks and polling: an effect may be seen this much before its cause. */
  toleranceMs: 90_000,
  /** Beyond that the ratio falls by e with each of these, to the least. */
  fadeMs: 150_000,
  /** An effect that is seen longer than this after its cause is less likely its effect, likewise. */
  promptMs: 240_000,
  lingerMs: 400_000,
  leastTime: 0.1,
} as const;

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

interface Seen {
  at: number;
  severity: Severity;
  /** Probability of such an alarm where nothing fails. */
  noise: number;
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
  found.sort((a, b) => b.score - a.score || (spread.ids[a.start]! < spread.ids[b.start]! ? -1 : 1));
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

/** By CI: when it first alarmed, and how gravely. */
function gravest(alarms: readonly Alarm[], { indexOf, cis }: Spread): Map<number, Seen> {
  const seen = new Map<number, Seen>();
  for (const { ciId, at, severity } of alarms) {
    const index = indexOf.get(ciId);
    if (index === undefined) continue;
    const known = seen.get(index);
    const graver = !known || EVIDENCE.noise[severity] < EVIDENCE.noise[known.severity];
    const worst = graver ? severity : known.severity;
    seen.set(index, { at: Math.min(at, known?.at ?? at), severity: worst, noise: EVIDENCE.noise[worst] });
  }
  const all = cis.reduce((sum, { quiet }) => sum + 1 + quiet.declared, 0);
  const louder = Math.max(1, (EVIDENCE.noisy * seen.size) / all / EVIDENCE.usualNoise);
  for (const one of seen.values()) one.noise = Math.min(EVIDENCE.mostNoise, one.noise * louder);
  return seen;
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
      const chance = step ? reach.get(spread.indexOf.get(step.edge.dependent)!)! * step.pass : 1;
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

/** By CI: where it stands in the order in which CIs are reached; -1 for those that are not. */
function placesIn({ order }: SpreadTree, count: number): Int32Array {
  const place = new Int32Array(count).fill(-1);
  for (const [i, at] of order.entries()) place[at] = i;
  return place;
}

/** ln g of the failing CI, where a failure passes each relationship with so much of its usual probability. */
function likelihood(
  spread: Spread,
  { order, steps }: SpreadTree,
  place: Int32Array,
  seen: ReadonlyMap<number, Seen>,
  extent: number,
): number {
  const ln = new Map<number, number>();
  const onset = onsets({ order, steps }, seen);
  for (let i = order.length - 1; i >= 0; i--) {
    const at = order[i]!;
    const ci = spread.cis[at]!;
    const own = (ln.get(at) ?? 0) + evidenceOf(ci, seen.get(at), onset.get(steps[i]?.from ?? -1));
    const quiet =
      ci.quiet.declared * Math.log(1 - SPREAD.declared * extent * SPREAD.detection) +
      ci.quiet.observed * Math.log(1 - SPREAD.observed * extent * SPREAD.detection);
    const total = own + quiet;
    const step = steps[i];
    if (!step) return total;
    const pass = passingTo(spread, step, place, seen, extent);
    ln.set(step.from, (ln.get(step.from) ?? 0) + Math.log(1 - pass + pass * Math.exp(Math.min(total, 600))));
  }
  return 0;
}

/**
 * That a failure comes by the likeliest way, or by another relationship with a CI that was reached before and alarms, so
 * that it fails in all likelihood.
 */
function passingTo(
  { into }: Spread,
  step: Step,
  place: Int32Array,
  seen: ReadonlyMap<number, Seen>,
  extent: number,
): number {
  const own = place[step.to]!;
  let apart = 1 - step.pass * extent;
  for (const other of into[step.to]!) {
    const before = place[other.from]!;
    if (other === step || before < 0 || before > own) continue;
    if (before === 0 || seen.has(other.from)) apart *= 1 - other.pass * extent;
  }
  return Math.min(1 - apart, 0.999);
}

function evidenceOf(ci: { type: string }, alarm: Seen | undefined, since: number | undefined): number {
  const detection = detectionOf(ci);
  if (!alarm) return Math.log(1 - detection);
  return Math.log(detection / alarm.noise) + Math.log(timeRatio(alarm.at, since));
}

/** By CI: when what alarms last on the way to it, itself included, began to. */
function onsets({ order, steps }: SpreadTree, seen: ReadonlyMap<number, Seen>): Map<number, number> {
  const onset = new Map<number, number>();
  order.forEach((at, i) => {
    const began = seen.get(at)?.at ?? onset.get(steps[i]?.from ?? -1);
    if (began !== undefined) onset.set(at, began);
  });
  return onset;
}

/** An effect that is seen well before its cause is hardly its effect; within the tolerance times say nothing. */
function timeRatio(at: number, since: number | undefined): number {
  if (since === undefined) return 1;
  const early = since - at - EVIDENCE.toleranceMs;
  const late = at - since - EVIDENCE.promptMs;
  const fade = early > 0 ? early / EVIDENCE.fadeMs : late > 0 ? late / EVIDENCE.lingerMs : 0;
  return Math.max(EVIDENCE.leastTime, Math.exp(-fade));
}

function explained({ ids }: Spread, { order, steps }: SpreadTree, seen: ReadonlyMap<number, Seen>) {
  const paths = new Map<number, { chance: number; path: Step[] }>();
  return order.flatMap((at, i) => {
    const step = steps[i];
    const before = step && paths.get(step.from)!;
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
