import { type Clock, daysAgo } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { reportsStore } from "./reports.store.ts";
import { runsStore } from "./runs.store.ts";

/** How long the record of a report is kept after its file is gone. */
const RECORD_DAYS = 90;
const BATCH = 100;

/**
 * Removes the files of a tenant's reports past their time, and later their records. Returns the number of reports that
 * lost one or the other. May be interrupted and repeated.
 */
export async function expireReports(postgres: Postgres, clock: Clock, tenantId: string): Promise<number> {
  let expired = 0;
  for (let count = BATCH; count === BATCH; expired += count) {
    const ids = await reportsStore.expiredIds(postgres, tenantId, clock.now(), BATCH);
    for (const id of ids) {
      await postgres.transaction(async (tx) => {
        await reportsStore.markExpired(tx, tenantId, id);
        await runsStore.removePieces(tx, tenantId, id);
      });
    }
    count = ids.length;
  }
  return expired + (await reportsStore.deleteEnded(postgres, tenantId, daysAgo(clock, RECORD_DAYS)));
}
