import { setTimeout as sleep } from "node:timers/promises";
import { coerceError } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Logger } from "../../platform/log.ts";
import type { GuardedPost } from "../../platform/outside/egress-post.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { CHANNEL } from "./deliveries.store.ts";
import { createLane, type DuePage, type Lane, type LaneDeps } from "./lane.ts";
import { lanesStore } from "./lanes.store.ts";
import { createSettler } from "./settle.ts";
import type { LoadTarget } from "./target.ts";
import type { DisabledReason } from "./webhook.model.ts";

/** Sends deliveries while it runs. Several processes may: each webhook is held by one of them at a time. */
export interface Sender {
  start(): Promise<void>;
  /** Lets what is under way end for that long; what does not is sent again by whoever comes next. */
  stop(graceMs: number): Promise<void>;
}

export interface SenderDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  createPost: () => GuardedPost;
  loadTarget: LoadTarget;
  disable: (webhookId: string, reason: DisabledReason, at: Date) => Promise<void>;
  /** Milliseconds between two looks for what fell due, or was left behind; default 1,000. */
  pollMs?: number | undefined;
  random?: (() => number) | undefined;
}

/** A process that dies is replaced when its hold has ended. */
const HOLD_MS = 9_000;
const RENEW_MS = 3_000;
const POLL_MS = 1_000;
/** A webhook is held for so long after its last delivery: the next one then goes out at once. */
const KEEP_IDLE_MS = 60_000;
const MOST_LANES = 512;
const PAGE = 64;
const PAGE_BYTES = 4_000_000;

export function createSender(deps: SenderDeps): Sender {
  let running: ReturnType<typeof run> | undefined;
  return {
    async start() {
      running ??= run(deps);
      await running.started;
    },
    async stop(graceMs) {
      const ending = running;
      running = undefined;
      await ending?.stop(graceMs);
    },
  };
}

function run(deps: SenderDeps) {
  const { postgres, clock, log, pollMs = POLL_MS } = deps;
  const owner = newId();
  const lanes = new Map<string, Lane>();
  const post = deps.createPost();
  const settler = createSettler(deps);
  const stopping = new AbortController();
  let unlisten: (() => Promise<void>) | undefined;
  let named = new Set<string>();
  let taking: Promise<void> | undefined;

  const onError = (thrown: unknown) => {
    const error = coerceError(thrown);
    const cause = coerceError(error.cause ?? "").message;
    log.warn({ error: error.message, cause }, "what webhooks are due could not be looked at; that is tried again");
  };
  const laneDeps: LaneDeps = {
    clock,
    loadTarget: deps.loadTarget,
    post: post.post,
    settle: settler.settle,
    due: (input) => duePage(postgres, clock, input),
    onError,
    random: deps.random ?? Math.random,
  };

  const laneOf = (webhookId: string): Lane | undefined => {
    const known = lanes.get(webhookId);
    if (known || lanes.size >= MOST_LANES) return known;
    const lane = createLane(laneDeps, webhookId);
    lanes.set(webhookId, lane);
    return lane;
  };

  const take = async (among?: readonly string[]) => {
    const until = performance.now() + HOLD_MS;
    const input = { owner, holdMs: HOLD_MS, now: clock.now(), limit: MOST_LANES, among };
    const taken = await lanesStore.take(postgres, input);
    if (stopping.signal.aborted) return lanesStore.release(postgres, owner, taken);
    const others: string[] = [];
    for (const webhookId of taken) {
      const lane = laneOf(webhookId);
      lane?.holdUntil(until);
      lane?.wake();
      if (!lane) others.push(webhookId);
    }
    // More than are served at once: left to other processes, and looked at again.
    if (others.length > 0) await lanesStore.release(postgres, owner, others);
  };

  /** Those named while the last ones are being taken go together. */
  const takeNamed = async () => {
    while (named.size > 0 && !stopping.signal.aborted) {
      const among = [...named];
      named = new Set();
      await take(among);
    }
  };

  const onNotice = (notice: string) => {
    if (stopping.signal.aborted) return;
    const [what, ids] = notice.split(" ");
    if (what === "changed") lanes.get(ids ?? "")?.changed();
    else if (ids === undefined) void take().catch(onError);
    else {
      for (const id of ids.split(",")) {
        const lane = lanes.get(id);
        if (lane) lane.wake();
        else named.add(id);
      }
      if (named.size > 0) {
        taking ??= takeNamed()
          .catch(onError)
          .finally(() => {
            taking = undefined;
          });
      }
    }
  };

  const renew = async () => {
    const ids = [...lanes.keys()];
    if (ids.length === 0) return;
    const until = performance.now() + HOLD_MS;
    const held = new Set(await lanesStore.hold(postgres, owner, ids, HOLD_MS));
    for (const id of ids) {
      const lane = lanes.get(id);
      if (held.has(id)) lane?.holdUntil(until);
      else {
        // Another took it: what is under way here ends, and is written down if nobody else did.
        void lane?.close();
        lanes.delete(id);
      }
    }
  };

  const letGo = async () => {
    const keepMs = lanes.size >= MOST_LANES ? 0 : KEEP_IDLE_MS;
    const isIdle = (lane: Lane) => performance.now() - (lane.idleSince() ?? Number.POSITIVE_INFINITY) > keepMs;
    const idle = [...lanes.values()].filter(isIdle);
    for (const lane of idle) {
      void lane.close();
      lanes.delete(lane.webhookId);
    }
    const ids = idle.map(({ webhookId }) => webhookId);
    if (ids.length > 0) await lanesStore.release(postgres, owner, ids);
  };

  const every = async (ms: number, work: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      await work().catch(onError);
      await sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };

  const start = async () => {
    unlisten = await postgres.listen(CHANNEL, onNotice);
    void loops();
  };
  const loops = () => Promise.all([every(pollMs, () => take()), every(RENEW_MS, renew), every(RENEW_MS, letGo)]);
  const started = start();

  return {
    started,
    async stop(graceMs: number) {
      await started.catch(onError);
      stopping.abort();
      await unlisten?.();
      await taking;
      const ended = Promise.all([...lanes.values()].map((lane) => lane.close()));
      await Promise.race([ended, sleep(graceMs, undefined, { ref: false })]);
      for (const lane of lanes.values()) lane.abandon();
      settler.abandon();
      await post.close();
      await lanesStore.release(postgres, owner, [...lanes.keys()]).catch(onError);
    },
  };
}

async function duePage(
  postgres: Postgres,
  clock: Clock,
  { webhookId, from, except }: Parameters<LaneDeps["due"]>[0],
): Promise<DuePage> {
  const input = { webhookId, from, except, now: clock.now(), limit: PAGE, maxBytes: PAGE_BYTES };
  const deliveries = await lanesStore.due(postgres, input);
  const bytes = deliveries.reduce((sum, { body }) => sum + body.length, 0);
  return { deliveries, more: deliveries.length === PAGE || bytes * 4 >= PAGE_BYTES };
}
