import {
  CORRELATION_TYPES,
  type CorrelatedEvent,
  type CorrelationType,
  type ScoreParts,
} from "../correlation.model.ts";

/** The weight of each kind of evidence: a dependency is the strongest, time alone the weakest. */
const WEIGHTS: Readonly<Record<CorrelationType, number>> = {
  dependency: 0.8,
  topology: 0.6,
  service: 0.4,
  pattern: 0.35,
  temporal: 0.3,
};

/** By steps between the CIs: 0 for the same CI, 1 for a neighbour, and so on. */
const WEIGHT_BY_STEPS = [1, 0.9, 0.7, 0.5] as const;

/** Clocks differ: events less than this apart count as simultaneous. */
const SIMULTANEOUS_MS = 60_000;

/** The evidence about two events, apart from their times and titles. */
export interface Evidence {
  /** Steps between their CIs, in either direction; undefined: outside the neighbourhood. */
  steps: number | undefined;
  /** Steps by which a failure of one CI reaches the other, at least 1. */
  dependency: { steps: number; observed: boolean } | undefined;
  service: boolean;
}

/**
 * How strong each kind of evidence is, 0 to 1. Pure.
 *
 * @param windowMs correlation window on either side of an event
 */
export function partsOf(a: CorrelatedEvent, b: CorrelatedEvent, evidence: Evidence, windowMs: number): ScoreParts {
  const apart = Math.max(0, Math.abs(a.at.getTime() - b.at.getTime()) - SIMULTANEOUS_MS);
  const { steps, dependency, service } = evidence;
  return {
    temporal: round(Math.max(0, 1 - apart / Math.max(windowMs, 1))),
    topology: steps === undefined ? 0 : (WEIGHT_BY_STEPS[steps] ?? 0),
    dependency: dependency ? round((WEIGHT_BY_STEPS[dependency.steps] ?? 0) * (dependency.observed ? 0.6 : 1)) : 0,
    service: service ? 1 : 0,
    pattern: similarity(a.title, b.title),
  };
}

/** The combined score, each part taken as sufficient by itself (noisy-or), and the strongest part. */
export function scoreOf(parts: ScoreParts): { score: number; type: CorrelationType } {
  let apart = 1;
  let type: CorrelationType = "temporal";
  let most = 0;
  for (const one of CORRELATION_TYPES) {
    const weighed = WEIGHTS[one] * parts[one];
    apart *= 1 - weighed;
    if (weighed > most) [most, type] = [weighed, one];
  }
  return { score: round(1 - apart), type };
}

/** Titles that are less similar than this share only everyday words. */
const MIN_SIMILARITY = 0.4;

/** Share of common words of two titles (Sørensen-Dice coefficient), numbers ignored: `disk 96 % on db1` is like `disk 91 % on db2`. */
export function similarity(a: string, b: string): number {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  if (left.size === 0 || right.size === 0) return 0;
  let shared = 0;
  for (const word of left) if (right.has(word)) shared++;
  const dice = (2 * shared) / (left.size + right.size);
  return dice < MIN_SIMILARITY ? 0 : round(dice);
}

/** The words by which two titles are similar, in the order of the first one; none where they are not. */
export function sharedWords(a: string, b: string): string[] {
  const right = wordsOf(b);
  return similarity(a, b) === 0 ? [] : [...wordsOf(a)].filter((word) => right.has(word));
}

function wordsOf(title: string): Set<string> {
  return new Set(title.toLowerCase().match(/\p{L}{2,}/gu) ?? []);
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
