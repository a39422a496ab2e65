import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { REAPPLY_MAPPINGS } from "../../../src/features/software/pipeline/job-refs.ts";
import { createReapplyScheduler } from "../../../src/features/software/pipeline/reapply-scheduler.ts";
import { createLogger } from "../../../src/platform/log.ts";

const log = createLogger("silent");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("createReapplyScheduler", () => {
  it("enqueues one job per tenant for several changes", async () => {
    const send = vi.fn(async () => undefined);
    const changes = createReapplyScheduler({ jobs: { send }, log });
    for (let n = 0; n < 50; n++) {
      changes.schedule("one");
      changes.schedule("two");
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(send).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(send.mock.calls).toEqual(
      ["one", "two"].map((tenantId) => [REAPPLY_MAPPINGS, { tenantId }, { singletonKey: tenantId }]),
    );
    changes.schedule("one");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(send).toHaveBeenCalledTimes(3);
  });

  it("enqueues waiting jobs at stop, and does not throw if the queue fails", async () => {
    const send = vi.fn(async () => Promise.reject(new Error("away")));
    const changes = createReapplyScheduler({ jobs: { send }, log });
    changes.schedule("one");
    await changes.stop();
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send).toHaveBeenCalledTimes(1);
  });
});
