import { defineJob, type JobDefinition } from "../../../platform/jobs/job-ref.ts";
import { MAP_PROCESSES } from "./job-refs.ts";
import type { RunMapping } from "./run-mapping.ts";

export function processJobs(runMapping: RunMapping): JobDefinition[] {
  return [defineJob(MAP_PROCESSES, { run: runMapping })];
}
