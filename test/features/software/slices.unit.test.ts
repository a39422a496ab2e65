import { expect, it } from "vitest";
import { createSlices } from "../../../src/features/software/engine/index.ts";

const busy = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

/** Counts steps of computations, and the most of them between two turns of the event loop. */
function world() {
  let since = 0;
  let most = 0;
  let steps = 0;
  let turning = true;
  const turn = () => {
    since = 0;
    if (turning) setImmediate(turn);
  };
  turn();
  return {
    *work(count: number): Generator<void, number> {
      for (let i = 0; i < count; i++) {
        busy(2);
        steps++;
        most = Math.max(most, ++since);
        yield;
      }
      return count;
    },
    end: () => {
      turning = false;
      return { most, steps };
    },
  };
}

it("computations that run at once share a slice of the event loop", async () => {
  const { run } = createSlices(10);
  const { work, end } = world();
  expect(await Promise.all(Array.from({ length: 20 }, () => run(work(10))))).toEqual(Array(20).fill(10));
  const { most, steps } = end();
  expect(steps).toBe(200);
  // The first step of each is not waited for; a slice has five.
  expect(most).toBeLessThanOrEqual(20 + 6);
});

it("short computations in a row let the event loop turn", async () => {
  const { run } = createSlices(10);
  const { work, end } = world();
  for (let i = 0; i < 60; i++) await run(work(1 + (i % 3)));
  expect(end().most).toBeLessThanOrEqual(8);
});

it("a computation that fails leaves the others their turns", async () => {
  const { run } = createSlices(10);
  const { work, end } = world();
  const failing = run(
    (function* (): Generator<void, number> {
      yield;
      throw new Error("a bad pattern");
    })(),
  );
  const others = [run(work(8)), run(work(8))];
  await expect(failing).rejects.toThrow("a bad pattern");
  expect(await Promise.all(others)).toEqual([8, 8]);
  expect(await run(work(2))).toBe(2);
  end();
});
