import { systemContext } from "../../../context.ts";
import { newId } from "../../../platform/ids.ts";
import { defineJob, type JobDefinition } from "../../../platform/jobs/job-ref.ts";
import { type FindUnfinishedDeps, findUnfinished, sendFindUnfinished, wakeSteps } from "./find-unfinished.ts";
import { FIND_UNFINISHED, REAPPLY_MAPPINGS, RUN_STEP, WAKE_STEPS } from "./job-refs.ts";
import type { ReapplyMappings } from "./reapply-mappings.ts";
import type { RunStep } from "./run-step.ts";

/** A job ends after this time and enqueues its successor, so that other tenants get their turn. */
const MAX_REAPPLY_MS = 20_000;

export interface PipelineJobsDeps extends FindUnfinishedDeps {
  runStep: RunStep;
  reapply: ReapplyMappings;
}

export function pipelineJobs(deps: PipelineJobsDeps): JobDefinition[] {
  return [
    defineJob(RUN_STEP, { run: deps.runStep }),
    defineJob(REAPPLY_MAPPINGS, {
      async run({ tenantId, ...start }, { signal }) {
        const until = performance.now() + MAX_REAPPLY_MS;
        const ctx = { ...systemContext(tenantId, newId()), signal };
        for (let place = await deps.reapply(ctx, start); place; place = await deps.reapply(ctx, place)) {
          if (performance.now() < until) continue;
          return deps.jobs.send(REAPPLY_MAPPINGS, { tenantId, ...place });
        }
      },
    }),
    defineJob(WAKE_STEPS, { cron: "* * * * *", run: () => wakeSteps(deps) }),
    defineJob(FIND_UNFINISHED, {
      cron: "17 * * * *",
      run: ({ tenantId }, { signal }) =>
        tenantId === undefined ? sendFindUnfinished(deps) : findUnfinished(deps, tenantId, signal),
    }),
  ];
}
