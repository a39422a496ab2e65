import { z } from "zod";
import { jobRef } from "../../platform/jobs/job-ref.ts";

export const RUN_HOUSEKEEPING = jobRef("housekeeping", z.object({}));

export const housekeepingJobRefs = [RUN_HOUSEKEEPING];
