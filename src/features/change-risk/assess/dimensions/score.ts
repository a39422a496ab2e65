import {
  DIMENSION_WEIGHTS,
  type Dimension,
  type DimensionName,
  type Evidence,
  type RiskInput,
  type RiskLevel,
} from "../../change-analysis.model.ts";

/** Records that one input names as evidence. */
const MOST_EVIDENCE = 10;

/** An input before its weight; `evidence` may be as long as the facts are. */
export interface RawInput {
  name: string;
  /** 0 or more; a value above 100 counts as 100. */
  value: number;
  /**
   * In sixteenths: such weights and their sums have no rounding error, so that the weights of a dimension add up to exactly 1
   * in any order, and a score can be worked out again from what is shown.
   */
  sixteenths: number;
  evidence: readonly Evidence[];
  /** What the evidence says where there is no record. */
  none: string;
}

/** Evidence of the change that there is none of something. */
export type Absence = (what: string) => Evidence;

/** Values are whole numbers. Throws unless the weights add up to 1. */
export function dimensionOf(name: DimensionName, raw: readonly RawInput[], absence: Absence): Dimension {
  const inputs = raw.map(({ name, value, sixteenths, evidence, none }): RiskInput => {
    const whole = Math.min(100, Math.max(0, Math.round(value)));
    const shown = evidence.length > 0 ? evidence.slice(0, MOST_EVIDENCE) : [absence(none)];
    return { name, value: whole, weight: sixteenths / 16, evidence: shown };
  });
  if (raw.reduce((sum, { sixteenths }) => sum + sixteenths, 0) !== 16) throw new Error(`weights of ${name} are not 1`);
  const score = Math.round(inputs.reduce((sum, { value, weight }) => sum + value * weight, 0));
  return { score, weight: DIMENSION_WEIGHTS[name], inputs };
}

/**
 * The whole risk, 0 to 100, from the scores of the dimensions as they are shown, halves rounded up. In hundredths: 0.35 of a
 * score has no exact value in floating point, 35 hundredths of it have.
 */
export function totalOf(dimensions: Readonly<Record<DimensionName, Pick<Dimension, "score">>>): number {
  const names = Object.keys(DIMENSION_WEIGHTS) as DimensionName[];
  const hundredths = names.reduce((sum, name) => {
    return sum + Math.round(DIMENSION_WEIGHTS[name] * 100) * dimensions[name].score;
  }, 0);
  return Math.round(hundredths / 100);
}

export function levelOf(score: number): RiskLevel {
  return score < 25 ? "low" : score < 50 ? "medium" : score < 75 ? "high" : "critical";
}

/** 0 for nothing, towards 100 for ever more; `scale` makes 63. */
export function saturating(amount: number, scale: number): number {
  return 100 * (1 - Math.exp(-amount / scale));
}

/** 0 for nothing, 100 from `full` on, each doubling adding as much as the one before. */
export function logarithmic(amount: number, full: number): number {
  return Math.min(100, (100 * Math.log1p(amount)) / Math.log1p(full));
}
