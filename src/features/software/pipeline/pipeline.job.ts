import { defineJob, type JobDefinition } from "../../../platform/jobs/job-ref.ts";
import { type FindUnfinishedDeps, findUnfinished, sendFindUnfinished } from "./find-unfinished.ts";
import { FIND_UNFINISHED, REAPPLY_MAPPINGS, RUN_STEP } from "./job-refs.ts";
import type { RunReapply } from "./run-reapply.ts";
import type { RunStep } from "./run-step.ts";

export interface PipelineJobsDeps extends FindUnfinishedDeps {
  runStep: RunStep;
  runReapply: RunReapply;
}

export function pipelineJobs(deps: PipelineJobsDeps): JobDefinition[] {
  return [
    defineJob(RUN_STEP, { run: deps.runStep }),
    defineJob(REAPPLY_MAPPINGS, { run: deps.runReapply }),
    defineJob(FIND_UNFINISHED, {
      cron: "17 * * * *",
      run: ({ tenantId }, { signal }) =>
        tenantId === undefined ? sendFindUnfinished(deps) : findUnfinished(deps, tenantId, signal),
    }),
  ];
}
