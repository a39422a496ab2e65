import { describe, expect, test } from "vitest";
import { createHandOver } from "../../src/platform/hand-over.ts";

describe("a hand-over", () => {
  test("gives each value once, in order, and the producer waits for its reader", async () => {
    const handOver = createHandOver<number>(5_000);
    const put: number[] = [];
    const produce = async () => {
      for (const value of [1, 2, 3]) {
        await handOver.put(value);
        put.push(value);
      }
      handOver.end();
    };
    const produced = produce();
    expect(await handOver.values.next()).toEqual({ done: false, value: 1 });
    const rest: number[] = [];
    for await (const value of handOver.values) {
      expect(put.length).toBeLessThan(value + 1);
      rest.push(value);
    }
    await produced;
    expect(rest).toEqual([2, 3]);
  });

  test("tells the reader of a failure after the values that came before", async () => {
    const handOver = createHandOver<number>(5_000);
    void handOver.put(1).then(() => handOver.fail(new Error("lost")));
    expect((await handOver.values.next()).value).toBe(1);
    await expect(handOver.values.next()).rejects.toThrow("lost");
  });

  test("tells the producer of a reader that left, before or while it offers", async () => {
    const handOver = createHandOver<number>(5_000);
    const offered = handOver.put(1);
    await handOver.values.return?.();
    await expect(offered).rejects.toThrow("left");
    await expect(handOver.put(2)).rejects.toThrow("left");
  });

  test("gives up on a reader that takes nothing", async () => {
    await expect(createHandOver<number>(5).put(1)).rejects.toThrow("too slow");
  });
});
