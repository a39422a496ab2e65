import { setTimeout as sleep } from "node:timers/promises";
import { coerceError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Logger } from "../../../platform/log.ts";
import type { GuardedPost } from "../../../platform/outside/egress-post.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { CHANNEL } from "../deliveries.store.ts";
import { createHeldLanes } from "./leased-queues.ts";
import { createLane, type LaneDeps } from "./delivery-queue.ts";
import type { DuePage } from "./due-reader.ts";
import { lanesStore } from "./leases.store.ts";
import { createSettler } from "./record-results.ts";
import type { LoadTarget } from "./target.ts";
import type { DisabledReason } from "../webhook.model.ts";

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

const RENEW_MS = 3_000;
const POLL_MS = 1_000;
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
  const post = deps.createPost();
  const settler = createSettler(deps);
  const stopping = new AbortController();
  let unlisten: (() => Promise<void>) | undefined;
  let named = new Set<string>();
  let taking: Promise<void> | undefined;

  const onError = (thrown: unknown, webhookId?: string) => {
    const error = coerceError(thrown);
    const cause = coerceError(error.cause ?? "").message;
    const what = { error: error.message, cause, ...(webhookId && { webhook: webhookId }) };
    log.warn(what, "what webhooks are due could not be looked at; that is tried again");
  };
  const laneDeps: Omit<LaneDeps, "onError"> = {
    clock,
    loadTarget: deps.loadTarget,
    post: post.post,
    settle: settler.settle,
    due: (input) => duePage(postgres, clock, input),
    random: deps.random ?? Math.random,
  };
  const lanes = createHeldLanes({
    postgres,
    clock,
    owner: newId(),
    createLane: (id) => createLane({ ...laneDeps, onError: (error) => onError(error, id) }, id),
  });

  /** Those named while the last ones are being taken go together. */
  const takeNamed = async () => {
    while (named.size > 0 && !stopping.signal.aborted) {
      const among = [...named];
      named = new Set();
      await lanes.take(among);
    }
  };

  const wake = (ids: readonly string[]) => {
    for (const id of ids) {
      const lane = lanes.get(id);
      if (lane) lane.wake();
      else named.add(id);
    }
    if (named.size === 0) return;
    taking ??= takeNamed()
      .catch(onError)
      .finally(() => {
        taking = undefined;
      });
  };

  const onNotice = (notice: string) => {
    if (stopping.signal.aborted) return;
    const [what, ids] = notice.split(" ");
    if (what === "changed") lanes.get(ids ?? "")?.changed();
    else if (ids === undefined) void lanes.take().catch(onError);
    else wake(ids.split(","));
  };

  const every = async (ms: number, work: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      await work().catch(onError);
      await sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };

  const start = async () => {
    unlisten = await postgres.listen(CHANNEL, onNotice);
    void Promise.all([every(pollMs, () => lanes.take()), every(RENEW_MS, lanes.renew), every(RENEW_MS, lanes.letGo)]);
  };
  const started = start();

  return {
    started,
    async stop(graceMs: number) {
      await started.catch(onError);
      stopping.abort();
      lanes.stopTaking();
      await unlisten?.();
      await taking;
      await Promise.race([lanes.close(), sleep(graceMs, undefined, { ref: false })]);
      lanes.abandon();
      settler.abandon();
      await post.close();
      await lanes.release().catch(onError);
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
