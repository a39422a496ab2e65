import { z } from "zod";
import { jobRef } from "../../platform/jobs/job-ref.ts";

export const REFRESH_DICTIONARY = jobRef("cpe-dictionary.refresh", z.object({}), { expireInSeconds: 6 * 3_600 });

export const cpeDictionaryJobRefs = [REFRESH_DICTIONARY];
