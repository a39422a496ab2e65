import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { allSettled } from "../../src/platform/all-settled.ts";

test("all results are returned in the order of the work", async () => {
  expect(await allSettled([sleep(5, "first"), "second", undefined, Promise.resolve(4)])).toEqual([
    "first",
    "second",
    undefined,
    4,
  ]);
});

test("the failure that is first in order is thrown, once the last work has ended", async () => {
  let hasEnded = false;
  const last = sleep(20).then(() => {
    hasEnded = true;
  });
  const late = sleep(10).then(() => Promise.reject(new Error("first in order")));
  const early = Promise.reject(new Error("first in time"));
  await expect(allSettled([late, early, last])).rejects.toThrow("first in order");
  expect(hasEnded).toBe(true);
});
