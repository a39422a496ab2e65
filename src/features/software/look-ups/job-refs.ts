import { z } from "zod";
import { jobRef, OWED_WORK_QUEUE } from "../../../platform/jobs/job-ref.ts";

/** Processes the waiting look-ups. */
export const LOOK_UP = jobRef("software.look-up", z.object({}), {
  ...OWED_WORK_QUEUE,
  expireInSeconds: 1_800,
});

export const lookUpJobRefs = [LOOK_UP];
