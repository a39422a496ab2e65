import { setTimeout as sleep } from "node:timers/promises";
import { coerceError, isUnavailable } from "../../../errors.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { DisabledReason, WebhookVersion } from "../webhook.model.ts";
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
  /** The webhook as the attempt knew it: another address than today's says nothing about today's. */
  version: WebhookVersion;
  health: HealthChange | undefined;
}

/**
 * Resolves when the result is stored, however long Postgres is away, when the recorder is cancelled, or when Postgres
 * refuses the result, which is logged.
 */
export type RecordResult = (result: DeliveryResult) => Promise<void>;

export interface ResultRecorder {
  record: RecordResult;
  /** Records nothing more, except the batch that is being written. */
  cancel(): void;
}

export interface ResultRecorderDeps {
  postgres: Postgres;
  log: Logger;
  disable: (webhookId: string, version: WebhookVersion, reason: DisabledReason, at: Date) => Promise<void>;
}

const MAX_BATCH = 500;
const RETRY_MS = 250;

/** Stores results of attempts in batches over all webhooks: one statement at a time, while the next batch gathers. */
export function createResultRecorder(deps: ResultRecorderDeps): ResultRecorder {
  let waiting: { result: DeliveryResult; done: () => void }[] = [];
  let running = false;
  let cancelled = false;

  const work = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH);
      // Results that Postgres stored or refused are done; the others wait until it is back.
      const left = await store(
        deps,
        batch.map(({ result }) => result),
      );
      const kept = new Set(left);
      for (const { result, done } of batch) if (!kept.has(result)) done();
      if (left.length === 0) continue;
      waiting = [...batch.filter(({ result }) => kept.has(result)), ...waiting];
      if (cancelled) return endAll();
      await sleep(RETRY_MS);
    }
  };

  const endAll = () => {
    for (const { done } of waiting.splice(0)) done();
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
      endAll();
    },
  };
}

/** Stores the results; returns the ones that an unavailable Postgres did not store. Never rejects. */
async function store(deps: ResultRecorderDeps, results: readonly DeliveryResult[]): Promise<readonly DeliveryResult[]> {
  const { log, postgres } = deps;
  try {
    await leasesStore.recordResults(postgres, results);
  } catch (thrown) {
    const error = coerceError(thrown).message;
    if (isUnavailable(thrown)) {
      log.warn({ error }, "results of webhook deliveries could not be stored; trying again");
      return results;
    }
    const [first] = results;
    if (results.length !== 1 || !first) return storeHalves(deps, results);
    return storeRefused(deps, first, error);
  }
  return storeHealth(deps, results);
}

/** Stores that a delivery failed because its result was refused: it must not be sent again and again. */
async function storeRefused(deps: ResultRecorderDeps, result: DeliveryResult, error: string) {
  const { log, postgres } = deps;
  const ids = { delivery: result.id, webhook: result.webhookId };
  log.error({ error, ...ids }, "Postgres refused the result of a webhook delivery");
  const failed = { ...result, status: "failed", dueAt: null, responseStatus: null, error: "not_recorded" } as const;
  try {
    await leasesStore.recordResults(postgres, [failed]);
  } catch (thrown) {
    if (isUnavailable(thrown)) return [result];
    log.error({ error: coerceError(thrown).message, ...ids }, "a webhook delivery could not be marked as failed");
  }
  return storeHealth(deps, [result]);
}

/** One result that is refused must not hold back the others. */
async function storeHalves(deps: ResultRecorderDeps, results: readonly DeliveryResult[]) {
  const middle = Math.ceil(results.length / 2);
  const left = await store(deps, results.slice(0, middle));
  return [...left, ...(await store(deps, results.slice(middle)))];
}

/** Stores how the results change the health of webhooks, one after the other. A stored result may be stored again. */
async function storeHealth(
  { log, postgres, disable }: ResultRecorderDeps,
  results: readonly DeliveryResult[],
): Promise<readonly DeliveryResult[]> {
  const left: DeliveryResult[] = [];
  for (const result of lastHealth(results)) {
    const { webhookId, version, health, ended } = result;
    try {
      if (health && "disable" in health) await disable(webhookId, version, health.disable, ended);
      else if (health) await webhooksStore.setFailingSince(postgres, webhookId, version, health.failingSince);
    } catch (thrown) {
      const error = coerceError(thrown).message;
      if (isUnavailable(thrown)) left.push(result);
      else log.error({ error, webhook: webhookId }, "the health of a webhook could not be stored");
    }
  }
  return left;
}

/** The change of each webhook's health that counts: a disabling one before all others. */
function lastHealth(results: readonly DeliveryResult[]): Iterable<DeliveryResult> {
  const changes = new Map<string, DeliveryResult>();
  for (const result of results) {
    const known = changes.get(result.webhookId)?.health;
    if (result.health && !(known && "disable" in known)) changes.set(result.webhookId, result);
  }
  return changes.values();
}
