import { defineJob, type JobDefinition } from "../../platform/jobs/job-ref.ts";
import { MAKE_INSIGHTS } from "./job-refs.ts";
import type { RunInsights } from "./run-insights.ts";

export function insightJobs(run: RunInsights): JobDefinition[] {
  return [defineJob(MAKE_INSIGHTS, { run })];
}
