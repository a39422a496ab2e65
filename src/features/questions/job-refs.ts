import { z } from "zod";
import { jobRef, OWED_WORK_QUEUE } from "../../platform/jobs/job-ref.ts";

/** Reads the words of the CIs that were there before changes brought them. */
export const READ_VOCABULARY = jobRef("questions.read-vocabulary", z.object({ tenantId: z.string() }), OWED_WORK_QUEUE);

export const questionJobRefs = [READ_VOCABULARY];
