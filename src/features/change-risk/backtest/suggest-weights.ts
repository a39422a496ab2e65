import { DIMENSION_WEIGHTS, type DimensionName } from "../change-analysis.model.ts";
import { areaUnderCurve } from "./curve.ts";
import type { Sample } from "./outcomes.store.ts";

export type Weights = Record<DimensionName, number>;

/** Weights under which failed changes would have scored higher against successful ones. */
export interface SuggestedWeights {
  /** Add up to 1. */
  weights: Weights;
  /** With these weights, and with those in use, over the same changes. */
  auc: number;
  currentAuc: number;
  /** Changes with a known outcome that they come from. */
  analyses: number;
}

/** Fewer outcomes say nothing of four weights. */
export const MIN_SAMPLES = 50;
const MIN_OF_A_KIND = 10;
const ROUNDS = 250;
const STEP = 1;
/** Pull towards the weights in use: a dimension that says nothing keeps its weight, more or less. */
const RIDGE = 0.02;

const NAMES = Object.keys(DIMENSION_WEIGHTS) as DimensionName[];

/**
 * Fits weights to outcomes by logistic regression without negative weights. Null where there are too few outcomes, or where
 * the weights in use tell failures apart as well. Shown to people and never applied.
 */
export function suggestWeights(samples: readonly Sample[]): SuggestedWeights | null {
  const failed = samples.filter((sample) => sample.failed).length;
  if (samples.length < MIN_SAMPLES || Math.min(failed, samples.length - failed) < MIN_OF_A_KIND) return null;
  const weights = rounded(fitted(samples, failed / samples.length));
  const auc = aucOf(samples, weights);
  const currentAuc = aucOf(samples, DIMENSION_WEIGHTS);
  return auc > currentAuc ? { weights, auc, currentAuc, analyses: samples.length } : null;
}

/** Gradient descent on the mean loss; the scores are brought to 0 to 1. */
function fitted(samples: readonly Sample[], share: number): Weights {
  const steepness = 4;
  const factors = NAMES.map((name) => DIMENSION_WEIGHTS[name] * steepness);
  const start = [...factors];
  let base = Math.log(share / (1 - share)) - steepness * 0.3;
  const rows = samples.map((sample) => ({ x: NAMES.map((name) => sample[name] / 100), y: sample.failed ? 1 : 0 }));
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = NAMES.map((_, i) => RIDGE * (factors[i]! - start[i]!));
    let baseSlope = 0;
    for (const { x, y } of rows) {
      const logit = x.reduce((sum, value, i) => sum + value * factors[i]!, base);
      const miss = (1 / (1 + Math.exp(-logit)) - y) / rows.length;
      baseSlope += miss;
      for (const [i, value] of x.entries()) slopes[i]! += miss * value;
    }
    base -= STEP * baseSlope;
    for (const [i, slope] of slopes.entries()) factors[i] = Math.max(0, factors[i]! - STEP * slope);
  }
  const total = factors.reduce((sum, factor) => sum + factor, 0);
  return ofNames((name, i) => (total > 0 ? factors[i]! / total : DIMENSION_WEIGHTS[name]));
}

/** In hundredths that add up to 1. */
function rounded(weights: Weights): Weights {
  const hundredths = NAMES.map((name) => Math.round(weights[name] * 100));
  const largest = hundredths.indexOf(Math.max(...hundredths));
  hundredths[largest]! += 100 - hundredths.reduce((sum, value) => sum + value, 0);
  return ofNames((_, i) => hundredths[i]! / 100);
}

function aucOf(samples: readonly Sample[], weights: Weights): number {
  const scored = samples.map((sample) => ({
    score: Math.round(NAMES.reduce((sum, name) => sum + sample[name] * weights[name], 0)),
    analyses: 1,
    failed: sample.failed ? 1 : 0,
  }));
  const byScore = Map.groupBy(scored, ({ score }) => score);
  const groups = [...byScore].map(([score, all]) => ({
    score,
    analyses: all.length,
    failed: all.reduce((sum, one) => sum + one.failed, 0),
  }));
  return areaUnderCurve(groups) ?? 0.5;
}

function ofNames(value: (name: DimensionName, place: number) => number): Weights {
  return Object.fromEntries(NAMES.map((name, place) => [name, value(name, place)])) as Weights;
}
