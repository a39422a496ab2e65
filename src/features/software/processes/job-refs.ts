import { z } from "zod";
import { jobRef } from "../../../platform/jobs/job-ref.ts";

/** Processes the unfinished runs of a tenant. */
export const MAP_PROCESSES = jobRef("software.map-processes", z.object({ tenantId: z.string() }), {
  concurrency: 2,
  retryLimit: 20,
  // Longer than the job's time limit plus the questions to a model in one batch.
  expireInSeconds: 900,
});
export const WAKE_PROCESS_MAPPING = jobRef("software.wake-process-mapping", z.object({}));

export const processJobRefs = [MAP_PROCESSES, WAKE_PROCESS_MAPPING];
