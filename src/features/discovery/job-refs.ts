import { z } from "zod";
import { jobRef, OWED_WORK_QUEUE } from "../../platform/jobs/job-ref.ts";

/** Processes pending hosts of a tenant's running scans. */
export const PROCESS_SCAN = jobRef("discovery.process-scan", z.object({ tenantId: z.string() }), {
  ...OWED_WORK_QUEUE,
  concurrency: 4,
});
/** Looks up the due addresses that a tenant's hosts are connected to. */
export const RESOLVE_PEERS = jobRef("discovery.resolve-peers", z.object({ tenantId: z.string() }), OWED_WORK_QUEUE);
export const MARK_ABSENT = jobRef("discovery.mark-absent", z.object({}));

export const discoveryJobRefs = [PROCESS_SCAN, RESOLVE_PEERS, MARK_ABSENT];
