import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Logger } from "../../src/platform/log.ts";
import { repeat } from "../../src/platform/repeat.ts";

const warn = vi.fn();
const log = { warn } as unknown as Logger;

beforeEach(() => {
  vi.useFakeTimers();
  warn.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("repeat", () => {
  it("starts the pause when a run has ended", async () => {
    let end = () => {};
    const task = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
    const repeated = repeat(task, 100, log);
    repeated.start();
    await vi.advanceTimersByTimeAsync(500);
    expect(task).toHaveBeenCalledTimes(1);
    end();
    await vi.advanceTimersByTimeAsync(99);
    expect(task).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(task).toHaveBeenCalledTimes(2);
    end();
    await repeated.stop();
  });

  it("logs a failed run and runs again", async () => {
    const task = vi.fn().mockRejectedValueOnce(new Error("no store")).mockResolvedValue(undefined);
    const repeated = repeat(task, 100, log, "nothing was compared");
    repeated.start();
    await vi.advanceTimersByTimeAsync(200);
    await repeated.stop();
    expect(task).toHaveBeenCalledTimes(2);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { err: expect.objectContaining({ message: "no store" }) },
      "nothing was compared",
    );
  });

  it("stop waits for the current run and starts no other", async () => {
    let end = () => {};
    const task = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
    const repeated = repeat(task, 100, log);
    repeated.start();
    await vi.advanceTimersByTimeAsync(100);
    let stopped = false;
    const stopping = repeated.stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(stopped).toBe(false);
    end();
    await stopping;
    await vi.advanceTimersByTimeAsync(500);
    expect(task).toHaveBeenCalledTimes(1);
  });
});
