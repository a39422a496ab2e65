import { defineJob, type JobDefinition } from "../../../platform/jobs/job-ref.ts";
import { REAPPLY_MAPPINGS, RUN_STEP } from "./job-refs.ts";
import type { RunReapply } from "./run-reapply.ts";
import type { RunStep } from "./run-step.ts";

export interface PipelineJobsDeps {
  runStep: RunStep;
  runReapply: RunReapply;
}

export function pipelineJobs(deps: PipelineJobsDeps): JobDefinition[] {
  return [defineJob(RUN_STEP, { run: deps.runStep }), defineJob(REAPPLY_MAPPINGS, { run: deps.runReapply })];
}
