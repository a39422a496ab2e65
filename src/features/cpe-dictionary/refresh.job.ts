import { z } from "zod";
import { defineJob, type JobDefinition } from "../../platform/jobs/jobs.ts";
import type { Refresh } from "./refresh.ts";

/** Once a day. With the spacing between calls a first refresh may take hours. */
export function refreshJob(refresh: Refresh): JobDefinition {
  return defineJob({
    name: "cpe-dictionary.refresh",
    payload: z.object({}),
    cron: "23 3 * * *",
    queue: { expireInSeconds: 6 * 3_600 },
    run: async (_payload, { signal, log }) => {
      const entries = await refresh({ signal, log });
      if (entries > 0) log.info({ entries }, "the CPE dictionary was refreshed");
    },
  });
}
