import { z } from "zod";
import { jobRef } from "../../platform/jobs/job-ref.ts";

/** Makes the insights of a tenant's queued CIs. */
export const MAKE_INSIGHTS = jobRef("insights.make", z.object({ tenantId: z.string() }), {
  concurrency: 2,
  expireInSeconds: 600,
});
/** Every minute: sends `MAKE_INSIGHTS` for tenants with due tasks. */
export const WAKE_INSIGHTS = jobRef("insights.wake", z.object({}));

export const insightJobRefs = [MAKE_INSIGHTS, WAKE_INSIGHTS];
