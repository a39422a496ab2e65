import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { createBatcher } from "../../src/platform/batcher.ts";

/** A batcher whose batches end when they are told to. */
function heldBatcher(options: { maxItems: number; parallel: number; minBatch?: number; lingerMs?: number }) {
  const batches: { key: string; items: number[]; end(): void }[] = [];
  const batcher = createBatcher<number, number>({
    ...options,
    run: (key, items) =>
      new Promise((resolve) => {
        batches.push({ key, items, end: () => resolve(items.map((item) => item * 10)) });
      }),
  });
  return { batcher, batches, sizes: () => batches.map(({ items }) => items.length) };
}

/** Timers that a batcher has set, and that neither ran nor were cleared. Other work of this process may have some too. */
const timersOfBatchers = new Set<NodeJS.Timeout>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  timersOfBatchers.clear();
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms: number) => {
    const timer = set(() => {
      timersOfBatchers.delete(timer);
      run();
    }, ms);
    if (new Error().stack?.includes("/src/platform/batcher.ts")) timersOfBatchers.add(timer);
    return timer;
  }) as typeof setTimeout);
  vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    timersOfBatchers.delete(timer as NodeJS.Timeout);
    clear(timer);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("createBatcher puts simultaneous calls into one batch and returns each its own result", async () => {
  const { batcher, batches } = heldBatcher({ maxItems: 10, parallel: 1 });
  const answers = Promise.all([1, 2, 3].map((item) => batcher.submit("t", item)));
  await settle();
  expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  batches[0]!.end();
  expect(await answers).toEqual([10, 20, 30]);
});

test("createBatcher puts calls of requests that arrive together into one batch, though they are read one by one", async () => {
  const { batcher, sizes, batches } = heldBatcher({ maxItems: 10, parallel: 1 });
  const answers: Promise<number>[] = [];
  for (const item of [1, 2, 3]) {
    for (let i = 0; i < 20; i++) await Promise.resolve();
    answers.push(batcher.submit("t", item));
  }
  await settle();
  expect(sizes()).toEqual([3]);
  batches[0]!.end();
  expect(await Promise.all(answers)).toEqual([10, 20, 30]);
});

test("createBatcher queues calls during a batch and runs them when it ends", async () => {
  const { batcher, batches, sizes } = heldBatcher({ maxItems: 10, parallel: 1 });
  const first = batcher.submit("t", 1);
  await settle();
  const rest = Promise.all([2, 3].map((item) => batcher.submit("t", item)));
  await settle();
  expect(sizes()).toEqual([1]);
  batches[0]!.end();
  await first;
  await settle();
  expect(sizes()).toEqual([1, 2]);
  batches[1]!.end();
  expect(await rest).toEqual([20, 30]);
});

test("createBatcher starts a parallel batch only when minBatch items wait", async () => {
  const { batcher, batches, sizes } = heldBatcher({ maxItems: 10, parallel: 2, minBatch: 3 });
  const answers = [batcher.submit("t", 1)];
  await settle();
  answers.push(batcher.submit("t", 2), batcher.submit("t", 3));
  await settle();
  expect(sizes()).toEqual([1]);
  answers.push(batcher.submit("t", 4));
  await settle();
  expect(sizes()).toEqual([1, 3]);
  answers.push(...[5, 6, 7, 8].map((item) => batcher.submit("t", item)));
  await settle();
  expect(sizes()).toEqual([1, 3]);
  batches[1]!.end();
  await settle();
  expect(sizes()).toEqual([1, 3, 4]);
  for (const batch of batches) batch.end();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60, 70, 80]);
});

test("createBatcher starts a parallel batch for few items after a slow batch's maximum wait", async () => {
  const { batcher, batches, sizes } = heldBatcher({ maxItems: 10, parallel: 2, minBatch: 8 });
  const answers = [batcher.submit("t", 1)];
  await settle();
  answers.push(batcher.submit("t", 2));
  await settle();
  vi.advanceTimersByTime(60);
  answers.push(batcher.submit("t", 3));
  await settle();
  expect(sizes()).toEqual([1]);
  expect(timersOfBatchers.size).toBe(1);
  vi.advanceTimersByTime(60);
  expect(sizes()).toEqual([1, 2]);
  answers.push(batcher.submit("t", 4));
  await settle();
  vi.advanceTimersByTime(1_000);
  expect(sizes()).toEqual([1, 2]);
  batches[1]!.end();
  await settle();
  vi.advanceTimersByTime(1_000);
  expect(sizes()).toEqual([1, 2, 1]);
  for (const batch of batches) batch.end();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
  expect(timersOfBatchers.size).toBe(0);
});

test("createBatcher runs fewer than minBatch items when no batch runs", async () => {
  const { batcher, batches, sizes } = heldBatcher({ maxItems: 10, parallel: 2, minBatch: 8 });
  const answers = [1, 2].map((item) => batcher.submit("t", item));
  await settle();
  answers.push(batcher.submit("t", 3));
  await settle();
  expect(sizes()).toEqual([2]);
  batches[0]!.end();
  await settle();
  expect(sizes()).toEqual([2, 1]);
  batches[1]!.end();
  expect(await Promise.all(answers)).toEqual([10, 20, 30]);
});

test("createBatcher limits a batch to maxItems and never mixes tenants", async () => {
  const { batcher, batches } = heldBatcher({ maxItems: 2, parallel: 1 });
  const answers = [1, 2, 3].map((item) => batcher.submit("a", item));
  answers.push(batcher.submit("b", 4));
  await settle();
  expect(batches.map(({ key, items }) => [key, items])).toEqual([
    ["a", [1, 2]],
    ["b", [4]],
  ]);
  batches[0]!.end();
  await settle();
  for (const batch of batches) batch.end();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
});

test("createBatcher rejects only the calls of a failed batch and runs the next one", async () => {
  let runs = 0;
  const batcher = createBatcher<number, number>({
    maxItems: 1,
    parallel: 1,
    run: async (_key, items) => {
      if (++runs === 1) throw new Error("lost");
      return items;
    },
  });
  const first = batcher.submit("t", 1);
  const second = batcher.submit("t", 2);
  await expect(first).rejects.toThrow("lost");
  expect(await second).toBe(2);
});

describe("createBatcher with lingerMs", () => {
  it("delays the next batch until the callers of the last one return", async () => {
    const { batcher, batches, sizes } = heldBatcher({ maxItems: 10, parallel: 1, lingerMs: 10 });
    const answers = [1, 2, 3].map((item) => batcher.submit("t", item));
    await settle();
    answers.push(batcher.submit("t", 4), batcher.submit("t", 5));
    batches[0]!.end();
    await Promise.all(answers.slice(0, 3));
    answers.push(batcher.submit("t", 6), batcher.submit("t", 7));
    await settle();
    expect(sizes()).toEqual([3]);
    answers.push(batcher.submit("t", 8));
    await settle();
    expect(sizes()).toEqual([3, 5]);
    batches[1]!.end();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60, 70, 80]);
  });

  it("makes the first returning caller wait for the others of its batch", async () => {
    const { batcher, batches, sizes } = heldBatcher({ maxItems: 10, parallel: 1, lingerMs: 10 });
    const first = [1, 2].map((item) => batcher.submit("t", item));
    await settle();
    batches[0]!.end();
    await Promise.all(first);
    const second = [batcher.submit("t", 3)];
    await settle();
    expect(sizes()).toEqual([2]);
    second.push(batcher.submit("t", 4));
    await settle();
    expect(sizes()).toEqual([2, 2]);
    batches[1]!.end();
    expect(await Promise.all(second)).toEqual([30, 40]);
  });

  it("waits at most lingerMs for callers that do not return", async () => {
    const { batcher, batches, sizes } = heldBatcher({ maxItems: 10, parallel: 1, lingerMs: 10 });
    const answers = [1, 2].map((item) => batcher.submit("t", item));
    await settle();
    answers.push(batcher.submit("t", 3));
    batches[0]!.end();
    await settle();
    expect(sizes()).toEqual([2]);
    vi.advanceTimersByTime(10);
    await settle();
    expect(sizes()).toEqual([2, 1]);
    batches[1]!.end();
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
    vi.advanceTimersByTime(10);
    expect(timersOfBatchers.size).toBe(0);
  });

  it("runs a lone caller's item at once", async () => {
    const { batcher, batches, sizes } = heldBatcher({ maxItems: 10, parallel: 1, lingerMs: 10 });
    const first = batcher.submit("t", 1);
    await settle();
    batches[0]!.end();
    await first;
    await settle();
    const second = batcher.submit("t", 2);
    await settle();
    expect(sizes()).toEqual([1, 1]);
    batches[1]!.end();
    expect(await second).toBe(20);
  });
});
