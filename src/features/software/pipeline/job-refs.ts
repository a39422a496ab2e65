import { z } from "zod";
import { jobRef } from "../../../platform/jobs/job-ref.ts";
import { STEPS } from "./pipeline-work.store.ts";

/** Runs one step of the pipeline for a tenant until no work waits. */
export const RUN_STEP = jobRef("software.step", z.object({ tenantId: z.string(), step: z.enum(STEPS) }), {
  concurrency: 3,
  retryLimit: 20,
  expireInSeconds: 600,
});
/**
 * Applies a tenant's current mappings to its instances, from the one behind creation time `at` (ISO 8601) and `id` on.
 */
export const REAPPLY_MAPPINGS = jobRef(
  "software.reapply-mappings",
  z.object({ tenantId: z.string(), at: z.string().default(""), id: z.string().default("") }),
  { concurrency: 1, retryLimit: 5, expireInSeconds: 600 },
);
export const WAKE_STEPS = jobRef("software.wake", z.object({}));
/** Queues unfinished software of one tenant; without `tenantId` of every tenant. */
export const FIND_UNFINISHED = jobRef("software.find-unfinished", z.object({ tenantId: z.string().optional() }));

export const pipelineJobRefs = [RUN_STEP, REAPPLY_MAPPINGS, WAKE_STEPS, FIND_UNFINISHED];
