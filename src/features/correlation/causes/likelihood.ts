import type { Severity } from "../../events/index.ts";
import type { Alarm } from "./failure-graph.ts";
import { detectionOf, SPREAD, type Spread, type SpreadTree, type Step } from "./propagation.ts";

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

/** How a CI alarms. */
export interface Seen {
  at: number;
  severity: Severity;
  /** Probability of such an alarm where nothing fails. */
  noise: number;
}

/** By CI: when it first alarmed, and how gravely. */
export function gravest(alarms: readonly Alarm[], { indexOf, cis }: Spread): Map<number, Seen> {
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

/** By CI: where it stands in the order in which CIs are reached; -1 for those that are not. */
export function placesIn({ order }: SpreadTree, count: number): Int32Array {
  const place = new Int32Array(count).fill(-1);
  for (const [i, at] of order.entries()) place[at] = i;
  return place;
}

/** ln g (see `rankCauses`) of the failing CI, where a failure passes each relationship with so much of its usual probability. */
export function likelihood(
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
