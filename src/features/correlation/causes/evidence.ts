import type { Severity } from "../../events/index.ts";
import { detectionOf, type PropagationTree } from "./propagation.ts";
import { type FirstAlarm, lnSignRatio } from "./signs.ts";

/**
 * The weight of an alarm and of a change as evidence: probabilities and likelihood ratios. Times are weak evidence,
 * because the clocks of hosts differ and monitoring polls each host only now and then.
 */
export const EVIDENCE = {
  /** That a healthy CI has an alarm during a storm, by the severity of its most severe alarm. */
  noise: { critical: 0.007, high: 0.01, medium: 0.025, low: 0.05 } satisfies Record<Severity, number>,
  /**
   * The share of alarms that is taken for noise where more CIs alarm than noise usually explains. It is smaller for alarms
   * with a deviation, whose size already tells most noise from failures.
   */
  noiseShare: 0.25,
  measuredNoiseShare: 0.125,
  /**
   * Factor on `noiseShare` and `measuredNoiseShare` where several faults are considered: a part of what one of them leaves
   * unexplained is due to the others.
   */
  besideOtherFaults: 0.5,
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
  /**
   * Beyond this delay after its cause an effect is less probable: the ratio falls by e per `lateFadeMs`. A caller fails within a
   * minute or two of what it calls, as its timeouts and retries end, and is noticed at the next poll.
   */
  promptMs: 180_000,
  lateFadeMs: 200_000,
  minTimeRatio: 0.1,
  /**
   * The event asked about was noticed as the failure began: per minute by which the first alarm on the way to it is older than
   * `promptMs` or newer than the tolerance, up to so many minutes, ln of the ratio falls by so much.
   */
  askedMinuteOff: 0.6,
  askedMostMinutes: 6,
  /** Ratio of an event that somebody asks about: it is noise less often than others. */
  asked: 4,
  /** A fault is largest at its cause: where alarms say what is wrong, a cause misses its own alarm less often than an effect. */
  silentCause: 0.37,
} as const;

/**
 * ln of the likelihood ratio of what a CI that the failure reached shows: an alarm, or none.
 *
 * @param before alarms on the way to it
 * @param isCause the CI is the one that failed
 */
export function alarmEvidence(
  ci: { type: string },
  alarm: FirstAlarm | undefined,
  before: AlarmsBefore | undefined,
  isCause: boolean,
): number {
  const detection = detectionOf(ci);
  if (!alarm) return Math.log(1 - detection);
  const signs = isCause ? [...alarm.signs, ...alarm.furtherSigns] : alarm.signs;
  const time = alarm.isAsked ? askedTime(alarm, before) : Math.log(timeRatio(alarm.at, before?.last.at));
  return Math.log(detection / alarm.noise) + time + lnSignRatio(signs, before?.last.signs);
}

/** The first and the last alarm on the way from the failing CI to another, itself included. */
export interface AlarmsBefore {
  began: number;
  last: FirstAlarm;
}

/** By CI: the alarms on the way to it, itself included. */
export function alarmsOnWay(
  { order, steps }: PropagationTree,
  alarms: ReadonlyMap<number, FirstAlarm>,
): Map<number, AlarmsBefore> {
  const ways = new Map<number, AlarmsBefore>();
  order.forEach((at, i) => {
    const before = ways.get(steps[i]?.from ?? -1);
    const last = alarms.get(at) ?? before?.last;
    if (last) ways.set(at, { began: before?.began ?? last.at, last });
  });
  return ways;
}

/** ln of the likelihood ratio of the time of the event asked about. */
function askedTime({ at }: FirstAlarm, before: AlarmsBefore | undefined): number {
  if (!before) return 0;
  const earlier = at - before.began;
  const off = Math.max(0, earlier - EVIDENCE.promptMs, -earlier - EVIDENCE.toleranceMs);
  return -EVIDENCE.askedMinuteOff * Math.min(EVIDENCE.askedMostMinutes, off / 60_000);
}

/** The likelihood ratio of the alarm's time: 1 within the tolerance, less where it is far from its cause's alarm. */
function timeRatio(at: number, since: number | undefined): number {
  if (since === undefined) return 1;
  const early = since - at - EVIDENCE.toleranceMs;
  const late = at - since - EVIDENCE.promptMs;
  const fade = early > 0 ? early / EVIDENCE.earlyFadeMs : late > 0 ? late / EVIDENCE.lateFadeMs : 0;
  return Math.max(EVIDENCE.minTimeRatio, Math.exp(-fade));
}
