import { z } from "zod";
import { jobRef, OWED_WORK_QUEUE } from "../../platform/jobs/job-ref.ts";

const ofTenant = z.object({ tenantId: z.string() });

/** Analyses the tenant's changes that wait. */
export const ANALYSE_CHANGES = jobRef("change-risk.analyse", ofTenant, { ...OWED_WORK_QUEUE, concurrency: 2 });

/** Writes the tenant's finished analyses to their tasks. */
export const WRITE_BACK = jobRef("change-risk.write-back", ofTenant, { ...OWED_WORK_QUEUE, concurrency: 8 });

export const changeRiskJobRefs = [ANALYSE_CHANGES, WRITE_BACK];
