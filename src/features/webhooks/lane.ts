import type { Clock } from "../../platform/clock.ts";
import type { GuardedPost } from "../../platform/outside/egress-post.ts";
import { GIVE_UP_AFTER_MS, judgeAttempt } from "./schedule.ts";
import type { Settle, Standing } from "./settle.ts";
import type { LoadTarget, Target } from "./target.ts";
import type { DisabledReason, DueDelivery } from "./webhook.model.ts";

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

export interface LaneDeps {
  clock: Clock;
  post: GuardedPost["post"];
  settle: Settle;
  loadTarget: LoadTarget;
  /** What is due, beginning at a place, without those at hand. */
  due(input: { webhookId: string; from: Place | undefined; except: readonly string[] }): Promise<DuePage>;
  onError(error: unknown): void;
  /** 0 up to 1. */
  random: () => number;
}

export interface Place {
  dueAt: Date;
  id: string;
}
export interface DuePage {
  deliveries: DueDelivery[];
  /** Whether more is due behind the last one. */
  more: boolean;
}

/** Messages on their way to one webhook at once; to one that keeps failing, fewer. */
export const WIDTH = 16;
const WIDTH_FAILING = 2;
const FAILING_FROM = 5;
/** Below so many at hand, more are read. */
const LOW = 32;
/** Sent and not yet written down among them: no more are read beyond. */
const MOST_AT_HAND = 256;
/** Characters of messages that wait in memory: no more are read beyond. */
const MOST_CHARS = 8_000_000;
/** Transactions commit in another order than that of their times: so far back is looked again. */
const OVERLAP_MS = 2_000;
const FROM_START_EVERY_MS = 5_000;
/** Changes of a webhook are told at once; one that was not is known after this time. */
const RELOAD_MS = 30_000;
/** Time for what is about to be sent to be sent. */
const HOLD_MARGIN_MS = 500;
/** Longest that one answer's Retry-After keeps the others back. */
const LONGEST_REST_MS = 3_600_000;

export function createLane(deps: LaneDeps, webhookId: string): Lane {
  const { clock, random } = deps;
  const atHand = new Set<string>();
  const running = new Set<Promise<void>>();
  let queue: DueDelivery[] = [];
  let queuedChars = 0;
  let target: Target | undefined;
  let loadedAt = 0;
  let inFlight = 0;
  let failures = 0;
  let restUntil = 0;
  let heldUntil = 0;
  let idleFrom = performance.now();
  let closed = false;
  let abandoned = false;

  let dirty = false;
  let reading = false;
  let epoch = 0;
  let cursor: Place | undefined;
  let more = false;
  let fromStartAt = 0;

  const placeToRead = (): Place | undefined => {
    const now = performance.now();
    if (cursor === undefined || now >= fromStartAt) {
      fromStartAt = now + FROM_START_EVERY_MS;
      return undefined;
    }
    return more ? cursor : { dueAt: new Date(cursor.dueAt.getTime() - OVERLAP_MS), id: "" };
  };

  const isCurrent = () =>
    target !== undefined &&
    performance.now() - loadedAt < RELOAD_MS &&
    (!target.validUntil || target.validUntil > clock.now());

  const readOnce = async () => {
    const seen = epoch;
    const wanted = isCurrent() ? target : deps.loadTarget(webhookId);
    const [loaded, page] = await Promise.all([
      wanted,
      deps.due({ webhookId, from: placeToRead(), except: [...atHand] }),
    ]);
    if (seen !== epoch || closed) return;
    if (loaded !== target) loadedAt = performance.now();
    target = loaded;
    if (!target) return;
    for (const delivery of page.deliveries) atHand.add(delivery.id);
    queue.push(...page.deliveries);
    queuedChars += page.deliveries.reduce((sum, { body }) => sum + body.length, 0);
    const last = page.deliveries.at(-1);
    if (last) cursor = { dueAt: last.dueAt, id: last.id };
    more = page.more;
    if (more) dirty = true;
  };

  const read = async () => {
    reading = true;
    try {
      while (dirty && !closed && hasRoom() && !isResting()) {
        dirty = false;
        await readOnce();
        pump();
      }
    } catch (error) {
      deps.onError(error);
    } finally {
      reading = false;
    }
  };

  const hasRoom = () => queue.length < LOW && queuedChars < MOST_CHARS && atHand.size < MOST_AT_HAND;
  const isResting = () => clock.now().getTime() < restUntil;
  const width = () => (failures >= FAILING_FROM ? WIDTH_FAILING : WIDTH);

  const pump = () => {
    while (!closed && target && queue.length > 0 && inFlight < width() && !isResting()) {
      if (performance.now() > heldUntil - HOLD_MARGIN_MS) break;
      const delivery = queue.shift()!;
      queuedChars -= delivery.body.length;
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
    atHand.delete(id);
    pump();
  };

  return {
    webhookId,
    wake() {
      dirty = true;
      pump();
    },
    changed() {
      epoch++;
      for (const { id } of queue) atHand.delete(id);
      queue = [];
      queuedChars = 0;
      target = undefined;
      cursor = undefined;
      restUntil = 0;
      dirty = true;
      pump();
    },
    holdUntil(ms) {
      heldUntil = ms;
      pump();
    },
    idleSince: () => (inFlight > 0 || atHand.size > 0 || reading ? undefined : idleFrom),
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

/** What an attempt says of the webhook as a whole; undefined where that is known. Keeps what is known in the target. */
function standingAfter(
  target: Target,
  { arrived, gone, ended }: { arrived: boolean; gone: boolean; ended: Date },
): Standing | undefined {
  const disable = (reason: DisabledReason): Standing => ({ disable: reason });
  if (gone) return disable("gone");
  const { failingSince } = target;
  if (arrived) {
    target.failingSince = null;
    return failingSince ? { failingSince: null } : undefined;
  }
  if (!failingSince) {
    target.failingSince = ended;
    return { failingSince: ended };
  }
  return ended.getTime() - failingSince.getTime() >= GIVE_UP_AFTER_MS ? disable("failing") : undefined;
}
