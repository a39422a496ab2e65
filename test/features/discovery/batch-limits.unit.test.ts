import { expect, it } from "vitest";
import {
  ALTERNATING_MS,
  createBatchLimits,
  FAIREST,
  FASTEST,
} from "../../../src/features/discovery/scans/batch-limits.ts";

it("createBatchLimits makes batches small while tenants alternate, and large again for one that is alone", () => {
  let now = 0;
  const limitsFor = createBatchLimits(() => now);
  expect(limitsFor("one")).toBe(FASTEST);
  expect(limitsFor("one")).toBe(FASTEST);
  expect(limitsFor("two")).toBe(FAIREST);
  now += 1_000;
  expect(limitsFor("one")).toBe(FAIREST);
  now += ALTERNATING_MS;
  expect(limitsFor("one")).toBe(FASTEST);
});
