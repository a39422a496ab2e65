import type { Measured, Symptom } from "../../events/index.ts";

/**
 * What symptoms and deviations count for: likelihood ratios of an alarm on a CI that a failure reached, against one on a healthy
 * CI. They follow from what is known of failures, and were set and rounded on the seeds that `bench/README.md` names.
 */
const SIGN = {
  /**
   * A slow dependency makes slow and a failing one makes failing, mostly. That two slow CIs agree says less, because nearly all
   * alarms of healthy CIs say that something is slow.
   */
  bothSlow: 1.35,
  bothFailing: 1.9,
  otherKind: 0.25,
  /** Healthy CIs break their thresholds by little: the ratio of a deviation up to `smallest`, its growth, and its limit. */
  small: 0.1,
  smallest: 0.4,
  growth: 6,
  most: 3,
  /**
   * A caller waits for more than this dependency, so that its latency grows by a smaller share, and fewer of its requests fail.
   * The fall for an effect that is larger than its cause by more than a reading error, and its limit, since retries amplify.
   */
  readingError: 0.05,
  largerEffect: 15,
  largerEffectLeast: 0.1,
  /** What is full is more often where a failure begins than where one arrives. */
  fullCause: 2,
  fullEffect: 0.5,
} as const;

/** How a fault shows: what it reaches answers slowly, or wrongly and not at all. */
export type FaultKind = "slow" | "failing";

const KIND_OF: Readonly<Partial<Record<Symptom, FaultKind>>> = {
  latency: "slow",
  errors: "failing",
  availability: "failing",
  down: "failing",
};

/** The kind of fault that an alarm with this symptom shows; undefined: it fits both, as saturation and changes do. */
export function kindOf(symptom: Symptom | undefined): FaultKind | undefined {
  return symptom && KIND_OF[symptom];
}

/**
 * What fills up is bounded, and an unnamed value may be a share: a disk may be full, or a tenth of all requests fail, at little
 * more or less than normal. So of these only a doubled or halved value has a size.
 */
const LARGE = Math.LN2;

/** One in a hundred more failures than normal counts as much as a doubled latency. */
const FAILING_UNIT = 0.01;

/**
 * The size of a deviation from normal, comparable between symptoms: ln of how many times normal the value is; for availability
 * ln of 1 plus the percentage of normal that is missing. Errors below normal are read as availability: what was measured is the
 * share of requests that succeed. A value on the healthy side has the size 0. Undefined: not comparable, as small changes of saturation and of unnamed values are.
 */
export function sizeOf(symptom: Symptom, { value, normal }: Pick<Measured, "value" | "normal">): number | undefined {
  if (normal === 0) return undefined;
  const isShareOfSuccess = symptom === "availability" || (symptom === "errors" && value < normal);
  if (isShareOfSuccess) return Math.log(1 + Math.max(0, (normal - value) / Math.abs(normal)) / FAILING_UNIT);
  const ratio = value / normal;
  if (!(ratio > 0)) return undefined;
  if (symptom === "latency" || symptom === "errors") return Math.max(0, Math.log(ratio));
  const size = symptom === "saturation" ? Math.log(ratio) : Math.abs(Math.log(ratio));
  return size >= LARGE ? size : undefined;
}

/** What one alarm says is wrong. */
export interface Sign {
  symptom: Symptom | undefined;
  size: number | undefined;
}

/** The alarms of one CI: the time of the first, and what all of them say is wrong. */
export interface FirstAlarm {
  at: number;
  /** Probability on a healthy CI of an alarm like the most severe. */
  noise: number;
  /** It is the event asked about. */
  isAsked: boolean;
  signs: Sign[];
  /** Of a CI of the event asked about: the signs of its other events. They may name its cause, but are not asked about. */
  furtherSigns: Sign[];
}

/** Whether a fault of one kind shows as the other sign does; undefined: one of both does not say what kind of fault it shows. */
export function agrees(effect: Sign, cause: Sign): boolean | undefined {
  const [ofEffect, ofCause] = [kindOf(effect.symptom), kindOf(cause.symptom)];
  // What is down makes its dependents slow as well as failing.
  if (cause.symptom === "down" && ofEffect === "slow") return undefined;
  return ofEffect && ofCause && ofEffect === ofCause;
}

/**
 * ln of the likelihood ratio of a CI's signs, the most telling one of them.
 *
 * @param causes the signs of the nearest CI with an alarm on the way from the cause; undefined where there is none
 */
export function lnSignRatio(signs: readonly Sign[], causes: readonly Sign[] | undefined): number {
  const ratios = signs.map((sign) => {
    const arrived = causes ? Math.max(...causes.map((cause) => arrivalRatio(sign, cause))) : 1;
    const full = sign.symptom !== "saturation" ? 1 : causes ? SIGN.fullEffect : SIGN.fullCause;
    return sizeRatio(sign.size) * arrived * full;
  });
  return Math.log(Math.max(...ratios));
}

function sizeRatio(size: number | undefined): number {
  if (size === undefined) return 1;
  return Math.min(SIGN.most, SIGN.small * Math.exp(SIGN.growth * Math.max(0, size - SIGN.smallest)));
}

/** The ratio of this sign for a failure that shows so one step before. */
function arrivalRatio(effect: Sign, cause: Sign): number {
  const isAgreed = agrees(effect, cause);
  if (isAgreed === undefined) return 1;
  if (!isAgreed) return SIGN.otherKind;
  const ratio = kindOf(effect.symptom) === "slow" ? SIGN.bothSlow : SIGN.bothFailing;
  if (effect.size === undefined || cause.size === undefined) return ratio;
  const larger = Math.max(0, effect.size - cause.size - SIGN.readingError);
  return ratio * Math.max(SIGN.largerEffectLeast, Math.exp(-SIGN.largerEffect * larger));
}
