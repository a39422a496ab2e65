import { z } from "zod";
import { jobRef, OWED_WORK_QUEUE } from "../../../platform/jobs/job-ref.ts";

/** Processes the unfinished runs of a tenant. */
export const MAP_PROCESSES = jobRef("software.map-processes", z.object({ tenantId: z.string() }), {
  ...OWED_WORK_QUEUE,
  concurrency: 2,
  // Longer than the questions to a model in one batch.
  expireInSeconds: 900,
});

export const processJobRefs = [MAP_PROCESSES];
