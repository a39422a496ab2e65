import { z } from "zod";
import { jobRef } from "../../platform/jobs/job-ref.ts";

/** Reports by an event that a webhook was disabled, and by the event's end that it is active again or was removed. */
export const REPORT_HEALTH = jobRef("webhooks.standing", z.object({ tenantId: z.string(), webhookId: z.string() }));

export const webhookJobRefs = [REPORT_HEALTH];
