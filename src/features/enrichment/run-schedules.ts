import { coerceError, isUnavailable } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { nextTime } from "../../platform/cron.ts";
import type { EnrichmentWork } from "../../platform/enrichment.ts";
import { derivedId } from "../../platform/ids.ts";
import type { JobCall } from "../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { within } from "../../platform/within.ts";
import { beginRun } from "./manage-runs.ts";
import { newSchedule, scheduleOf, ZONE } from "./manage-schedules.ts";
import { runsStore } from "./runs.store.ts";
import { type StoredSchedule, schedulesStore } from "./schedules.store.ts";
import type { Works } from "./works.ts";

export interface RunSchedulesDeps {
  postgres: Postgres;
  clock: Clock;
  jobs: SendJobs;
  works: Works;
}

const COUNT_MS = 5_000;

/**
 * Starts the tenant's runs whose time has come; times that were missed are made up once. A time at which nothing is due, or
 * the work cannot run, leaves no run: the schedule tells of it.
 */
export function createRunSchedules(deps: RunSchedulesDeps) {
  const { postgres, clock, works } = deps;
  return async ({ tenantId }: { tenantId: string }, { signal, log }: JobCall): Promise<void> => {
    const offered = works.all();
    const added = offered.map((work) => newSchedule(work, clock.now()));
    await schedulesStore.add(postgres, tenantId, added);
    const names = offered.map(({ name }) => name);
    for (const due of await schedulesStore.due(postgres, tenantId, names, clock.now())) {
      signal.throwIfAborted();
      const work = works.find(due.name);
      if (!work) continue;
      try {
        await runOne(deps, work, due);
      } catch (error) {
        if (isUnavailable(error)) throw error;
        log.error(
          { tenant: tenantId, name: due.name, error: coerceError(error).message },
          "a scheduled run was not begun",
        );
        await recordTime(deps, work, due, "An internal error prevented the run");
      }
    }
  };
}

async function runOne(deps: RunSchedulesDeps, work: EnrichmentWork, due: StoredSchedule): Promise<void> {
  const { postgres } = deps;
  const { tenantId, name } = due;
  const reason = work.unavailable?.();
  if (reason !== undefined) return recordTime(deps, work, due, reason);
  // A run that cannot be counted is begun: its own turns find out what there is to do.
  const items = await within(COUNT_MS, work.due(tenantId, {})).catch((error: unknown) => {
    if (isUnavailable(error)) throw error;
    return 1;
  });
  if (items === 0) return recordTime(deps, work, due, null);
  await postgres.transaction(async (tx) => {
    await runsStore.lockTenant(tx, tenantId);
    if ((await runsStore.open(tx, tenantId, name)).length > 0) return;
    if (!(await schedulesStore.recordRun(tx, due, ranNow(deps, work, due, null)))) return;
    const id = derivedId("enrichment schedule", tenantId, name, due.nextRun?.toISOString() ?? "");
    await beginRun(deps, tx, { id, tenantId, name, scope: {}, trigger: "schedule", requestedBy: "system" });
  });
}

async function recordTime(deps: RunSchedulesDeps, work: EnrichmentWork, due: StoredSchedule, lastError: string | null) {
  await schedulesStore.recordRun(deps.postgres, due, ranNow(deps, work, due, lastError));
}

function ranNow({ clock }: RunSchedulesDeps, work: EnrichmentWork, due: StoredSchedule, lastError: string | null) {
  const now = clock.now();
  const { cron, enabled } = scheduleOf(work, due, now);
  return { lastRun: now, nextRun: enabled ? nextTime(cron, ZONE, now) : null, lastError };
}
