import { z } from "zod";
import { jobRef } from "../../platform/jobs/job-ref.ts";

export const KEEP_HOUSE = jobRef("housekeeping", z.object({}));

export const housekeepingJobRefs = [KEEP_HOUSE];
