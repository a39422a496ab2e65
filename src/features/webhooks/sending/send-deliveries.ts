import { setTimeout as sleep } from "node:timers/promises";
import { coerceError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Logger } from "../../../platform/log.ts";
import type { GuardedPost } from "../../../platform/outside/egress-post.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { NOTIFY_CHANNEL } from "../deliveries.store.ts";
import { createDeliveryQueue, type DeliveryQueueDeps } from "./delivery-queue.ts";
import type { DuePage } from "./due-reader.ts";
import { createLeasedQueues } from "./leased-queues.ts";
import { leasesStore } from "./leases.store.ts";
import { createResultRecorder, type ResultRecorderDeps } from "./record-results.ts";
import type { LoadTarget } from "./target.ts";

/** Sends deliveries while it runs. Several processes may run one: each webhook's lease is held by one of them. */
export interface Sender {
  start(): Promise<void>;
  /** Waits up to `graceMs` for attempts in flight; the next lease holder repeats those that did not end. */
  stop(graceMs: number): Promise<void>;
}

export interface SenderDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  createPost: () => GuardedPost;
  loadTarget: LoadTarget;
  disable: ResultRecorderDeps["disable"];
  /** Milliseconds between two polls for deliveries that fell due or whose lease expired; default 1,000. */
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
      if (!running) {
        const started = run(deps);
        running = started;
        // The next start tries again.
        started.started.catch(() => {
          if (running === started) running = undefined;
        });
      }
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
  const recorder = createResultRecorder(deps);
  const stopping = new AbortController();
  /** Leases are renewed while attempts are in flight, also when nothing more is sent. */
  const ended = new AbortController();
  let unlisten: (() => Promise<void>) | undefined;
  let toAcquire = new Set<string>();
  let acquiring: Promise<void> | undefined;

  const onError = (thrown: unknown, webhookId?: string) => {
    const error = coerceError(thrown);
    const cause = coerceError(error.cause ?? "").message;
    const what = { error: error.message, cause, ...(webhookId && { webhook: webhookId }) };
    log.warn(what, "due webhook deliveries could not be read; trying again");
  };
  const queueDeps: Omit<DeliveryQueueDeps, "onError"> = {
    clock,
    loadTarget: deps.loadTarget,
    post: post.post,
    recordResult: recorder.record,
    due: (input) => duePage(postgres, clock, input),
    random: deps.random ?? Math.random,
    buffered: { total: 0 },
  };
  const queues = createLeasedQueues({
    postgres,
    clock,
    owner: newId(),
    onError,
    createQueue: (id) => createDeliveryQueue({ ...queueDeps, onError: (error) => onError(error, id) }, id),
  });

  /** Webhooks that are named while leases are being acquired are acquired together in the next statement. */
  const acquireNamed = async () => {
    while (toAcquire.size > 0 && !stopping.signal.aborted) {
      const among = [...toAcquire];
      toAcquire = new Set();
      await queues.acquire(among);
    }
  };

  const wake = (ids: readonly string[]) => {
    for (const id of ids) {
      const queue = queues.get(id);
      if (queue) queue.wake();
      else toAcquire.add(id);
    }
    if (toAcquire.size === 0) return;
    acquiring ??= acquireNamed()
      .catch(onError)
      .finally(() => {
        acquiring = undefined;
      });
  };

  const onNotice = (notice: string) => {
    if (stopping.signal.aborted) return;
    const [what, ids] = notice.split(" ");
    if (what === "changed") queues.get(ids ?? "")?.changed();
    else if (ids === undefined) void queues.acquire().catch(onError);
    else wake(ids.split(","));
  };

  const every = async (ms: number, until: AbortSignal, work: () => Promise<void>) => {
    while (!until.aborted) {
      await work().catch(onError);
      await sleep(ms, undefined, { signal: until, ref: false }).catch(() => undefined);
    }
  };

  const start = async () => {
    unlisten = await postgres.listen(NOTIFY_CHANNEL, onNotice);
    void Promise.all([
      every(pollMs, stopping.signal, () => queues.acquire()),
      every(RENEW_MS, ended.signal, queues.renew),
      every(RENEW_MS, stopping.signal, queues.releaseIdle),
    ]);
  };
  const started = start();

  return {
    started,
    async stop(graceMs: number) {
      await started.catch(onError);
      stopping.abort();
      queues.stopAcquiring();
      await unlisten?.();
      await acquiring;
      await Promise.race([queues.close(), sleep(graceMs, undefined, { ref: false })]);
      ended.abort();
      queues.cancel();
      recorder.cancel();
      await post.close();
      await queues.release().catch(onError);
    },
  };
}

async function duePage(
  postgres: Postgres,
  clock: Clock,
  { webhookId, from, except }: Parameters<DeliveryQueueDeps["due"]>[0],
): Promise<DuePage> {
  const input = { webhookId, from, except, now: clock.now(), limit: PAGE, maxBytes: PAGE_BYTES };
  const deliveries = await leasesStore.due(postgres, input);
  const bytes = deliveries.reduce((sum, { body }) => sum + body.length, 0);
  return { deliveries, more: deliveries.length === PAGE || bytes * 4 >= PAGE_BYTES };
}
