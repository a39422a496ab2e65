import { describe, expect, it } from "vitest";
import { AppError, unavailable } from "../../src/errors.ts";
import { type BatchWork, runBatch } from "../../src/platform/batch.ts";

/** Doubles numbers; a batch that holds a 0 fails. */
function doubling(overrides: Partial<BatchWork<number, unknown>> = {}) {
  const batches: number[][] = [];
  const work: BatchWork<number, unknown> = {
    async run(items) {
      batches.push(items);
      if (items.includes(0)) throw new Error("0 cannot be doubled");
      return items.map((item) => item * 2);
    },
    failed: (error, item) => `${item}: ${(error as Error).message}`,
    ...overrides,
  };
  return { batches, work };
}

describe("runBatch", () => {
  it("runs a batch that succeeds once", async () => {
    const { batches, work } = doubling();
    expect(await runBatch([1, 2, 3], work)).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it.each([false, true])(
    "runs each item individually where the batch fails, in order (at once: %s)",
    async (concurrent) => {
      const { batches, work } = doubling({ concurrent });
      expect(await runBatch([1, 0, 3], work)).toEqual([2, "0: 0 cannot be doubled", 6]);
      expect(batches).toEqual([[1, 0, 3], [1], [0], [3]]);
    },
  );

  it("runs items individually after an error that a caller may see, such as a conflict", async () => {
    const { work } = doubling({
      async run(items) {
        if (items.includes(0)) throw new AppError("CONFLICT", "taken");
        return items;
      },
    });
    expect(await runBatch([1, 0], work)).toEqual([1, "0: taken"]);
  });

  it("retries no item when a store is unavailable", async () => {
    const batches: number[][] = [];
    const { work } = doubling({
      async run(items) {
        batches.push(items);
        throw unavailable("The graph store cannot be reached");
      },
    });
    const absent = "The graph store cannot be reached";
    expect(await runBatch([1, 2], work)).toEqual([`1: ${absent}`, `2: ${absent}`]);
    expect(batches).toEqual([[1, 2]]);
  });

  it("rejects with the error of `failed` and runs no later item", async () => {
    const { batches, work } = doubling({
      failed(error) {
        throw error;
      },
    });
    await expect(runBatch([0, 1, 2], work)).rejects.toThrow("0 cannot be doubled");
    expect(batches).toEqual([[0, 1, 2], [0]]);
  });
});
