import { pendingPayloads } from "../../../platform/jobs/pending-jobs.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { failStalled, findScan, stalledScans } from "../../inventory/index.ts";
import { PROCESS_SCAN } from "../job-refs.ts";
import { type PublishScanDeps, publishScanCompleted } from "./process-scan.ts";

/** Minutes without progress after which a scan has lost its job, unless the job is still queued. */
const STALLED_MINUTES = 30;

export type FailStalled = (log: Logger) => Promise<void>;

/** Fails scans whose job failed for the last time or was lost. */
export function createFailStalled(deps: PublishScanDeps & { postgres: Postgres }): FailStalled {
  return async (log) => {
    const stalled = await stalledScans(deps.postgres, STALLED_MINUTES);
    if (stalled.length === 0) return;
    const queued = await pendingPayloads(deps.postgres, PROCESS_SCAN.name);
    const waiting = new Set(queued.map(({ scanId }) => scanId));
    for (const { tenantId, id } of stalled) {
      if (waiting.has(id)) continue;
      const failed = await deps.postgres.transaction(async (tx) => {
        const scan = await findScan(tx, tenantId, id);
        if (!scan || !(await failStalled(tx, tenantId, id, STALLED_MINUTES))) return false;
        await publishScanCompleted(deps, tx, scan);
        return true;
      });
      if (failed) log.warn({ scan: id }, "failed a scan without progress");
    }
  };
}
