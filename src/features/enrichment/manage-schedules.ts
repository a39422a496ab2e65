import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { invalid, notFound, type Violation } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { cronFault, leastMinutesBetween, nextTime } from "../../platform/cron.ts";
import type { EnrichmentName, EnrichmentWork } from "../../platform/enrichment.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { recordAudit } from "../audit/index.ts";
import { RUN_LIMITS, type Schedule, type ScheduleChange } from "./run.model.ts";
import { type StoredSchedule, schedulesStore } from "./schedules.store.ts";
import type { Works } from "./works.ts";

export interface ScheduleVerbs {
  /** Of everything that this service offers, in the order of the names. Throws 403 without `cmdb.read`. */
  list(ctx: RequestContext): Promise<Schedule[]>;
  /** Throws 403 without `admin.settings`, 404 for a name that is not offered, 400. */
  update(ctx: RequestContext, name: EnrichmentName, change: ScheduleChange): Promise<Schedule>;
  /** Throws 404 for a name that is not offered. */
  requireOffered(name: EnrichmentName): void;
}

export interface ManageSchedulesDeps {
  postgres: Postgres;
  clock: Clock;
  works: Works;
}

/** Schedules are in UTC. */
export const ZONE = "UTC";

export function createManageSchedules({ postgres, clock, works }: ManageSchedulesDeps): ScheduleVerbs {
  const offered = (name: EnrichmentName): EnrichmentWork => {
    const work = works.find(name);
    if (!work) throw notFound("enrichment");
    return work;
  };

  return {
    async list(ctx) {
      requireScope(ctx, "cmdb.read");
      const stored = new Map((await schedulesStore.all(postgres, ctx.tenantId)).map((one) => [one.name, one]));
      const sorted = [...works.all()].sort((a, b) => (a.name < b.name ? -1 : 1));
      return sorted.map((work) => scheduleOf(work, stored.get(work.name), clock.now()));
    },

    requireOffered: (name) => void offered(name),

    async update(ctx, name, change) {
      requireScope(ctx, "admin.settings");
      const work = offered(name);
      const fault = change.cron === undefined ? undefined : scheduleFault(change.cron);
      if (fault) throw invalid([fault]);
      return postgres.transaction(async (tx) => {
        await schedulesStore.add(tx, ctx.tenantId, [newSchedule(work, clock.now())]);
        const before = await schedulesStore.find(tx, ctx.tenantId, name, { lock: true });
        if (!before) throw notFound("enrichment");
        const changed = { ...before, ...withoutUndefined(change) };
        const { cron, enabled, batchSize } = scheduleOf(work, changed, clock.now());
        const nextRun = enabled ? nextTime(cron, ZONE, clock.now()) : null;
        const after = { ...changed, nextRun, updatedAt: clock.now(), updatedBy: actorName(ctx.actor) };
        await schedulesStore.change(tx, after);
        const target = { kind: "enrichment_schedule", id: name };
        const was = scheduleOf(work, before, clock.now());
        const audited = {
          before: { cron: was.cron, enabled: was.enabled, batch_size: was.batchSize },
          after: { cron, enabled, batch_size: batchSize },
        };
        await recordAudit(tx, ctx, { action: "enrichment_schedule.updated", target, ...audited }, clock.now());
        return scheduleOf(work, after, clock.now());
      });
    },
  };
}

/** What is wrong with a cron expression, with the rule that runs are at least some minutes apart. */
function scheduleFault(cron: string): Violation | undefined {
  const fault = cronFault(cron);
  if (fault !== undefined) return { field: "cron", reason: fault };
  if (leastMinutesBetween(cron) >= RUN_LIMITS.minutesBetween) return undefined;
  return { field: "cron", reason: `must leave at least ${RUN_LIMITS.minutesBetween} minutes between two times` };
}

export function newSchedule({ name, defaultCron, defaultEnabled = true }: EnrichmentWork, now: Date) {
  return { name, nextRun: defaultEnabled ? nextTime(defaultCron, ZONE, now) : null };
}

/** A tenant's own values over the defaults of the work. */
export function scheduleOf(work: EnrichmentWork, stored: StoredSchedule | undefined, now: Date): Schedule {
  return {
    name: work.name,
    description: work.description,
    cron: stored?.cron ?? work.defaultCron,
    enabled: stored?.enabled ?? work.defaultEnabled ?? true,
    batchSize: stored?.batchSize ?? work.defaultBatchSize,
    unavailable: work.unavailable?.() ?? null,
    lastRun: stored?.lastRun ?? null,
    nextRun: stored ? stored.nextRun : newSchedule(work, now).nextRun,
    lastError: stored?.lastError ?? null,
    updatedAt: stored?.updatedAt ?? null,
    updatedBy: stored?.updatedBy ?? null,
  };
}

function withoutUndefined<T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}
