import { alarmEvidence, alarmsOnWay, EVIDENCE } from "./evidence.ts";
import { PROPAGATION, type PropagationGraph, type PropagationTree, type Step } from "./propagation.ts";
import type { FirstAlarm } from "./signs.ts";

/** By CI: its position in `order`; -1 where the failure does not reach it. */
export function positionsIn({ order }: PropagationTree, count: number): Int32Array {
  const place = new Int32Array(count).fill(-1);
  for (const [i, at] of order.entries()) place[at] = i;
  return place;
}

/** Extents of the fault: how far it reaches the dependents is not known, since a fault may be partial. */
const EXTENTS = [1, 0.6, 0.25] as const;

/** The failure of one CI, and where it may arrive. */
export interface Failure {
  tree: PropagationTree;
  /** By CI: its position in the tree; see `positionsIn`. */
  position: Int32Array;
}

export interface Given {
  /** Factor on the probability of every relationship: a partial fault. */
  extent: number;
  /** CIs of the event asked about, one of which the failure reached for certain: the event is no noise. */
  asked?: ReadonlySet<number>;
  /** CIs whose alarms another failure explains, so that they say nothing of this one. */
  explained?: ReadonlySet<number>;
}

/** ln of a ratio that makes the event asked about certain, the same for all failures that reach it. */
const CERTAIN_LN = 30;

/** ln of the mean of g (see `rankCauses`) over the extents that the fault may have. */
export function meanLikelihood(
  propagation: PropagationGraph,
  failure: Failure,
  alarms: ReadonlyMap<number, FirstAlarm>,
  given: Omit<Given, "extent"> = {},
): number {
  return logMeanExp(EXTENTS.map((extent) => likelihood(propagation, failure, alarms, { ...given, extent })));
}

/** ln g of the failing CI (see `rankCauses`). */
export function likelihood(
  propagation: PropagationGraph,
  { tree: { order, steps }, position }: Failure,
  alarms: ReadonlyMap<number, FirstAlarm>,
  { extent, asked, explained }: Given,
): number {
  const ln = new Map<number, number>();
  const ways = alarmsOnWay({ order, steps }, alarms);
  const noticed = asked && order.find((at) => asked.has(at));
  for (let i = order.length - 1; i >= 0; i--) {
    const at = order[i]!;
    const ci = propagation.cis[at]!;
    const before = ways.get(steps[i]?.from ?? -1);
    const alarm = alarms.get(at);
    let own = ln.get(at) ?? 0;
    if (!explained?.has(at)) own += alarmEvidence(ci, alarm, before, i === 0);
    if (at === noticed) own += CERTAIN_LN;
    const silence =
      ci.silentDependents.declared * Math.log(1 - PROPAGATION.declared * extent * PROPAGATION.detection) +
      ci.silentDependents.observed * Math.log(1 - PROPAGATION.observed * extent * PROPAGATION.detection);
    const total = own + silence;
    const step = steps[i];
    if (!step) return asked ? total - CERTAIN_LN + Math.log(EVIDENCE.asked) : total;
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

/** ln of the mean of e^x. */
function logMeanExp(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, ln) => sum + Math.exp(ln - most), 0) / logs.length);
}
