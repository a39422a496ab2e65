import { expect, test } from "vitest";
import { createSettledTotals } from "../../src/platform/graph/settled-totals.ts";

function clockAt(start: number) {
  let ms = start;
  return {
    now: () => new Date(ms),
    advance(by: number) {
      ms += by;
    },
  };
}

test("a total is kept once its stamp has been seen for long enough, and only under that stamp", () => {
  const clock = clockAt(0);
  const totals = createSettledTotals(clock);
  totals.set("t", "all", 1, 10);
  expect(totals.get("t", "all", 1)).toBeUndefined();
  clock.advance(5_000);
  totals.set("t", "all", 1, 11);
  expect(totals.get("t", "all", 1)).toBe(11);
  expect(totals.get("t", "other", 1)).toBeUndefined();
  expect(totals.get("t", "all", 2)).toBeUndefined();
  totals.set("t", "all", 2, 12);
  expect(totals.get("t", "all", 2)).toBeUndefined();
});

test("a stamp that comes back counts as new", () => {
  const clock = clockAt(0);
  const totals = createSettledTotals(clock);
  totals.get("t", "all", 1);
  clock.advance(5_000);
  totals.get("t", "all", 2);
  totals.set("t", "all", 1, 10);
  expect(totals.get("t", "all", 1)).toBeUndefined();
});

test("a total is counted anew after a minute", () => {
  const clock = clockAt(0);
  const totals = createSettledTotals(clock);
  totals.get("t", "all", 1);
  clock.advance(5_000);
  totals.set("t", "all", 1, 10);
  clock.advance(60_000);
  expect(totals.get("t", "all", 1)).toBe(10);
  clock.advance(1);
  expect(totals.get("t", "all", 1)).toBeUndefined();
});

test("what was unused longest is forgotten first", () => {
  const clock = clockAt(0);
  const totals = createSettledTotals(clock);
  totals.get("t", "0", 1);
  clock.advance(5_000);
  for (let i = 0; i < 2_000; i++) totals.set("t", String(i), 1, i);
  expect(totals.get("t", "0", 1)).toBe(0);
  totals.set("t", "more", 1, 1);
  expect(totals.get("t", "0", 1)).toBe(0);
  expect(totals.get("t", "1", 1)).toBeUndefined();
});
