import { expect, it } from "vitest";
import { createDeliveryBuffer } from "../../../src/features/webhooks/sending/delivery-buffer.ts";

const deliveries = (count: number, size: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `${size} ${i}`,
    body: "x".repeat(size),
    attempts: 0,
    step: 0,
    dueAt: new Date(),
  }));

it("the buffers of a process together hold a bounded number of characters, and each one message at least", () => {
  const buffered = { total: 0 };
  const buffers = Array.from({ length: 30 }, () => createDeliveryBuffer(buffered));
  for (const buffer of buffers) {
    while (buffer.hasRoom()) buffer.put(deliveries(2, 2_000_000));
  }
  expect(buffered.total).toBeLessThanOrEqual(64_000_000 + 30 * 4_000_000);
  const last = buffers.at(-1)!;
  expect([last.ids().length, last.hasRoom()]).toEqual([2, false]);
  for (const buffer of buffers.slice(0, 25)) buffer.clear();
  expect(last.hasRoom()).toBe(true);
  for (const buffer of buffers.slice(25)) while (buffer.next());
  expect(buffered.total).toBe(0);
});
