import { setTimeout as sleep } from "node:timers/promises";
import { coerceError } from "../../../errors.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { DisabledReason } from "../webhook.model.ts";
import { webhooksStore } from "../webhooks.store.ts";
import { leasesStore, type RecordedResult } from "./leases.store.ts";
import { GIVE_UP_AFTER_MS } from "./schedule.ts";
import type { Target } from "./target.ts";

/** How an attempt changes the health of its webhook. */
export type HealthChange = { failingSince: Date | null } | { disable: DisabledReason };

/** How an attempt changes the health of the webhook; undefined where it does not. Updates `target.failingSince`. */
export function healthAfter(
  target: Target,
  { delivered, gone, ended }: { delivered: boolean; gone: boolean; ended: Date },
): HealthChange | undefined {
  const disable = (reason: DisabledReason): HealthChange => ({ disable: reason });
  if (gone) return disable("gone");
  const { failingSince } = target;
  if (delivered) {
    target.failingSince = null;
    return failingSince ? { failingSince: null } : undefined;
  }
  if (!failingSince) {
    target.failingSince = ended;
    return { failingSince: ended };
  }
  return ended.getTime() - failingSince.getTime() >= GIVE_UP_AFTER_MS ? disable("failing") : undefined;
}

export interface DeliveryResult extends RecordedResult {
  webhookId: string;
  health: HealthChange | undefined;
}

/** Resolves when the result is stored, however long Postgres is away, or when the recorder is cancelled. */
export type RecordResult = (result: DeliveryResult) => Promise<void>;

export interface ResultRecorder {
  record: RecordResult;
  /** Records nothing more, except the batch that is being written. */
  cancel(): void;
}

const MAX_BATCH = 500;
const RETRY_MS = 250;

/** Stores results of attempts in batches over all webhooks: one statement at a time, while the next batch gathers. */
export function createResultRecorder(deps: {
  postgres: Postgres;
  log: Logger;
  disable: (webhookId: string, reason: DisabledReason, at: Date) => Promise<void>;
}): ResultRecorder {
  const { postgres, log } = deps;
  let waiting: { result: DeliveryResult; done: () => void }[] = [];
  let running = false;
  let cancelled = false;

  const flush = async (results: readonly DeliveryResult[]) => {
    await leasesStore.recordResults(postgres, results);
    const standings = new Map<string, DeliveryResult>();
    for (const result of results) {
      const known = standings.get(result.webhookId)?.health;
      if (result.health && !(known && "disable" in known)) standings.set(result.webhookId, result);
    }
    for (const { webhookId, health: standing, ended } of standings.values()) {
      if (!standing) continue;
      if ("disable" in standing) await deps.disable(webhookId, standing.disable, ended);
      else await webhooksStore.setFailingSince(postgres, webhookId, standing.failingSince);
    }
  };

  const work = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH);
      try {
        await flush(batch.map(({ result }) => result));
        for (const { done } of batch) done();
      } catch (error) {
        log.warn(
          { error: coerceError(error).message },
          "results of webhook deliveries could not be stored; trying again",
        );
        waiting = [...batch, ...waiting];
        if (cancelled) break;
        await sleep(RETRY_MS);
      }
    }
  };

  return {
    record: (result) =>
      new Promise((done) => {
        if (cancelled) return done();
        waiting.push({ result, done });
        if (running) return;
        running = true;
        void work().finally(() => {
          running = false;
        });
      }),
    cancel() {
      cancelled = true;
      for (const { done } of waiting.splice(0)) done();
    },
  };
}
