import type { Sql } from "../../platform/postgres/postgres.ts";
import type { EventStatus, Severity } from "./event.model.ts";

/** So many more, or fewer, of a status and severity. */
export interface CountChange {
  status: EventStatus;
  severity: Severity;
  by: number;
}

/** The writer's own shard: within a transaction always the same one, and rarely another writer's. */
const SHARD = "pg_backend_pid() % 16";

/** Counts what the query finds, columns `status`, `severity` and `by`. Rows are locked in their order; once a transaction. */
export const counting = (found: string) => `
  insert into event_counts as c (tenant_id, shard, status, severity, total, changes)
  select $1, ${SHARD}, f.status, f.severity, sum(f.by), 1 from (${found}) f
  group by f.status, f.severity order by f.status, f.severity
  on conflict (tenant_id, shard, status, severity)
    do update set total = c.total + excluded.total, changes = c.changes + 1`;

/** The tenant's stamp: another one after every change of its events. */
export const STAMP = "(select coalesce(sum(changes), 0)::bigint from event_counts where tenant_id = $1)";

/** How many events there are: counted by each transaction that changes events, last of all before it delivers the changes. */
export const countsStore = {
  /** Also where nothing but the stamp is to change: by 0. */
  async add(tx: Sql, tenantId: string, changes: readonly CountChange[]): Promise<void> {
    if (changes.length === 0) return;
    await tx.query(
      counting(`select * from unnest($2::text[], $3::text[], $4::bigint[]) as d (status, severity, by)`),
      [
        tenantId,
        changes.map(({ status }) => status),
        changes.map(({ severity }) => severity),
        changes.map(({ by }) => by),
      ],
      { prepared: true },
    );
  },

  /** Of these, or of any where none are named. */
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
