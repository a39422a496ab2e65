import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { DeliveryQueue } from "./delivery-queue.ts";
import { leasesStore } from "./leases.store.ts";

/** The delivery queues of the webhooks whose lease this process holds; no other process sends to these. */
export interface LeasedQueues {
  get(webhookId: string): DeliveryQueue | undefined;
  /** Acquires the free leases of webhooks with due deliveries, among these ids or among all, and wakes their queues. */
  acquire(among?: readonly string[]): Promise<void>;
  /** Renews all leases; closes the queues whose lease another process acquired in the meantime. */
  renew(): Promise<void>;
  /** Releases the leases of queues that have been idle for `KEEP_IDLE_MS`. */
  releaseIdle(): Promise<void>;
  /** No lease is acquired from now on. */
  stopAcquiring(): void;
  /** Sends nothing more. Resolves when the results of all attempts in flight are recorded. */
  close(): Promise<void>;
  /** Records no result of an attempt that is still in flight. */
  cancel(): void;
  /** Releases all leases, so that other processes can acquire them. */
  release(): Promise<void>;
}

export interface LeasedQueuesDeps {
  postgres: Postgres;
  clock: Clock;
  /** Id of this process. */
  owner: string;
  createQueue(webhookId: string): DeliveryQueue;
}

/** Another process can acquire the leases of one that died after this time. */
const LEASE_MS = 9_000;
/** A lease is kept this long after the last delivery, so that the next one is sent at once. */
const KEEP_IDLE_MS = 60_000;
const MAX_LEASES = 512;

export function createLeasedQueues({ postgres, clock, owner, createQueue }: LeasedQueuesDeps): LeasedQueues {
  const queues = new Map<string, DeliveryQueue>();
  let acquiring = true;

  const queueOf = (webhookId: string): DeliveryQueue | undefined => {
    const known = queues.get(webhookId);
    if (known || queues.size >= MAX_LEASES) return known;
    const queue = createQueue(webhookId);
    queues.set(webhookId, queue);
    return queue;
  };

  return {
    get: (webhookId) => queues.get(webhookId),

    async acquire(among) {
      const until = performance.now() + LEASE_MS;
      const input = { owner, leaseMs: LEASE_MS, now: clock.now(), limit: MAX_LEASES, among };
      const acquired = await leasesStore.acquire(postgres, input);
      if (!acquiring) return leasesStore.release(postgres, owner, acquired);
      const unserved: string[] = [];
      for (const webhookId of acquired) {
        const queue = queueOf(webhookId);
        queue?.leasedUntil(until);
        queue?.wake();
        if (!queue) unserved.push(webhookId);
      }
      // Above MAX_LEASES: left to other processes, and tried again at the next poll.
      if (unserved.length > 0) await leasesStore.release(postgres, owner, unserved);
    },

    async renew() {
      const ids = [...queues.keys()];
      if (ids.length === 0) return;
      const until = performance.now() + LEASE_MS;
      const held = new Set(await leasesStore.renew(postgres, owner, ids, LEASE_MS));
      for (const id of ids) {
        const queue = queues.get(id);
        if (held.has(id)) queue?.leasedUntil(until);
        else {
          // Another process holds the lease: attempts in flight end, and their results are recorded unless it has done so.
          void queue?.close();
          queues.delete(id);
        }
      }
    },

    async releaseIdle() {
      const keepMs = queues.size >= MAX_LEASES ? 0 : KEEP_IDLE_MS;
      const isIdle = (queue: DeliveryQueue) =>
        performance.now() - (queue.idleSince() ?? Number.POSITIVE_INFINITY) > keepMs;
      const idle = [...queues.values()].filter(isIdle);
      for (const queue of idle) {
        void queue.close();
        queues.delete(queue.webhookId);
      }
      const ids = idle.map(({ webhookId }) => webhookId);
      if (ids.length > 0) await leasesStore.release(postgres, owner, ids);
    },

    stopAcquiring() {
      acquiring = false;
    },

    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },

    cancel() {
      for (const queue of queues.values()) queue.cancel();
    },

    release: () => leasesStore.release(postgres, owner, [...queues.keys()]),
  };
}
