import { expect, test } from "vitest";
import { createSettledTotals, type SettledTotals } from "../../../src/platform/graph/settled-totals.ts";

function clockAt(start: number) {
  let ms = start;
  return {
    now: () => new Date(ms),
    advance(by: number) {
      ms += by;
    },
  };
}

/** Asks under a stamp while counting would give that total: what is answered tells whether it was counted. */
const ask = (totals: SettledTotals, list: string, stamp: number, counted: number) =>
  totals.total("t", list, stamp, async () => ({ stamp, total: counted }));

test("createSettledTotals caches a total once its stamp is old enough, and only under that stamp", async () => {
  const clock = clockAt(0);
  const totals = createSettledTotals(clock);
  expect(await ask(totals, "all", 1, 10)).toBe(10);
  expect(await ask(totals, "all", 1, 11)).toBe(11);
  clock.advance(5_000);
  expect(await ask(totals, "all", 1, 12)).toBe(12);
  expect(await ask(totals, "all", 1, 13)).toBe(12);
  expect(await ask(totals, "other", 1, 14)).toBe(14);
  expect(await totals.total("u", "all", 1, async () => ({ stamp: 1, total: 15 }))).toBe(15);
  expect(await ask(totals, "all", 2, 16)).toBe(16);
  expect(await ask(totals, "all", 2, 17)).toBe(17);
});

test("createSettledTotals treats a stamp that returns as new", async () => {
  const clock = clockAt(0);
  const totals = createSettledTotals(clock);
  await ask(totals, "all", 1, 10);
  clock.advance(5_000);
  await ask(totals, "all", 2, 11);
  expect(await ask(totals, "all", 1, 12)).toBe(12);
  expect(await ask(totals, "all", 1, 13)).toBe(13);
});

test("createSettledTotals counts again after a minute", async () => {
  const clock = clockAt(0);
  const totals = createSettledTotals(clock);
  await ask(totals, "all", 1, 10);
  clock.advance(5_000);
  await ask(totals, "all", 1, 11);
  clock.advance(60_000);
  expect(await ask(totals, "all", 1, 12)).toBe(11);
  clock.advance(1);
  expect(await ask(totals, "all", 1, 13)).toBe(13);
});

test("createSettledTotals evicts the least recently used total", async () => {
  const clock = clockAt(0);
  const totals = createSettledTotals(clock);
  await ask(totals, "0", 1, 0);
  clock.advance(5_000);
  for (let i = 0; i < 2_000; i++) await ask(totals, String(i), 1, i);
  expect(await ask(totals, "0", 1, -1)).toBe(0);
  await ask(totals, "more", 1, 1);
  expect(await ask(totals, "0", 1, -1)).toBe(0);
  expect(await ask(totals, "1", 1, -1)).toBe(-1);
});

test("createSettledTotals lets callers during a count share the next count, and returns no older one", async () => {
  const totals = createSettledTotals(clockAt(0));
  const ends: ((total: number) => void)[] = [];
  const count = () =>
    new Promise<{ stamp: number; total: number }>((resolve) => ends.push((total) => resolve({ stamp: 1, total })));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first = totals.total("t", "all", 1, count);
  await turn();
  const others = [1, 2, 3].map(() => totals.total("t", "all", 1, count));
  await turn();
  expect(ends).toHaveLength(1);
  ends[0]!(10);
  expect(await first).toBe(10);
  await turn();
  expect(ends).toHaveLength(2);
  ends[1]!(11);
  expect(await Promise.all(others)).toEqual([11, 11, 11]);
});

test("createSettledTotals rejects for all who shared a failed count, and counts again for the next", async () => {
  const totals = createSettledTotals(clockAt(0));
  const failing = [1, 2].map(() => totals.total("t", "all", undefined, () => Promise.reject(new Error("away"))));
  for (const each of failing) await expect(each).rejects.toThrow("away");
  expect(await ask(totals, "all", 1, 5)).toBe(5);
});
