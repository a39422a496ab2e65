import { defineJob, type JobDefinition } from "../../../platform/jobs/job-ref.ts";
import { MAP_PROCESSES, WAKE_PROCESS_MAPPING } from "./job-refs.ts";
import { type RunMapping, type RunMappingDeps, wakeRuns } from "./run-mapping.ts";

export function processJobs(
  deps: Pick<RunMappingDeps, "postgres" | "jobs"> & { runMapping: RunMapping },
): JobDefinition[] {
  return [
    defineJob(MAP_PROCESSES, { run: deps.runMapping }),
    defineJob(WAKE_PROCESS_MAPPING, { cron: "* * * * *", run: (_payload, { log }) => wakeRuns(deps, log) }),
  ];
}
