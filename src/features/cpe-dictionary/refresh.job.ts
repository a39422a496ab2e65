import { defineJob, type JobDefinition } from "../../platform/jobs/job-ref.ts";
import { REFRESH_DICTIONARY } from "./job-refs.ts";
import type { Refresh } from "./refresh.ts";

/** Once a day. With the spacing between calls a first refresh may take hours. */
export function refreshJob(refresh: Refresh): JobDefinition {
  return defineJob(REFRESH_DICTIONARY, {
    cron: "23 3 * * *",
    run: async (_payload, { signal, log }) => {
      const entries = await refresh({ signal, log });
      if (entries > 0) log.info({ entries }, "the CPE dictionary was refreshed");
    },
  });
}
