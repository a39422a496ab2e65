import { z } from "zod";
import { jobRef, OWED_WORK_QUEUE } from "../../platform/jobs/job-ref.ts";

const ofTenant = z.object({ tenantId: z.string() });

/** Generates the tenant's report that waits longest. */
export const GENERATE_REPORT = jobRef("reports.generate", ofTenant, {
  ...OWED_WORK_QUEUE,
  // A run says itself that it lives: this ends only one that hangs.
  expireInSeconds: 6 * 3_600,
  concurrency: 3,
});

/** Sends mails of the tenant's completed reports. */
export const DELIVER_REPORTS = jobRef("reports.deliver", ofTenant, { ...OWED_WORK_QUEUE, concurrency: 2 });

/** Asks for the reports whose time has come. */
export const RUN_SCHEDULE = jobRef("reports.schedule", z.object({ tenantId: z.string(), scheduleId: z.string() }), {
  ...OWED_WORK_QUEUE,
});

export const reportJobRefs = [GENERATE_REPORT, DELIVER_REPORTS, RUN_SCHEDULE];
