import { z } from "zod";
import { jobRef } from "../../platform/jobs/job-ref.ts";

/** Processes all pending hosts of a scan and completes it. */
export const PROCESS_SCAN = jobRef("discovery.process-scan", z.object({ tenantId: z.string(), scanId: z.string() }), {
  concurrency: 4,
  retryLimit: 20,
  expireInSeconds: 3_600,
});
/** Applies the stored connections of hosts again, whose far ends were unresolved. */
export const RESOLVE_PEERS = jobRef(
  "discovery.resolve-peers",
  z.object({ tenantId: z.string(), ciIds: z.array(z.string()) }),
);
export const MARK_ABSENT = jobRef("discovery.mark-absent", z.object({}));
export const FAIL_STALLED = jobRef("discovery.fail-stalled", z.object({}));

export const discoveryJobRefs = [PROCESS_SCAN, RESOLVE_PEERS, MARK_ABSENT, FAIL_STALLED];
