import type { ParkedWork } from "../../../platform/jobs/parked-work.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { reportDeliveriesStore } from "../deliveries/report-deliveries.store.ts";
import { runsStore } from "./runs.store.ts";

/** What recipients are told of a report that failed. */
export const NOT_GENERATED = "the report was not generated";

/** Reports that failed for a fault of ours or ended their process: they have failed, and can be made again. */
export function parkedReports(postgres: Postgres): ParkedWork {
  return {
    ...runsStore.parked(postgres),
    release: (tenantId) =>
      postgres.transaction(async (tx) => {
        const released = await runsStore.releaseParked(tx, tenantId);
        await reportDeliveriesStore.expectAgain(tx, released, NOT_GENERATED);
        return released.length;
      }),
    discard: (tenantId) => runsStore.discardParked(postgres, tenantId),
  };
}
