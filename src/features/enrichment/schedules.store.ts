import type { EnrichmentName } from "../../platform/enrichment.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";

/** What a tenant has set, null where it has not, and when the runs were and will be. */
export interface StoredSchedule {
  tenantId: string;
  name: EnrichmentName;
  cron: string | null;
  enabled: boolean | null;
  batchSize: number | null;
  lastRun: Date | null;
  nextRun: Date | null;
  lastError: string | null;
  updatedAt: Date | null;
  updatedBy: string | null;
}

const COLUMNS = `tenant_id as "tenantId", name, cron, enabled, batch_size as "batchSize", last_run as "lastRun",
  next_run as "nextRun", last_error as "lastError", updated_at as "updatedAt", updated_by as "updatedBy"`;

/** Tenants that one sweep finds; the next finds the others. */
const MAX_FOUND = 500;

/** Every statement on schedules. */
export const schedulesStore = {
  all: (sql: Sql, tenantId: string): Promise<StoredSchedule[]> =>
    sql.query(`select ${COLUMNS} from enrichment_schedules where tenant_id = $1 order by name`, [tenantId]),

  async find(sql: Sql, tenantId: string, name: EnrichmentName, { lock = false } = {}) {
    const text = `select ${COLUMNS} from enrichment_schedules where tenant_id = $1 and name = $2 ${lock ? "for update" : ""}`;
    return (await sql.query<StoredSchedule>(text, [tenantId, name]))[0];
  },

  /** Adds those that the tenant lacks. */
  async add(
    sql: Sql,
    tenantId: string,
    schedules: readonly { name: EnrichmentName; nextRun: Date | null }[],
  ): Promise<void> {
    await sql.query(
      `insert into enrichment_schedules (tenant_id, name, next_run)
       select $1, s.name, s.next_run from unnest($2::text[], $3::timestamptz[]) as s (name, next_run)
       on conflict (tenant_id, name) do nothing`,
      [tenantId, schedules.map(({ name }) => name), schedules.map(({ nextRun }) => nextRun)],
    );
  },

  async change(sql: Sql, changed: StoredSchedule): Promise<void> {
    await sql.query(
      `update enrichment_schedules set cron = $3, enabled = $4, batch_size = $5, next_run = $6, updated_at = $7, updated_by = $8
       where tenant_id = $1 and name = $2`,
      [
        changed.tenantId,
        changed.name,
        changed.cron,
        changed.enabled,
        changed.batchSize,
        changed.nextRun,
        changed.updatedAt,
        changed.updatedBy,
      ],
    );
  },

  /**
   * Tenants that lack a schedule of these names, or have one whose time has come, and no run of that name that a person or
   * the schedule asked for.
   */
  async tenantsWithDue(sql: Sql, names: readonly string[], now: Date): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `select t.id from tenants t
       where (select count(*) from enrichment_schedules s where s.tenant_id = t.id and s.name = any($1)) < cardinality($1)
         or exists (select from enrichment_schedules s where s.tenant_id = t.id and s.name = any($1) and ${isDue("$2")})
       order by t.id limit ${MAX_FOUND}`,
      [names, now],
    );
    return rows.map(({ id }) => id);
  },

  due: (sql: Sql, tenantId: string, names: readonly string[], now: Date): Promise<StoredSchedule[]> =>
    sql.query(
      `select ${COLUMNS} from enrichment_schedules s where tenant_id = $1 and name = any($2) and ${isDue("$3")}
       order by next_run, name`,
      [tenantId, names, now],
    ),

  /** Records that its time came. False where another process was first, or it was changed meanwhile. */
  async recordRun(
    tx: Sql,
    { tenantId, name, nextRun }: StoredSchedule,
    ran: Pick<StoredSchedule, "lastRun" | "nextRun" | "lastError">,
  ): Promise<boolean> {
    const rows = await tx.query(
      `update enrichment_schedules set last_run = $4, next_run = $5, last_error = $6
       where tenant_id = $1 and name = $2 and next_run = $3 returning 1`,
      [tenantId, name, nextRun, ran.lastRun, ran.nextRun, ran.lastError],
    );
    return rows.length > 0;
  },
};

function isDue(now: string): string {
  return `s.next_run <= ${now} and not exists (select from enrichment_runs r
    where r.tenant_id = s.tenant_id and r.name = s.name and r.status in ('queued', 'running') and r.follows_until is null)`;
}
