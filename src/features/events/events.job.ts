import { defineJob, type JobDefinition } from "../../platform/jobs/job-ref.ts";
import { type OwedWork, owedWork } from "../../platform/jobs/owed-work.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { BindOwed } from "./bind-owed.ts";
import { BIND_EVENTS } from "./job-refs.ts";
import { waitsStore } from "./waits.store.ts";

/** The job that binds events to CIs that appear after them. */
export function eventJobs(bindOwed: BindOwed): JobDefinition[] {
  return [defineJob(BIND_EVENTS, { run: ({ tenantId }, call) => bindOwed(tenantId, call) })];
}

/** A job for each tenant with events for which the graph is to be searched, however long ago they were stored. */
export function owedBinding({ postgres }: { postgres: Postgres }): OwedWork {
  return owedWork(BIND_EVENTS, async () => (await waitsStore.owedTenants(postgres)).map((tenantId) => ({ tenantId })));
}
