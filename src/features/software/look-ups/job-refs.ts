import { z } from "zod";
import { jobRef } from "../../../platform/jobs/job-ref.ts";

/** Processes the waiting look-ups. */
export const LOOK_UP = jobRef("software.look-up", z.object({}), { expireInSeconds: 1_800 });
export const RETRY_LOOK_UPS = jobRef("software.look-up-again", z.object({}));

export const lookUpJobRefs = [LOOK_UP, RETRY_LOOK_UPS];
