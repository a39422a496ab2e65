import { z } from "zod";
import { type JobRef, jobRef, OWED_WORK_QUEUE } from "../../platform/jobs/job-ref.ts";

/** Lets the graph follow a verdict that is kept. */
export const APPLY_VERDICT = jobRef(
  "proposals.apply-verdict",
  z.object({ tenantId: z.string(), relationshipId: z.string() }),
  OWED_WORK_QUEUE,
);

export const proposalJobRefs: readonly JobRef[] = [APPLY_VERDICT];
