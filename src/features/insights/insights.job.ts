import { defineJob, type JobDefinition } from "../../platform/jobs/job-ref.ts";
import { MAKE_INSIGHTS, WAKE_INSIGHTS } from "./job-refs.ts";
import { type RunInsights, type RunInsightsDeps, wakeInsights } from "./run-insights.ts";

export function insightJobs(deps: RunInsightsDeps & { run: RunInsights }): JobDefinition[] {
  return [
    defineJob(MAKE_INSIGHTS, { run: deps.run }),
    defineJob(WAKE_INSIGHTS, { cron: "* * * * *", run: () => wakeInsights(deps) }),
  ];
}
