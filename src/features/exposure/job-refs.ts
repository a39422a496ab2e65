import { z } from "zod";
import { jobRef, OWED_WORK_QUEUE } from "../../platform/jobs/job-ref.ts";

/** Fetches changed CVEs from the vulnerability database. */
export const REFRESH_CVES = jobRef("exposure.refresh", z.object({}), { expireInSeconds: 6 * 3_600 });
/** Matches a tenant's programs with the CVEs, from where the last turn ended. */
export const MATCH_TENANT = jobRef("exposure.match", z.object({ tenantId: z.string() }), {
  ...OWED_WORK_QUEUE,
  concurrency: 2,
  expireInSeconds: 900,
});
/** Reads anew which products the CPE dictionary has renamed. */
export const READ_RENAMES = jobRef("exposure.renames", z.object({}), { ...OWED_WORK_QUEUE, expireInSeconds: 900 });
/** Tells of decisions that are over. */
export const END_DECISIONS = jobRef("exposure.decisions", z.object({ tenantId: z.string() }), OWED_WORK_QUEUE);

export const exposureJobRefs = [REFRESH_CVES, MATCH_TENANT, READ_RENAMES, END_DECISIONS];
