import { defineJob, type JobDefinition } from "../../platform/jobs/job-ref.ts";
import type { Refresh } from "../../platform/nvd-copy/index.ts";
import type { EndDecisions } from "./decisions/end-decisions.ts";
import { END_DECISIONS, MATCH_TENANT, READ_RENAMES, REFRESH_CVES } from "./job-refs.ts";
import type { MatchTenant } from "./match/match-tenant.ts";
import type { createReadRenames } from "./match/read-renames.ts";

export interface ExposureJobsDeps {
  refreshCves: Refresh;
  matchTenant: MatchTenant;
  readRenames: ReturnType<typeof createReadRenames>;
  endDecisions: EndDecisions;
}

/** CVEs are refreshed every two hours, as the source recommends at most; a first refresh may take long. */
export function exposureJobs({
  refreshCves,
  matchTenant,
  readRenames,
  endDecisions,
}: ExposureJobsDeps): JobDefinition[] {
  return [
    defineJob(REFRESH_CVES, {
      cron: "41 */2 * * *",
      run: async (_payload, { signal, log }) => {
        const cves = await refreshCves({ signal, log });
        if (cves > 0) log.info({ cves }, "known vulnerabilities were refreshed");
      },
    }),
    defineJob(MATCH_TENANT, { run: matchTenant }),
    defineJob(READ_RENAMES, { run: (_payload, call) => readRenames(call) }),
    defineJob(END_DECISIONS, { run: ({ tenantId }) => endDecisions(tenantId) }),
  ];
}
