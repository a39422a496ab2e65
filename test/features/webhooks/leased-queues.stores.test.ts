import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { DeliveryQueue } from "../../../src/features/webhooks/sending/delivery-queue.ts";
import { createLeasedQueues } from "../../../src/features/webhooks/sending/leased-queues.ts";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf } from "../../support/context.ts";
import { ciCreated, eachWebhookWorld, type WebhookWorld } from "./support.ts";

let world: WebhookWorld;
eachWebhookWorld((made) => {
  world = made;
});

/** Webhooks of a new tenant with a delivery that is due. */
async function dueWebhooks(count: number): Promise<string[]> {
  const ctx = contextOf(newId());
  const input = {
    name: "a hook",
    url: "http://127.0.0.1:9/",
    events: ["ci.created" as const],
    headers: {},
    active: true,
  };
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push((await world.verbs.create(ctx, input)).webhook.id);
  await world.publish([ciCreated()], ctx.tenantId);
  return ids;
}

/** Queues whose work never ends by itself; the attempts in flight of a closed one end with `settle`. */
function busyQueues(maxLeases: number) {
  const open = new Set<string>();
  const closing: (() => void)[] = [];
  const createQueue = (webhookId: string): DeliveryQueue => {
    open.add(webhookId);
    return {
      webhookId,
      wake: () => undefined,
      changed: () => undefined,
      leasedUntil: () => undefined,
      idleSince: () => undefined,
      close: () =>
        new Promise((resolve) => {
          closing.push(() => {
            open.delete(webhookId);
            resolve();
          });
        }),
      cancel: () => undefined,
    };
  };
  const onError = (error: unknown) => {
    throw error;
  };
  const { postgres, clock } = world;
  const queues = createLeasedQueues({ postgres, clock, owner: newId(), createQueue, onError, maxLeases });
  return { queues, open, settle: () => closing.splice(0).forEach((end) => void end()) };
}

it("a tenant with many busy webhooks leaves a place to one of another tenant", async () => {
  const many = await dueWebhooks(6);
  const { queues, open, settle } = busyQueues(4);
  await queues.acquire();
  expect([...open].filter((id) => many.includes(id))).toHaveLength(4);
  const [other = ""] = await dueWebhooks(1);
  const acquired = async () => {
    settle();
    await queues.acquire();
    return open.has(other);
  };
  await expect.poll(acquired, { timeout: 10_000 }).toBe(true);
  expect(open.size).toBeLessThanOrEqual(4);
});

it("the webhooks of one tenant take turns where there are more of them than leases", async () => {
  const many = await dueWebhooks(6);
  const { queues, open, settle } = busyQueues(2);
  const seen = new Set<string>();
  const all = async () => {
    await queues.acquire();
    for (const id of open) seen.add(id);
    settle();
    return seen.size;
  };
  await expect.poll(all, { timeout: 10_000 }).toBe(many.length);
  expect(open.size).toBeLessThanOrEqual(2);
});

it("a lease of each tenant is acquired before a second one of any", async () => {
  await dueWebhooks(6);
  const [other = ""] = await dueWebhooks(1);
  const { queues, open } = busyQueues(2);
  await queues.acquire();
  expect(open.size).toBe(2);
  expect(open.has(other)).toBe(true);
});

it("a lease whose attempts are in flight is kept by an acquisition that ends after the stop, until it is released", async () => {
  const [id = ""] = await dueWebhooks(1);
  const { queues } = busyQueues(2);
  const leased = async () =>
    (await world.postgres.query<{ id: string }>("select webhook_id as id from webhook_lanes")).map((row) => row.id);
  await queues.acquire();
  const acquiring = queues.acquire();
  await nextTurn();
  queues.stopAcquiring();
  await acquiring;
  expect(await leased()).toEqual([id]);
  await Promise.all([queues.release(), queues.acquire()]);
  expect(await leased()).toEqual([]);
});

it("an acquisition that ends after the stop leaves no lease of a webhook that has no queue yet", async () => {
  await dueWebhooks(1);
  const { queues, open } = busyQueues(2);
  const acquiring = queues.acquire();
  await nextTurn();
  queues.stopAcquiring();
  await acquiring;
  expect(open.size).toBe(0);
  expect(await world.postgres.query("select from webhook_lanes")).toEqual([]);
});
