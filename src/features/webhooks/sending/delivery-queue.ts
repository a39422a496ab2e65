import type { GuardedPost } from "../../../platform/outside/egress-post.ts";
import { createLaneQueue } from "./delivery-buffer.ts";
import { createLaneReader, type LaneReaderDeps } from "./due-reader.ts";
import { judgeAttempt } from "./schedule.ts";
import { type Settle, standingAfter } from "./record-results.ts";
import type { Target } from "./target.ts";
import type { DueDelivery } from "../webhook.model.ts";

/** Sends what is due to one webhook while this process holds it: so many at once, whatever others do. */
export interface Lane {
  readonly webhookId: string;
  /** Something may be due. */
  wake(): void;
  /** The webhook changed: what is at hand is read anew. */
  changed(): void;
  /** Held until then, by `performance.now()`; nothing is sent later. */
  holdUntil(ms: number): void;
  /** Since when there has been nothing to do, by `performance.now()`; undefined while there is. */
  idleSince(): number | undefined;
  /** Sends nothing more. Resolves when what was under way is written down. */
  close(): Promise<void>;
  /** What is still under way is no longer written down. */
  abandon(): void;
}

export interface LaneDeps extends LaneReaderDeps {
  post: GuardedPost["post"];
  settle: Settle;
  onError(error: unknown): void;
  /** 0 up to 1. */
  random: () => number;
}

/** Messages on their way to one webhook at once; to one that keeps failing, fewer. */
export const WIDTH = 16;
const WIDTH_FAILING = 2;
const FAILING_FROM = 5;
/** Time for what is about to be sent to be sent. */
const HOLD_MARGIN_MS = 500;
/** Longest that one answer's Retry-After keeps the others back. */
const LONGEST_REST_MS = 3_600_000;

export function createLane(deps: LaneDeps, webhookId: string): Lane {
  const { clock, random } = deps;
  const reader = createLaneReader(deps, webhookId);
  const queue = createLaneQueue();
  const running = new Set<Promise<void>>();
  let inFlight = 0;
  let failures = 0;
  let restUntil = 0;
  let heldUntil = 0;
  let idleFrom = performance.now();
  let closed = false;
  let abandoned = false;
  /** Something may be due that has not been read. */
  let dirty = false;
  let reading = false;

  const isResting = () => clock.now().getTime() < restUntil;
  const width = () => (failures >= FAILING_FROM ? WIDTH_FAILING : WIDTH);
  const maySend = () =>
    !closed && inFlight < width() && !isResting() && performance.now() <= heldUntil - HOLD_MARGIN_MS;

  const read = async () => {
    reading = true;
    try {
      while (dirty && !closed && queue.hasRoom() && !isResting()) {
        dirty = false;
        const page = await reader.read(queue.atHand());
        if (closed) return;
        if (page) queue.put(page.deliveries);
        if (page?.more) dirty = true;
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
      const delivery = queue.next();
      if (!delivery) break;
      inFlight++;
      const sent = send(delivery, target).catch(deps.onError);
      running.add(sent);
      void sent.finally(() => running.delete(sent));
    }
    if (dirty && !reading) void read();
    idleFrom = performance.now();
  };

  const send = async ({ id, body, attempts, step }: DueDelivery, to: Target) => {
    const signed = to.sign(id, body, clock.now());
    const outcome = await deps.post(to.url, { ...to.headers, ...signed }, body);
    inFlight--;
    if (abandoned) return;
    const ended = clock.now();
    const { gone, restUntil: rest, ...result } = judgeAttempt(outcome, step, ended, random());
    failures = result.status === "delivered" ? 0 : failures + 1;
    if (rest) restUntil = Math.max(restUntil, Math.min(rest.getTime(), ended.getTime() + LONGEST_REST_MS));
    const standing = standingAfter(to, { arrived: result.status === "delivered", gone, ended });
    pump();
    await deps.settle({ id, attempts, step, ended, webhookId, standing, ...result });
    queue.done(id);
    pump();
  };

  return {
    webhookId,
    wake() {
      dirty = true;
      pump();
    },
    changed() {
      reader.changed();
      queue.clear();
      restUntil = 0;
      dirty = true;
      pump();
    },
    holdUntil(ms) {
      heldUntil = ms;
      pump();
    },
    idleSince: () => (inFlight > 0 || queue.atHand().length > 0 || reading ? undefined : idleFrom),
    async close() {
      closed = true;
      await Promise.all(running);
    },
    abandon() {
      closed = true;
      abandoned = true;
    },
  };
}
