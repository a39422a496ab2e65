import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { createSequence } from "../../../platform/sequence.ts";
import type { DeliveryQueue } from "./delivery-queue.ts";
import { type LeasedWebhook, leasesStore } from "./leases.store.ts";

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
  onError(error: unknown): void;
  /** Most leases of this process; default 512. */
  maxLeases?: number;
}

/** Another process can acquire the leases of one that died after this time. */
const LEASE_MS = 9_000;
/** A lease is kept this long after the last delivery, so that the next one is sent at once. */
const KEEP_IDLE_MS = 60_000;
const MAX_LEASES = 512;

/** Queues that one acquisition closes at most, so that others get their leases. */
const MAX_EVICTED = 8;

export function createLeasedQueues(deps: LeasedQueuesDeps): LeasedQueues {
  const { postgres, clock, owner, createQueue, maxLeases = MAX_LEASES } = deps;
  // The oldest first.
  const queues = new Map<string, DeliveryQueue>();
  const tenants = new Map<string, string>();
  const leaving = new Set<string>();
  let acquiring = true;

  /** Changes of leases happen one after the other: a lease that is acquired while it is released would be sent to without it. */
  const inSequence = createSequence();
  const release = (ids: readonly string[]) => leasesStore.release(postgres, owner, ids);

  const queueOf = ({ id, tenantId }: LeasedWebhook): DeliveryQueue | undefined => {
    const known = queues.get(id);
    if (known || queues.size >= maxLeases) return known;
    const queue = createQueue(id);
    queues.set(id, queue);
    tenants.set(id, tenantId);
    return queue;
  };
  const forget = (id: string) => {
    queues.delete(id);
    tenants.delete(id);
    leaving.delete(id);
  };

  /** Closes a queue once its attempts in flight have ended, and releases its lease: it comes again in its turn. */
  const evict = (id: string) => {
    leaving.add(id);
    const leave = async () => {
      await queues.get(id)?.close();
      await inSequence(() => {
        forget(id);
        return release([id]);
      });
    };
    leave().catch(deps.onError);
  };

  /** Lets the tenants with the most leases give some up for webhooks that have none, each its oldest. */
  const makeRoom = (unserved: readonly LeasedWebhook[]) => {
    const held = Map.groupBy(
      [...tenants].filter(([id]) => !leaving.has(id)),
      ([, tenantId]) => tenantId,
    );
    const wanted = Math.min(unserved.length, MAX_EVICTED) - leaving.size;
    for (let i = 0; i < wanted; i++) {
      const [largest] = [...held.values()].sort((a, b) => b.length - a.length);
      const [oldest] = largest?.splice(0, 1) ?? [];
      if (oldest) evict(oldest[0]);
    }
  };

  const acquire = async (among?: readonly string[]) => {
    if (!acquiring) return;
    const until = performance.now() + LEASE_MS;
    const input = { owner, leaseMs: LEASE_MS, now: clock.now(), limit: maxLeases, among };
    const unserved: LeasedWebhook[] = [];
    for (const webhook of await leasesStore.acquire(postgres, input)) {
      // Known queues keep their leases also where no more are acquired: attempts are in flight.
      const queue = acquiring ? queueOf(webhook) : queues.get(webhook.id);
      queue?.leasedUntil(until);
      queue?.wake();
      if (!queue) unserved.push(webhook);
    }
    if (unserved.length === 0) return;
    // Above the maximum: left to other processes, and tried again at the next poll.
    if (acquiring) makeRoom(unserved);
    await release(unserved.map(({ id }) => id));
  };

  const renew = async () => {
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
        forget(id);
      }
    }
  };

  const releaseIdle = async () => {
    const keepMs = queues.size >= maxLeases ? 0 : KEEP_IDLE_MS;
    const isIdle = (queue: DeliveryQueue) =>
      performance.now() - (queue.idleSince() ?? Number.POSITIVE_INFINITY) > keepMs;
    const idle = [...queues.values()].filter(isIdle);
    for (const queue of idle) {
      void queue.close();
      forget(queue.webhookId);
    }
    if (idle.length > 0) await release(idle.map(({ webhookId }) => webhookId));
  };

  return {
    get: (webhookId) => queues.get(webhookId),
    acquire: (among) => inSequence(() => acquire(among)),
    renew: () => inSequence(renew),
    releaseIdle: () => inSequence(releaseIdle),

    stopAcquiring() {
      acquiring = false;
    },

    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },

    cancel() {
      for (const queue of queues.values()) queue.cancel();
    },

    release: () => inSequence(() => release([...queues.keys()])),
  };
}
