import type { Sql } from "../../platform/postgres/postgres.ts";
import type { EventStatus, Severity } from "./event.model.ts";

/** Change of the number of events of one status and severity. */
export interface CountChange {
  status: EventStatus;
  severity: Severity;
  /** Added to the count; negative for fewer, 0 to change the stamp alone. */
  by: number;
}

/** The writer's counter shard: constant within a transaction, and rarely shared with another writer. */
const WRITER_SHARD = "pg_backend_pid() % 16";

/**
 * SQL that adds the rows of a query with columns `status`, `severity` and `by` to the counts. Rows are locked in order;
 * run it once per transaction.
 */
export const addCountsSql = (found: string) => `
  insert into event_counts as c (tenant_id, shard, status, severity, total, changes)
  select $1, ${WRITER_SHARD}, f.status, f.severity, sum(f.by), 1 from (${found}) f
  group by f.status, f.severity order by f.status, f.severity
  on conflict (tenant_id, shard, status, severity)
    do update set total = c.total + excluded.total, changes = c.changes + 1`;

/** SQL for the tenant's stamp, a number that grows with every change of its events. */
export const STAMP = "(select coalesce(sum(changes), 0)::bigint from event_counts where tenant_id = $1)";

/** SQL for how many events of a tenant have a status and severity of each of these lists, all of them placeholders. */
export const countedSql = (tenant: string, { status, severity }: { status: string[]; severity: string[] }) =>
  [
    `select coalesce(sum(total), 0)::bigint as total from event_counts where tenant_id = ${tenant}`,
    ...status.map((list) => `status = any(${list}::text[])`),
    ...severity.map((list) => `severity = any(${list}::text[])`),
  ].join(" and ");

/** Counters of events. Each transaction that changes events updates them as its last step before it publishes the changes. */
export const countsStore = {
  /** Adds to the counters; `by: 0` changes the stamp alone. */
  async add(tx: Sql, tenantId: string, changes: readonly CountChange[]): Promise<void> {
    if (changes.length === 0) return;
    await tx.query(
      addCountsSql(`select * from unnest($2::text[], $3::text[], $4::bigint[]) as d (status, severity, by)`),
      [
        tenantId,
        changes.map(({ status }) => status),
        changes.map(({ severity }) => severity),
        changes.map(({ by }) => by),
      ],
      { prepared: true },
    );
  },

  /** Unresolved events by severity; a severity without any is absent. */
  unresolved: (sql: Sql, tenantId: string): Promise<{ severity: Severity; total: number }[]> =>
    sql.query(
      `select severity, sum(total)::bigint as total from event_counts
       where tenant_id = $1 and status in ('open', 'acknowledged') group by severity having sum(total) > 0`,
      [tenantId],
    ),

  /** Number of events of these statuses and severities; of all where undefined. */
  async total(
    sql: Sql,
    tenantId: string,
    { status, severity }: { status?: readonly EventStatus[] | undefined; severity?: readonly Severity[] | undefined },
  ): Promise<number> {
    const rows = await sql.query<{ total: number }>(
      `select coalesce(sum(total), 0)::bigint as total from event_counts
       where tenant_id = $1 and ($2::text[] is null or status = any($2)) and ($3::text[] is null or severity = any($3))`,
      [tenantId, status ?? null, severity ?? null],
    );
    return rows[0]?.total ?? 0;
  },
};
