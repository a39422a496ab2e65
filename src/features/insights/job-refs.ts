import { z } from "zod";
import { jobRef, OWED_WORK_QUEUE } from "../../platform/jobs/job-ref.ts";

/** Makes the insights of a tenant's queued CIs. */
export const MAKE_INSIGHTS = jobRef("insights.make", z.object({ tenantId: z.string() }), {
  ...OWED_WORK_QUEUE,
  concurrency: 3,
  expireInSeconds: 600,
});

export const insightJobRefs = [MAKE_INSIGHTS];
