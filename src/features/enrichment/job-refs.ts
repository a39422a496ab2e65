import { z } from "zod";
import { jobRef, OWED_WORK_QUEUE } from "../../platform/jobs/job-ref.ts";

const ofTenant = z.object({ tenantId: z.string() });

/** Takes one turn of the tenant's run whose last turn is longest ago. */
export const TAKE_TURN = jobRef("enrichment.turn", ofTenant, {
  ...OWED_WORK_QUEUE,
  concurrency: 3,
  expireInSeconds: 600,
});

/** Starts the tenant's runs whose time has come. */
export const RUN_SCHEDULES = jobRef("enrichment.schedules", ofTenant, { ...OWED_WORK_QUEUE });

export const enrichmentJobRefs = [TAKE_TURN, RUN_SCHEDULES];
