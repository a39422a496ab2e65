import { createHash } from "node:crypto";
import type { RequestContext } from "../../context.ts";
import { AppError, isUnavailable, unavailable } from "../../errors.ts";
import { createBatcher } from "../../platform/batcher.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { IncomingEvent } from "./event.model.ts";
import type { IngestEvent, Ingested } from "./ingest-events.ts";
import { receiptsStore } from "./receipts.store.ts";

/** The number of alerts by what became of them. */
export type StoredAlerts = Record<Ingested["outcome"], number>;

/**
 * Stores the alerts of one message. Rejects with 503 as soon as a store is away, and after the last alert if one failed
 * otherwise: the sender then repeats the message. The repeat skips the alerts that are stored: they count as `replayed`.
 */
export type StoreAlerts = (
  ctx: RequestContext,
  source: string,
  alerts: readonly IncomingEvent[],
) => Promise<StoredAlerts>;

/** Alerts of one message that are stored concurrently, and messages whose receipts one statement removes. */
const CONCURRENT = 100;

export function createStoreAlerts(deps: { postgres: Postgres; ingestEvent: IngestEvent }): StoreAlerts {
  const removals = createBatcher<readonly Buffer[], void>({
    maxItems: CONCURRENT,
    parallel: 2,
    async run(tenantId, messages) {
      await receiptsStore.remove(deps.postgres, tenantId, messages.flat());
      return messages.map(() => undefined);
    },
  });
  return async (ctx, source, alerts) => {
    const counts: StoredAlerts = { created: 0, repeated: 0, status_changed: 0, replayed: 0 };
    // A single alert has one too: its sender repeats it if the answer to COMMIT was lost.
    const receipts = receiptsOf(source, alerts);
    const faults: unknown[] = [];
    for (let start = 0; start < alerts.length; start += CONCURRENT) {
      if (ctx.signal?.aborted) throw unavailable("The message could not be stored in time", ctx.signal.reason);
      const batch = alerts.slice(start, start + CONCURRENT).map((event, i) => {
        return deps.ingestEvent(ctx, { event, source, receipt: receipts[start + i] });
      });
      for (const settled of await Promise.allSettled(batch)) {
        if (settled.status === "fulfilled") counts[settled.value.outcome]++;
        else if (isAlreadyStored(settled.reason)) counts.replayed++;
        else faults.push(settled.reason);
      }
      const away = faults.find(isUnavailable);
      if (away) throw away;
    }
    if (faults.length > 0) throw faults[0];
    if (receipts.length > 0) await removals.submit(ctx.tenantId, receipts);
    return counts;
  };
}

/** Digests of the alerts; of equal ones in one message each has its own. */
function receiptsOf(source: string, alerts: readonly IncomingEvent[]): Buffer[] {
  const seen = new Map<string, number>();
  return alerts.map((alert) => {
    const content = JSON.stringify(alert);
    const nth = seen.get(content) ?? 0;
    seen.set(content, nth + 1);
    return createHash("sha256").update(`${source}\n${nth}\n${content}`).digest();
  });
}

function isAlreadyStored(error: unknown): boolean {
  return error instanceof AppError && error.code === "CONFLICT";
}
