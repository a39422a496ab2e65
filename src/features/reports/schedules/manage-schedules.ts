import { actorName, ownerOf, type RequestContext, requireScope } from "../../../context.ts";
import { AppError, conflict, invalid, notFound, type Violation } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { cronFault, nextTime, timeZoneFault } from "../../../platform/cron.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { type FoundPage, findTimedPage, type TimedPageInput } from "../../../platform/timed-list.ts";
import { recordAudit } from "../../audit/index.ts";
import type { RequestReport } from "../runs/request-report.ts";
import { SCHEDULE_LIMITS, type Schedule, type ScheduleInput } from "./schedule.model.ts";
import { type ScheduleOwner, schedulesStore } from "./schedules.store.ts";

/** Every verb throws 403 without `reports.create`, and 404 for a schedule that is not the caller's own. */
export interface ScheduleVerbs {
  list(ctx: RequestContext, input: TimedPageInput): Promise<FoundPage<Schedule>>;
  get(ctx: RequestContext, id: string): Promise<Schedule>;
  /** Throws 400 and 404 as a request of the report would, and 409 at the limit. */
  create(ctx: RequestContext, input: ScheduleInput, id?: string): Promise<Schedule>;
  /** Its reports have the caller's rights from now on. Throws as `create`. */
  update(ctx: RequestContext, id: string, change: Partial<ScheduleInput>): Promise<Schedule>;
  remove(ctx: RequestContext, id: string): Promise<void>;
}

export interface ManageSchedulesDeps {
  postgres: Postgres;
  clock: Clock;
  check: RequestReport["check"];
}

export function createManageSchedules({ postgres, clock, check }: ManageSchedulesDeps): ScheduleVerbs {
  const ownerIn = (ctx: RequestContext): ScheduleOwner => {
    requireScope(ctx, "reports.create");
    return { tenantId: ctx.tenantId, ownerId: ownerOf(ctx.actor) };
  };
  const find = async (sql: Sql, ctx: RequestContext, id: string, options?: { lock: boolean }) => {
    const schedule = await schedulesStore.find(sql, ownerIn(ctx), id, options);
    if (!schedule) throw notFound("report schedule");
    return schedule;
  };
  const checkInput = async (ctx: RequestContext, input: ScheduleInput) => {
    const faults = timeFaults(input);
    await check(ctx, input).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status !== 400) throw error;
      faults.push(...error.violations);
    });
    if (faults.length > 0) throw invalid(faults);
  };

  return {
    async list(ctx, input) {
      const owner = ownerIn(ctx);
      return findTimedPage(input, {
        rows: (window) => schedulesStore.page(postgres, owner, window),
        count: () => schedulesStore.count(postgres, owner),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      });
    },

    get: (ctx, id) => find(postgres, ctx, id),

    async create(ctx, input, id = newId()) {
      const owner = ownerIn(ctx);
      await checkInput(ctx, input);
      const now = clock.now();
      const { actor } = ctx;
      const made = {
        ...input,
        ...owner,
        id,
        createdBy: actorName(actor),
        createdAt: now,
        lastRun: null,
        lastError: null,
      };
      const schedule: Schedule = { ...made, actor, scopes: [...ctx.scopes], updatedAt: now, nextRun: next(input, now) };
      return postgres.transaction(async (tx) => {
        if ((await schedulesStore.count(tx, owner)) >= SCHEDULE_LIMITS.schedules) {
          throw conflict(`One owner can have at most ${SCHEDULE_LIMITS.schedules} report schedules`);
        }
        if (!(await schedulesStore.insert(tx, schedule))) return find(tx, ctx, id);
        const record = { target: targetOf(id), after: audited(schedule) };
        await recordAudit(tx, ctx, { action: "report_schedule.created", ...record }, now);
        return schedule;
      });
    },

    async update(ctx, id, change) {
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const known = await find(postgres, ctx, id);
      await checkInput(ctx, { ...known, ...given });
      return postgres.transaction(async (tx) => {
        const before = await find(tx, ctx, id, { lock: true });
        const [now, merged] = [clock.now(), { ...before, ...given }];
        const isSameTime = (["cron", "timeZone", "enabled"] as const).every((name) => merged[name] === before[name]);
        const nextRun = isSameTime ? before.nextRun : next(merged, now);
        const after: Schedule = { ...merged, actor: ctx.actor, scopes: [...ctx.scopes], updatedAt: now, nextRun };
        await schedulesStore.update(tx, after);
        const record = { target: targetOf(id), before: audited(before), after: audited(after) };
        await recordAudit(tx, ctx, { action: "report_schedule.updated", ...record }, now);
        return after;
      });
    },

    async remove(ctx, id) {
      await postgres.transaction(async (tx) => {
        const before = await find(tx, ctx, id, { lock: true });
        await schedulesStore.remove(tx, before);
        const record = { target: targetOf(id), before: audited(before) };
        await recordAudit(tx, ctx, { action: "report_schedule.deleted", ...record }, clock.now());
      });
    },
  };
}

function timeFaults({ cron, timeZone }: ScheduleInput): Violation[] {
  const found = { cron: cronFault(cron), time_zone: timeZoneFault(timeZone) };
  return Object.entries(found).flatMap(([field, reason]) => (reason === undefined ? [] : [{ field, reason }]));
}

function next({ cron, timeZone, enabled }: ScheduleInput, after: Date): Date | null {
  return enabled ? nextTime(cron, timeZone, after) : null;
}

function targetOf(id: string) {
  return { kind: "report_schedule", id };
}

function audited({ name, cron, timeZone, templateId, parameters, format, delivery, enabled }: Schedule) {
  return { name, cron, time_zone: timeZone, template_id: templateId, parameters, format, delivery, enabled };
}
