import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { within } from "../../src/platform/within.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("within", () => {
  it("resolves or rejects as the work does, and leaves no timer", async () => {
    expect(await within(1_000, Promise.resolve(7))).toBe(7);
    await expect(within(1_000, Promise.reject(new Error("the work failed")))).rejects.toThrow("the work failed");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("rejects at the time limit, and drops a failure of the work after it", async () => {
    const work = Promise.withResolvers<number>();
    const waiting = within(1_000, work.promise);
    const ended = vi.fn();
    waiting.then(ended, ended);
    await vi.advanceTimersByTimeAsync(999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await expect(waiting).rejects.toThrow("no answer within 1000 ms");
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    work.reject(new Error("too late"));
    await vi.advanceTimersByTimeAsync(1);
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
