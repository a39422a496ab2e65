import { describe, expect, test } from "vitest";
import { forecast, outlierBounds, quantile } from "../../../src/features/questions/answer/statistics.ts";

describe("forecast", () => {
  test("continues a straight line without doubt", () => {
    const found = forecast([1, 3, 5, 7, 9, 11, 13, 15])!;
    expect(found.slope).toBeCloseTo(2, 10);
    expect([found.low, found.next, found.high].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([17, 17, 17]);
  });

  test("has the interval of a textbook's prediction", () => {
    // Least squares over x = 0 to 7; 1.44 is the quantile 0.9 of t with six degrees of freedom.
    const values = [2, 4, 5, 4, 5, 7, 8, 9];
    const n = values.length;
    const mean = values.reduce((a, b) => a + b) / n;
    const sxy = values.reduce((sum, y, x) => sum + (x - 3.5) * (y - mean), 0);
    const slope = sxy / 42;
    const rss = values.reduce((sum, y, x) => sum + (y - mean - slope * (x - 3.5)) ** 2, 0);
    const half = 1.44 * Math.sqrt((rss / 6) * (1 + 1 / 8 + 4.5 ** 2 / 42));
    const found = forecast(values)!;
    expect(found.slope).toBeCloseTo(slope, 10);
    expect(found.high - found.next).toBeCloseTo(half, 10);
    expect(found.next - found.low).toBeCloseTo(half, 10);
  });

  test("needs eight points", () => {
    expect(forecast([1, 2, 3, 4, 5, 6, 7])).toBeUndefined();
  });
});

test("quantile interpolates between order statistics", () => {
  expect(quantile([1, 2, 3, 4], 0.25)).toBe(1.75);
  expect(quantile([1, 2, 3, 4, 5], 0.5)).toBe(3);
});

describe("outlierBounds", () => {
  test("are one and a half interquartile ranges from the quartiles", () => {
    expect(outlierBounds([1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual({ low: -3, high: 13 });
  });

  test("are unknown for few values, and for values that are all alike", () => {
    expect(outlierBounds([1, 2, 3])).toBeUndefined();
    expect(outlierBounds([5, 5, 5, 5, 5, 5, 5, 5])).toBeUndefined();
  });
});
