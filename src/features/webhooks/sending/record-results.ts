import { setTimeout as sleep } from "node:timers/promises";
import { coerceError } from "../../../errors.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { lanesStore, type Settled } from "./leases.store.ts";
import { GIVE_UP_AFTER_MS } from "./schedule.ts";
import type { Target } from "./target.ts";
import type { DisabledReason } from "../webhook.model.ts";
import { webhooksStore } from "../webhooks.store.ts";

/** What a webhook's attempts say of it. */
export type Standing = { failingSince: Date | null } | { disable: DisabledReason };

/** What an attempt says of the webhook as a whole; undefined where that is known. Keeps what is known in the target. */
export function standingAfter(
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

export interface Result extends Settled {
  webhookId: string;
  standing: Standing | undefined;
}

/** Resolves when it is written down, however long the store is away; or when it no longer will be. */
export type Settle = (result: Result) => Promise<void>;

export interface Settler {
  settle: Settle;
  /** Writes down nothing more that has not been begun. */
  abandon(): void;
}

const MOST = 500;
const AGAIN_MS = 250;

/** Writes down what attempts came to, those of all webhooks together: one statement while the next gather. */
export function createSettler(deps: {
  postgres: Postgres;
  log: Logger;
  disable: (webhookId: string, reason: DisabledReason, at: Date) => Promise<void>;
}): Settler {
  const { postgres, log } = deps;
  let waiting: { result: Result; done: () => void }[] = [];
  let running = false;
  let abandoned = false;

  const flush = async (results: readonly Result[]) => {
    await lanesStore.settle(postgres, results);
    const standings = new Map<string, Result>();
    for (const result of results) {
      const known = standings.get(result.webhookId)?.standing;
      if (result.standing && !(known && "disable" in known)) standings.set(result.webhookId, result);
    }
    for (const { webhookId, standing, ended } of standings.values()) {
      if (!standing) continue;
      if ("disable" in standing) await deps.disable(webhookId, standing.disable, ended);
      else await webhooksStore.setFailingSince(postgres, webhookId, standing.failingSince);
    }
  };

  const work = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST);
      try {
        await flush(batch.map(({ result }) => result));
        for (const { done } of batch) done();
      } catch (error) {
        log.warn({ error: coerceError(error).message }, "deliveries could not be written down; that is tried again");
        waiting = [...batch, ...waiting];
        if (abandoned) break;
        await sleep(AGAIN_MS);
      }
    }
  };

  return {
    settle: (result) =>
      new Promise((done) => {
        if (abandoned) return done();
        waiting.push({ result, done });
        if (running) return;
        running = true;
        void work().finally(() => {
          running = false;
        });
      }),
    abandon() {
      abandoned = true;
      for (const { done } of waiting.splice(0)) done();
    },
  };
}
