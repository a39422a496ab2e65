import { expect, it } from "vitest";
import { loadOnce } from "../../src/platform/load-once.ts";

it("loads once for concurrent and later callers", async () => {
  let loads = 0;
  const { get, started } = loadOnce(async () => ++loads);
  expect(started()).toBeUndefined();
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  expect(await get()).toBe(1);
  expect(await started()).toBe(1);
});

it("forgets a failure: all who waited get it, and the next caller loads again", async () => {
  let loads = 0;
  const { get, started } = loadOnce(async () => {
    if (++loads === 1) throw new Error("no memory left");
    return loads;
  });
  const first = [get(), get()];
  for (const attempt of first) await expect(attempt).rejects.toThrow("no memory left");
  expect(started()).toBeUndefined();
  expect(await get()).toBe(2);
});
