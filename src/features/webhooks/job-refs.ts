import { z } from "zod";
import { jobRef } from "../../platform/jobs/job-ref.ts";

/** Opens an event for a webhook that was disabled, and resolves it when the webhook is active again or deleted. */
export const REPORT_HEALTH = jobRef("webhooks.standing", z.object({ tenantId: z.string(), webhookId: z.string() }));

export const webhookJobRefs = [REPORT_HEALTH];
