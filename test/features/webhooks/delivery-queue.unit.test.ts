import { setTimeout } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { createDeliveryQueue, MAX_IN_FLIGHT } from "../../../src/features/webhooks/sending/delivery-queue.ts";
import type { DueDelivery } from "../../../src/features/webhooks/webhook.model.ts";
import type { PostOutcome } from "../../../src/platform/outside/egress-post.ts";
import { testClock } from "../../support/clock.ts";

/** A queue of one webhook with so many due deliveries, and what became of them. */
function queueWith(count: number, post: () => Promise<PostOutcome>) {
  const clock = testClock();
  const unsent = new Map<string, DueDelivery>();
  for (let i = 0; i < count; i++) {
    unsent.set(`d${i}`, { id: `d${i}`, body: "{}", attempts: 0, step: 0, dueAt: clock.now() });
  }
  const errors: unknown[] = [];
  const queue = createDeliveryQueue(
    {
      clock,
      random: () => 0,
      loadTarget: async () => ({
        url: new URL("http://receiver.example.com/"),
        headers: {},
        sign: () => ({ "webhook-id": "", "webhook-timestamp": "", "webhook-signature": "" }),
        validUntil: undefined,
        failingSince: null,
        version: { url: "http://receiver.example.com/", updatedAt: clock.now() },
      }),
      due: async ({ except }) => ({
        deliveries: [...unsent.values()].filter(({ id }) => !except.includes(id)),
        more: false,
      }),
      post,
      recordResult: async ({ id }) => void unsent.delete(id),
      onError: (error) => errors.push(error),
    },
    "webhook",
  );
  queue.leasedUntil(performance.now() + 60_000);
  return { clock, unsent, errors, queue };
}

it("an attempt that cannot be made takes no place from others, and is made again after a pause", async () => {
  let broken = true;
  const post = vi.fn(async () => {
    if (broken) throw new Error("no memory left to load the library");
    return { status: 204, retryAfter: undefined };
  });
  const { clock, unsent, errors, queue } = queueWith(2 * MAX_IN_FLIGHT, post);
  queue.wake();
  await expect.poll(() => errors.length).toBe(MAX_IN_FLIGHT);
  queue.wake();
  expect(post).toHaveBeenCalledTimes(MAX_IN_FLIGHT);
  broken = false;
  clock.advance(5_000);
  queue.wake();
  await expect.poll(() => unsent.size).toBe(0);
  expect(queue.idleSince()).toBeDefined();
  await queue.close();
});

it("a webhook that keeps failing is tried ever less often, and at full speed again after a success", async () => {
  let refuses = true;
  const post = vi.fn(
    async (): Promise<PostOutcome> => (refuses ? { fault: "connect_failed" } : { status: 204, retryAfter: undefined }),
  );
  const { clock, unsent, queue } = queueWith(200, post);
  /** Attempts that are made within so many milliseconds, looked at every half second. */
  const attemptsWithin = async (ms: number) => {
    const before = post.mock.calls.length;
    for (let passed = 0; passed < ms; passed += 500) {
      clock.advance(500);
      queue.wake();
      await setTimeout(1);
    }
    return post.mock.calls.length - before;
  };
  queue.wake();
  await setTimeout(20);
  expect(post.mock.calls.length).toBeLessThanOrEqual(2 * MAX_IN_FLIGHT);
  expect(await attemptsWithin(30_000)).toBeLessThanOrEqual(2 * 7);
  const perMinute = await attemptsWithin(60_000);
  expect(perMinute).toBeGreaterThanOrEqual(2 * 5);
  expect(perMinute).toBeLessThanOrEqual(2 * 6);
  refuses = false;
  await attemptsWithin(10_000);
  queue.wake();
  await expect.poll(() => unsent.size).toBe(0);
  await queue.close();
});
