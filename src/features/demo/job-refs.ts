import { z } from "zod";
import { jobRef, OWED_WORK_QUEUE } from "../../platform/jobs/job-ref.ts";

/** Loads or removes a tenant's demo, as it was last asked to. */
export const SETTLE_DEMO = jobRef("demo.settle", z.object({ tenantId: z.string() }), {
  ...OWED_WORK_QUEUE,
  concurrency: 2,
});

export const demoJobRefs = [SETTLE_DEMO];
