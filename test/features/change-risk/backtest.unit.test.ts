import { describe, expect, it } from "vitest";
import { areaUnderCurve } from "../../../src/features/change-risk/backtest/curve.ts";
import type { Sample } from "../../../src/features/change-risk/backtest/outcomes.store.ts";
import { MIN_SAMPLES, suggestWeights } from "../../../src/features/change-risk/backtest/suggest-weights.ts";

/** Numbers from 0 up to 1, always the same. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function samples(count: number, failureOf: (sample: Omit<Sample, "failed">) => number): Sample[] {
  const random = numbers(7);
  const score = () => Math.round(random() * 100);
  return Array.from({ length: count }, () => {
    const scores = { technical: score(), business: score(), dependency: score(), historical: score() };
    return { ...scores, failed: random() < failureOf(scores) };
  });
}

describe("the area under the curve", () => {
  it("is the share of pairs in which the failed change has the higher score, ties counting half", () => {
    const groups = [
      { score: 20, analyses: 3, failed: 1 },
      { score: 50, analyses: 2, failed: 1 },
      { score: 80, analyses: 2, failed: 2 },
    ];
    const failed = [20, 50, 80, 80];
    const fine = [20, 20, 50];
    const pairs = failed.flatMap((bad) => fine.map((good) => (bad > good ? 1 : bad === good ? 0.5 : 0)));
    const expected = pairs.reduce((sum: number, won) => sum + won, 0) / pairs.length;
    expect(areaUnderCurve([...groups].reverse())).toBeCloseTo(expected, 12);
  });

  it("is unknown without both kinds", () => {
    expect(areaUnderCurve([])).toBeNull();
    expect(areaUnderCurve([{ score: 1, analyses: 5, failed: 0 }])).toBeNull();
    expect(areaUnderCurve([{ score: 1, analyses: 5, failed: 5 }])).toBeNull();
  });
});

describe("a suggestion of weights", () => {
  it("gives most to the dimension that tells failures apart, and adds up to 1", () => {
    const suggested = suggestWeights(samples(600, ({ historical }) => (historical > 60 ? 0.8 : 0.1)));
    expect(suggested?.weights.historical).toBeGreaterThan(0.5);
    const sum = Object.values(suggested?.weights ?? {}).reduce((total, weight) => total + weight, 0);
    expect(sum).toBeCloseTo(1, 9);
    expect(Math.min(...Object.values(suggested?.weights ?? {}))).toBeGreaterThanOrEqual(0);
    expect(suggested?.auc).toBeGreaterThan(suggested?.currentAuc ?? 1);
    expect(suggested?.analyses).toBe(600);
  });

  it("is not made of too few outcomes, nor of one kind", () => {
    const tell = ({ historical }: { historical: number }) => (historical > 60 ? 1 : 0);
    expect(suggestWeights(samples(MIN_SAMPLES - 1, tell))).toBeNull();
    expect(suggestWeights(samples(600, () => 0))).toBeNull();
    expect(suggestWeights(samples(600, () => 1))).toBeNull();
    expect(suggestWeights([])).toBeNull();
  });

  it("is not made where no weights do better", () => {
    const scores = { technical: 50, business: 50, dependency: 50, historical: 50 };
    const alike = Array.from({ length: 100 }, (_, n) => ({ ...scores, failed: n % 2 === 0 }));
    expect(suggestWeights(alike)).toBeNull();
  });
});
