import { z } from "zod";
import { jobRef } from "../../../platform/jobs/job-ref.ts";

/** Lets the incidents of a tenant follow its events. */
export const FOLLOW_INCIDENTS = jobRef("incidents.follow", z.object({ tenantId: z.string() }));

export const correlationJobRefs = [FOLLOW_INCIDENTS];
