import { expect, it, vi } from "vitest";
import { createDeliveryQueue, MAX_IN_FLIGHT } from "../../../src/features/webhooks/sending/delivery-queue.ts";
import type { DueDelivery } from "../../../src/features/webhooks/webhook.model.ts";
import { testClock } from "../../support/clock.ts";

it("an attempt that cannot be made takes no place from others, and is made again after a pause", async () => {
  const clock = testClock();
  const unsent = new Map<string, DueDelivery>();
  for (let i = 0; i < 2 * MAX_IN_FLIGHT; i++) {
    unsent.set(`d${i}`, { id: `d${i}`, body: "{}", attempts: 0, step: 0, dueAt: clock.now() });
  }
  let broken = true;
  const post = vi.fn(async () => {
    if (broken) throw new Error("no memory left to load the library");
    return { status: 204, retryAfter: undefined };
  });
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
