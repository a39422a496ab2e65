import { z } from "zod";
import { defineJob, type JobDefinition } from "../../../platform/jobs/jobs.ts";
import {
  FIND_UNFINISHED_JOB,
  type FindUnfinishedDeps,
  findUnfinished,
  lookEverywhere,
  wakeSteps,
} from "./find-unfinished.ts";
import type { RunStep } from "./run-step.ts";
import { STEP_JOB } from "./triggers.ts";
import { STEPS } from "./work.store.ts";

export function pipelineJobs(deps: FindUnfinishedDeps & { runStep: RunStep }): JobDefinition[] {
  return [
    defineJob({
      name: STEP_JOB,
      payload: z.object({ tenantId: z.string(), step: z.enum(STEPS) }),
      queue: { concurrency: 3, retryLimit: 20, expireInSeconds: 600 },
      run: deps.runStep,
    }),
    defineJob({
      name: "software.wake",
      payload: z.object({}),
      cron: "* * * * *",
      run: () => wakeSteps(deps),
    }),
    defineJob({
      name: FIND_UNFINISHED_JOB,
      payload: z.object({ tenantId: z.string().optional() }),
      cron: "17 * * * *",
      run: ({ tenantId }, { signal }) =>
        tenantId === undefined ? lookEverywhere(deps) : findUnfinished(deps, tenantId, signal),
    }),
  ];
}
