import { z } from "zod";
import { jobRef, OWED_WORK_QUEUE } from "../../../platform/jobs/job-ref.ts";
import { STEPS } from "./pipeline-work.store.ts";

/** Runs one step of the pipeline for a tenant until no work waits. */
export const RUN_STEP = jobRef("software.step", z.object({ tenantId: z.string(), step: z.enum(STEPS) }), {
  ...OWED_WORK_QUEUE,
  concurrency: 3,
  expireInSeconds: 600,
});
/** Applies a tenant's current mappings to its instances, from where the last turn ended. */
export const REAPPLY_MAPPINGS = jobRef("software.reapply-mappings", z.object({ tenantId: z.string() }), {
  ...OWED_WORK_QUEUE,
  expireInSeconds: 600,
});
export const pipelineJobRefs = [RUN_STEP, REAPPLY_MAPPINGS];
