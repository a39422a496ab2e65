import { defineJob, type JobDefinition } from "../../platform/jobs/job-ref.ts";
import type { Refresh } from "../../platform/nvd-copy/index.ts";
import { REFRESH_DICTIONARY } from "./job-refs.ts";

/** Refreshes the dictionary once a day. A first refresh may take hours, because of the spacing between calls. */
export function refreshJob(refresh: Refresh): JobDefinition {
  return defineJob(REFRESH_DICTIONARY, {
    cron: "23 3 * * *",
    run: async (_payload, { signal, log }) => {
      const entries = await refresh({ signal, log });
      if (entries > 0) log.info({ entries }, "the CPE dictionary was refreshed");
    },
  });
}
