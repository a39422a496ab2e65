import type { Severity } from "../../events/index.ts";
import type { Alarm } from "./failure-graph.ts";
import { detectionOf, PROPAGATION, type PropagationGraph, type PropagationTree, type Step } from "./propagation.ts";

/**
 * The weight of an alarm and of a change as evidence: probabilities and likelihood ratios. Times are weak evidence,
 * because the clocks of hosts differ and monitoring polls each host only now and then.
 */
export const EVIDENCE = {
  /** That a healthy CI has an alarm during a storm, by the severity of its most severe alarm. */
  noise: { critical: 0.007, high: 0.01, medium: 0.025, low: 0.05 } satisfies Record<Severity, number>,
  /** The share of alarms that is taken for noise where more CIs alarm than noise usually explains. */
  noiseShare: 0.25,
  usualNoise: 0.02,
  maxNoise: 0.3,
  /** Likelihood ratios of a root cause with a change shortly before the first alarm, and without one. */
  changed: 10,
  unchanged: 0.65,
  changeWithinMs: 3_600_000,
  /** Clocks and polling: an effect may be seen this long before its cause. */
  toleranceMs: 90_000,
  /** Beyond the tolerance the ratio falls by the factor e per this time, down to `minTimeRatio`. */
  earlyFadeMs: 150_000,
  /** Beyond this delay after its cause an effect is less probable: the ratio falls by e per `lateFadeMs`. */
  promptMs: 240_000,
  lateFadeMs: 400_000,
  minTimeRatio: 0.1,
} as const;

/** The alarms of one CI: the time of the first, the severity of the most severe. */
export interface FirstAlarm {
  at: number;
  severity: Severity;
  /** Probability of such an alarm on a healthy CI. */
  noise: number;
}

/** By index of the CI: its first alarm. */
export function firstAlarms(alarms: readonly Alarm[], { indexOf, cis }: PropagationGraph): Map<number, FirstAlarm> {
  const first = new Map<number, FirstAlarm>();
  for (const { ciId, at, severity } of alarms) {
    const index = indexOf.get(ciId);
    if (index === undefined) continue;
    const known = first.get(index);
    const isMoreSevere = !known || EVIDENCE.noise[severity] < EVIDENCE.noise[known.severity];
    const worst = isMoreSevere ? severity : known.severity;
    first.set(index, { at: Math.min(at, known?.at ?? at), severity: worst, noise: EVIDENCE.noise[worst] });
  }
  const all = cis.reduce((sum, { silentDependents: quiet }) => sum + 1 + quiet.declared, 0);
  const excess = Math.max(1, (EVIDENCE.noiseShare * first.size) / all / EVIDENCE.usualNoise);
  for (const alarm of first.values()) alarm.noise = Math.min(EVIDENCE.maxNoise, alarm.noise * excess);
  return first;
}

/** By CI: its position in `order`; -1 where the failure does not reach it. */
export function positionsIn({ order }: PropagationTree, count: number): Int32Array {
  const place = new Int32Array(count).fill(-1);
  for (const [i, at] of order.entries()) place[at] = i;
  return place;
}

/** ln g of the failing CI (see `rankCauses`). @param extent factor on the probability of every relationship: a partial fault */
export function likelihood(
  propagation: PropagationGraph,
  { order, steps }: PropagationTree,
  position: Int32Array,
  alarms: ReadonlyMap<number, FirstAlarm>,
  extent: number,
): number {
  const ln = new Map<number, number>();
  const onset = onsets({ order, steps }, alarms);
  for (let i = order.length - 1; i >= 0; i--) {
    const at = order[i]!;
    const ci = propagation.cis[at]!;
    const own = (ln.get(at) ?? 0) + alarmEvidence(ci, alarms.get(at), onset.get(steps[i]?.from ?? -1));
    const silence =
      ci.silentDependents.declared * Math.log(1 - PROPAGATION.declared * extent * PROPAGATION.detection) +
      ci.silentDependents.observed * Math.log(1 - PROPAGATION.observed * extent * PROPAGATION.detection);
    const total = own + silence;
    const step = steps[i];
    if (!step) return total;
    const pass = transmissionTo(propagation, step, position, alarms, extent);
    ln.set(step.from, (ln.get(step.from) ?? 0) + Math.log(1 - pass + pass * Math.exp(Math.min(total, 600))));
  }
  return 0;
}

/**
 * The probability that the failure arrives by the most probable path, or by another relationship from a CI that was
 * reached before and has an alarm, and so probably fails as well.
 */
function transmissionTo(
  { into }: PropagationGraph,
  step: Step,
  position: Int32Array,
  alarms: ReadonlyMap<number, FirstAlarm>,
  extent: number,
): number {
  const own = position[step.to]!;
  let missed = 1 - step.probability * extent;
  for (const other of into[step.to]!) {
    const before = position[other.from]!;
    if (other === step || before < 0 || before > own) continue;
    if (before === 0 || alarms.has(other.from)) missed *= 1 - other.probability * extent;
  }
  return Math.min(1 - missed, 0.999);
}

function alarmEvidence(ci: { type: string }, alarm: FirstAlarm | undefined, since: number | undefined): number {
  const detection = detectionOf(ci);
  if (!alarm) return Math.log(1 - detection);
  return Math.log(detection / alarm.noise) + Math.log(timeRatio(alarm.at, since));
}

/** By CI: the time of the last first alarm on the path to it, itself included. */
function onsets({ order, steps }: PropagationTree, alarms: ReadonlyMap<number, FirstAlarm>): Map<number, number> {
  const onset = new Map<number, number>();
  order.forEach((at, i) => {
    const began = alarms.get(at)?.at ?? onset.get(steps[i]?.from ?? -1);
    if (began !== undefined) onset.set(at, began);
  });
  return onset;
}

/** The likelihood ratio of the alarm's time: 1 within the tolerance, less where it is far from its cause's alarm. */
function timeRatio(at: number, since: number | undefined): number {
  if (since === undefined) return 1;
  const early = since - at - EVIDENCE.toleranceMs;
  const late = at - since - EVIDENCE.promptMs;
  const fade = early > 0 ? early / EVIDENCE.earlyFadeMs : late > 0 ? late / EVIDENCE.lateFadeMs : 0;
  return Math.max(EVIDENCE.minTimeRatio, Math.exp(-fade));
}
