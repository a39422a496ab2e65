import { z } from "zod";
import { jobRef } from "../../../platform/jobs/job-ref.ts";

/** Lets the incidents of a tenant follow its events. */
export const FOLLOW_INCIDENTS = jobRef("incidents.follow", z.object({ tenantId: z.string() }));
/** The same for each tenant that has events waiting: for what a process that died had still to hand on. */
export const FOLLOW_ALL_INCIDENTS = jobRef("incidents.follow-all", z.object({}));

export const correlationJobRefs = [FOLLOW_INCIDENTS, FOLLOW_ALL_INCIDENTS];
