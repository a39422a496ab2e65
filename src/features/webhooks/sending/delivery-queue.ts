import type { GuardedPost } from "../../../platform/outside/egress-post.ts";
import type { DueDelivery } from "../webhook.model.ts";
import { type BufferedChars, createDeliveryBuffer } from "./delivery-buffer.ts";
import { createDueReader, type DueReaderDeps } from "./due-reader.ts";
import { healthAfter, type RecordResult } from "./record-results.ts";
import { judgeAttempt } from "./schedule.ts";
import type { Target } from "./target.ts";

/** Sends one webhook's due deliveries while this process holds its lease, up to `MAX_IN_FLIGHT` at once. */
export interface DeliveryQueue {
  readonly webhookId: string;
  /** A delivery may have become due. */
  wake(): void;
  /** The webhook changed: its target and its waiting deliveries are read again. */
  changed(): void;
  /** Extends the lease to this time of `performance.now()`, in milliseconds; nothing is sent after it. */
  leasedUntil(ms: number): void;
  /** When the queue became idle, by `performance.now()`; undefined while it has work. */
  idleSince(): number | undefined;
  /** Sends nothing more. Resolves when the results of all attempts in flight are recorded. */
  close(): Promise<void>;
  /** Records no result of an attempt that is still in flight. */
  cancel(): void;
}

export interface DeliveryQueueDeps extends DueReaderDeps {
  post: GuardedPost["post"];
  recordResult: RecordResult;
  onError(error: unknown): void;
  /** Shared by the queues of a process. */
  buffered?: BufferedChars;
  /** 0 up to 1. */
  random: () => number;
}

/** Attempts in flight to one webhook; fewer to one that keeps failing. */
export const MAX_IN_FLIGHT = 16;
const MAX_IN_FLIGHT_FAILING = 2;
const FAILING_FROM = 5;
/** How long a webhook that keeps failing is left alone, at first and at most: an attempt costs as much as a delivery. */
const FIRST_FAILING_PAUSE_MS = 500;
const MAX_FAILING_PAUSE_MS = 10_000;
/** No attempt starts within this time before the lease ends. */
const LEASE_MARGIN_MS = 500;
/** After an attempt that could not even be made. */
const FAULT_PAUSE_MS = 5_000;
/** The longest that one answer's Retry-After delays the webhook's other deliveries. */
const MAX_BACKOFF_MS = 3_600_000;

export function createDeliveryQueue(deps: DeliveryQueueDeps, webhookId: string): DeliveryQueue {
  const { clock, random } = deps;
  const reader = createDueReader(deps, webhookId);
  const buffer = createDeliveryBuffer(deps.buffered);
  const running = new Set<Promise<void>>();
  let inFlight = 0;
  let failures = 0;
  let failingPauses = 0;
  let backoffUntil = 0;
  let leaseEnd = 0;
  let idleSinceMs = performance.now();
  let closed = false;
  let cancelled = false;
  /** Due deliveries may exist that have not been read. */
  let mayHaveMore = false;
  let reading = false;

  const isBackingOff = () => clock.now().getTime() < backoffUntil;
  const maxInFlight = () => (failures >= FAILING_FROM ? MAX_IN_FLIGHT_FAILING : MAX_IN_FLIGHT);
  const maySend = () =>
    !closed && inFlight < maxInFlight() && !isBackingOff() && performance.now() <= leaseEnd - LEASE_MARGIN_MS;

  const read = async () => {
    reading = true;
    try {
      while (mayHaveMore && !closed && buffer.hasRoom() && !isBackingOff()) {
        mayHaveMore = false;
        const page = await reader.read(buffer.ids());
        if (closed) return;
        if (page) buffer.put(page.deliveries);
        if (page?.more) mayHaveMore = true;
        pump();
      }
    } catch (error) {
      deps.onError(error);
    } finally {
      reading = false;
    }
  };

  const pump = () => {
    for (let target = reader.target(); target && maySend(); ) {
      const delivery = buffer.next();
      if (!delivery) break;
      inFlight++;
      const sent = send(delivery, target).catch(deps.onError);
      running.add(sent);
      void sent.finally(() => running.delete(sent));
    }
    if (mayHaveMore && !reading) void read();
    idleSinceMs = performance.now();
  };

  const send = async ({ id, body, attempts, step }: DueDelivery, to: Target) => {
    const outcome = await attempt(id, body, to);
    if (cancelled || !outcome) return;
    const ended = clock.now();
    const { gone, backoffUntil: asked, ...result } = judgeAttempt(outcome, step, ended, random());
    if (result.status === "delivered") failures = failingPauses = 0;
    else if (++failures >= FAILING_FROM && !isBackingOff()) {
      const pauseMs = Math.min(FIRST_FAILING_PAUSE_MS * 2 ** failingPauses++, MAX_FAILING_PAUSE_MS);
      backoffUntil = ended.getTime() + pauseMs;
    }
    if (asked) backoffUntil = Math.max(backoffUntil, Math.min(asked.getTime(), ended.getTime() + MAX_BACKOFF_MS));
    const health = healthAfter(to, { delivered: result.status === "delivered", gone, ended });
    pump();
    try {
      await deps.recordResult({ id, attempts, step, ended, webhookId, version: to.version, health, ...result });
    } finally {
      buffer.done(id);
      pump();
    }
  };

  /** Undefined if the attempt could not be made: the webhook's deliveries are read and tried again after a pause. */
  const attempt = async (id: string, body: string, to: Target) => {
    try {
      const signed = to.sign(id, body, clock.now());
      return await deps.post(to.url, { ...to.headers, ...signed }, body);
    } catch (error) {
      deps.onError(error);
      backoffUntil = Math.max(backoffUntil, clock.now().getTime() + FAULT_PAUSE_MS);
      buffer.done(id);
      return undefined;
    } finally {
      inFlight--;
    }
  };

  return {
    webhookId,
    wake() {
      mayHaveMore = true;
      pump();
    },
    changed() {
      reader.changed();
      buffer.clear();
      backoffUntil = 0;
      mayHaveMore = true;
      pump();
    },
    leasedUntil(ms) {
      leaseEnd = ms;
      pump();
    },
    idleSince: () => (inFlight > 0 || buffer.ids().length > 0 || reading ? undefined : idleSinceMs),
    async close() {
      closed = true;
      buffer.clear();
      await Promise.all(running);
    },
    cancel() {
      closed = true;
      cancelled = true;
    },
  };
}
