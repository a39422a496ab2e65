import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { TimedWindow } from "../../../platform/timed-list.ts";
import type { Schedule } from "./schedule.model.ts";

export interface ScheduleOwner {
  tenantId: string;
  ownerId: string;
}

const COLUMNS = `id, tenant_id as "tenantId", name, cron, time_zone as "timeZone", template_id as "templateId", parameters,
  format, delivery, enabled, owner_id as "ownerId", created_by as "createdBy", actor, scopes, created_at as "createdAt",
  updated_at as "updatedAt", last_run as "lastRun", next_run as "nextRun", last_error as "lastError"`;

/** Schedules that one sweep finds; the next finds the others. */
const MAX_FOUND = 500;

const values = (schedule: Schedule): unknown[] => [
  schedule.tenantId,
  schedule.id,
  schedule.name,
  schedule.cron,
  schedule.timeZone,
  schedule.templateId,
  JSON.stringify(schedule.parameters),
  schedule.format,
  JSON.stringify(schedule.delivery),
  schedule.enabled,
  JSON.stringify(schedule.actor),
  schedule.scopes,
  schedule.updatedAt,
  schedule.nextRun,
];

/** Every statement on schedules. */
export const schedulesStore = {
  /** False where a schedule of this id exists: an earlier try of the request made it. */
  async insert(tx: Sql, schedule: Schedule): Promise<boolean> {
    const rows = await tx.query(
      `insert into report_schedules (tenant_id, id, name, cron, time_zone, template_id, parameters, format, delivery,
         enabled, actor, scopes, updated_at, next_run, owner_id, created_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
       on conflict (id) do nothing returning id`,
      [...values(schedule), schedule.ownerId, schedule.createdBy, schedule.createdAt],
    );
    return rows.length > 0;
  },

  async update(tx: Sql, schedule: Schedule): Promise<void> {
    await tx.query(
      `update report_schedules set name = $3, cron = $4, time_zone = $5, template_id = $6, parameters = $7, format = $8,
         delivery = $9, enabled = $10, actor = $11, scopes = $12, updated_at = $13, next_run = $14
       where tenant_id = $1 and id = $2`,
      values(schedule),
    );
  },

  async find(sql: Sql, owner: ScheduleOwner, id: string, { lock = false } = {}): Promise<Schedule | undefined> {
    const rows = await sql.query<Schedule>(
      `select ${COLUMNS} from report_schedules where tenant_id = $1 and owner_id = $2 and id = $3 ${lock ? "for update" : ""}`,
      [owner.tenantId, owner.ownerId, id],
    );
    return rows[0];
  },

  page(sql: Sql, { tenantId, ownerId }: ScheduleOwner, window: TimedWindow): Promise<Schedule[]> {
    const { order, limit, offset, after } = window;
    const beyond = after ? `and (created_at, id) ${order === "asc" ? ">" : "<"} ($5::timestamptz, $6)` : "";
    return sql.query(
      `select ${COLUMNS} from report_schedules where tenant_id = $1 and owner_id = $2 ${beyond}
       order by created_at ${order}, id ${order} limit $3 offset $4`,
      [tenantId, ownerId, limit, offset, ...(after ? [after.at, after.id] : [])],
    );
  },

  async count(sql: Sql, { tenantId, ownerId }: ScheduleOwner): Promise<number> {
    const text = "select count(*) as total from report_schedules where tenant_id = $1 and owner_id = $2";
    return (await sql.query<{ total: number }>(text, [tenantId, ownerId]))[0]?.total ?? 0;
  },

  async remove(tx: Sql, { tenantId, id }: Schedule): Promise<void> {
    await tx.query("delete from report_schedules where tenant_id = $1 and id = $2", [tenantId, id]);
  },

  /** Schedules whose time has come, and whose report before has ended. */
  due: (sql: Sql, now: Date): Promise<{ tenantId: string; scheduleId: string }[]> =>
    sql.query(
      `select tenant_id as "tenantId", id as "scheduleId" from report_schedules s where next_run <= $1
         and not exists (select from reports r where r.schedule_id = s.id and r.status = 'generating')
       order by next_run, id limit ${MAX_FOUND}`,
      [now],
    ),

  /** Undefined where it is not due. */
  async findDue(sql: Sql, tenantId: string, id: string, now: Date): Promise<Schedule | undefined> {
    const text = `select ${COLUMNS} from report_schedules where tenant_id = $1 and id = $2 and next_run <= $3`;
    return (await sql.query<Schedule>(text, [tenantId, id, now]))[0];
  },

  /** Records that it ran at its time; without a next time it is off. Nothing where it was changed meanwhile. */
  async recordRun(
    sql: Sql,
    ran: Schedule,
    { lastRun, nextRun, lastError }: Pick<Schedule, "lastRun" | "nextRun" | "lastError">,
  ): Promise<void> {
    await sql.query(
      `update report_schedules set last_run = $4, next_run = $5, enabled = $5::timestamptz is not null, last_error = $6
       where tenant_id = $1 and id = $2 and next_run = $3`,
      [ran.tenantId, ran.id, ran.nextRun, lastRun, nextRun, lastError],
    );
  },
};
