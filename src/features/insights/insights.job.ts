import { z } from "zod";
import { defineJob, type JobDefinition } from "../../platform/jobs/jobs.ts";
import { INSIGHTS_JOB, type RunInsights, type RunInsightsDeps, wakeInsights } from "./run-insights.ts";

export function insightJobs(deps: RunInsightsDeps & { run: RunInsights }): JobDefinition[] {
  return [
    defineJob({
      name: INSIGHTS_JOB,
      payload: z.object({ tenantId: z.string() }),
      queue: { concurrency: 2, expireInSeconds: 600 },
      run: deps.run,
    }),
    defineJob({
      name: "insights.wake",
      payload: z.object({}),
      cron: "* * * * *",
      run: () => wakeInsights(deps),
    }),
  ];
}
