import {
  CORRELATION_TYPES,
  type CorrelatedEvent,
  type CorrelationType,
  type ScoreParts,
} from "../correlation.model.ts";

/** What each kind of tie weighs: a dependency says most, the mere time least. */
const WEIGHTS: Readonly<Record<CorrelationType, number>> = {
  dependency: 0.8,
  topology: 0.6,
  service: 0.4,
  pattern: 0.35,
  temporal: 0.3,
};

/** By steps between the CIs: on the same CI, next to it, and so on. */
const BY_STEPS = [1, 0.9, 0.7, 0.5] as const;

/** Clocks differ: less than this apart is at once. */
const AT_ONCE_MS = 60_000;

/** What is known of how two events stand to each other. */
export interface Ties {
  /** Steps between their CIs, whichever way; undefined: further than looked. */
  steps: number | undefined;
  /** Steps by which a failure of one CI reaches the other, 1 or more. */
  dependency: { steps: number; observed: boolean } | undefined;
  service: boolean;
}

/**
 * How strongly each kind of tie holds, 0 to 1. Pure.
 *
 * @param windowMs either side of an event
 */
export function partsOf(a: CorrelatedEvent, b: CorrelatedEvent, ties: Ties, windowMs: number): ScoreParts {
  const apart = Math.max(0, Math.abs(a.at.getTime() - b.at.getTime()) - AT_ONCE_MS);
  const { steps, dependency, service } = ties;
  return {
    temporal: round(Math.max(0, 1 - apart / Math.max(windowMs, 1))),
    topology: steps === undefined ? 0 : (BY_STEPS[steps] ?? 0),
    dependency: dependency ? round((BY_STEPS[dependency.steps] ?? 0) * (dependency.observed ? 0.6 : 1)) : 0,
    service: service ? 1 : 0,
    pattern: similarity(a.title, b.title),
  };
}

/** All parts together, as causes that suffice each for itself (noisy-or); and which of them is the strongest. */
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

/** Below this titles have in common what all titles have. */
const ALIKE = 0.4;

/** How many words two titles share (Sørensen and Dice), figures aside: `disk 96 % on db1` is like `disk 91 % on db2`. */
export function similarity(a: string, b: string): number {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  if (left.size === 0 || right.size === 0) return 0;
  let shared = 0;
  for (const word of left) if (right.has(word)) shared++;
  const dice = (2 * shared) / (left.size + right.size);
  return dice < ALIKE ? 0 : round(dice);
}

function wordsOf(title: string): Set<string> {
  return new Set(title.toLowerCase().match(/\p{L}{2,}/gu) ?? []);
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
