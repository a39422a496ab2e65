import type { RequestContext } from "../../../context.ts";
import { AppError } from "../../../errors.ts";
import { isScope } from "../../../model/scopes.ts";
import type { Clock } from "../../../platform/clock.ts";
import { nextTime } from "../../../platform/cron.ts";
import { derivedId, newId } from "../../../platform/ids.ts";
import type { JobCall } from "../../../platform/jobs/job-ref.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { CurrentRights } from "../../access/index.ts";
import type { RequestReport } from "../runs/request-report.ts";
import type { Schedule } from "./schedule.model.ts";
import { schedulesStore } from "./schedules.store.ts";

export interface RunScheduleDeps {
  postgres: Postgres;
  clock: Clock;
  currentRights: CurrentRights;
  request: RequestReport["request"];
}

const OWNER_GONE = "The user or credential that made the schedule no longer exists";

/**
 * Asks for the report of a schedule whose time has come, once for however many times were missed, and sets the next time.
 * A schedule whose owner no longer exists is switched off. One whose report is refused keeps its times.
 */
export function createRunSchedule({ postgres, clock, currentRights, request }: RunScheduleDeps) {
  /** Returns why no report was asked for; undefined if one was. */
  const askFor = async (schedule: Schedule, ctx: RequestContext, dueAt: Date): Promise<string | undefined> => {
    const { id, name, templateId, parameters, format, delivery } = schedule;
    const asked = { name, templateId, parameters, format, delivery, scheduleId: id };
    try {
      // The same report for the same time: a repeat after a crash finds it.
      await request(ctx, asked, derivedId("scheduled report", id, dueAt.toISOString()));
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return error.message;
    }
  };

  return async (
    { tenantId, scheduleId }: { tenantId: string; scheduleId: string },
    { log }: JobCall,
  ): Promise<void> => {
    const now = clock.now();
    const due = await schedulesStore.findDue(postgres, tenantId, scheduleId, now);
    if (!due?.nextRun) return;
    const { actor, cron, timeZone } = due;
    const rights = await currentRights(tenantId, actor);
    const scopes = new Set(due.scopes.filter(isScope).filter((scope) => rights?.has(scope)));
    const refusal = rights
      ? await askFor(due, { tenantId, actor, scopes, requestId: newId() }, due.nextRun)
      : OWNER_GONE;
    if (refusal !== undefined)
      log.warn({ schedule: scheduleId, tenant: tenantId, refusal }, "a scheduled report was refused");
    const nextRun = rights ? nextTime(cron, timeZone, now) : null;
    await schedulesStore.recordRun(postgres, due, { lastRun: now, nextRun, lastError: refusal ?? null });
  };
}
