import { z } from "zod";
import { defineJob, type JobDefinition } from "../../../platform/jobs/jobs.ts";
import { MAPPING_JOB, type RunMapping, type RunMappingDeps, wakeRuns } from "./run-mapping.ts";

export function processJobs(
  deps: Pick<RunMappingDeps, "postgres" | "jobs"> & { runMapping: RunMapping },
): JobDefinition[] {
  return [
    defineJob({
      name: MAPPING_JOB,
      payload: z.object({ tenantId: z.string() }),
      // Longer than a job's own time and the questions to a model that a batch may hold.
      queue: { concurrency: 2, retryLimit: 20, expireInSeconds: 900 },
      run: deps.runMapping,
    }),
    defineJob({
      name: "software.wake-process-mapping",
      payload: z.object({}),
      cron: "* * * * *",
      run: (_payload, { log }) => wakeRuns(deps, log),
    }),
  ];
}
