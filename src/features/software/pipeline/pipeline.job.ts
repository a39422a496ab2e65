import { z } from "zod";
import { systemContext } from "../../../context.ts";
import { newId } from "../../../platform/ids.ts";
import { defineJob, type JobDefinition } from "../../../platform/jobs/jobs.ts";
import {
  FIND_UNFINISHED_JOB,
  type FindUnfinishedDeps,
  findUnfinished,
  lookEverywhere,
  wakeSteps,
} from "./find-unfinished.ts";
import { REAPPLY_JOB } from "./mapping-changes.ts";
import { STEPS } from "./pipeline-work.store.ts";
import type { ReapplyMappings } from "./reapply-mappings.ts";
import type { RunStep } from "./run-step.ts";
import { STEP_JOB } from "./triggers.ts";

/** After this long a job gives way to those of other tenants, and another goes on. */
const MAX_REAPPLY_MS = 20_000;

export interface PipelineJobsDeps extends FindUnfinishedDeps {
  runStep: RunStep;
  reapply: ReapplyMappings;
}

export function pipelineJobs(deps: PipelineJobsDeps): JobDefinition[] {
  return [
    defineJob({
      name: STEP_JOB,
      payload: z.object({ tenantId: z.string(), step: z.enum(STEPS) }),
      queue: { concurrency: 3, retryLimit: 20, expireInSeconds: 600 },
      run: deps.runStep,
    }),
    defineJob({
      name: REAPPLY_JOB,
      payload: z.object({ tenantId: z.string(), at: z.string().default(""), id: z.string().default("") }),
      queue: { concurrency: 1, retryLimit: 5, expireInSeconds: 600 },
      async run({ tenantId, ...start }, { signal }) {
        const until = performance.now() + MAX_REAPPLY_MS;
        const ctx = { ...systemContext(tenantId, newId()), signal };
        for (let place = await deps.reapply(ctx, start); place; place = await deps.reapply(ctx, place)) {
          if (performance.now() < until) continue;
          return deps.jobs.send(REAPPLY_JOB, { tenantId, ...place });
        }
      },
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
