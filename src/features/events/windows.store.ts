import type { Sql } from "../../platform/postgres/postgres.ts";
import type { TimedWindow } from "../../platform/timed-list.ts";

/** A period during which problems of these CIs are expected. */
export interface MaintenanceWindow {
  id: string;
  ciIds: string[];
  from: Date;
  /** Exclusive. */
  to: Date;
  reason: string | null;
  createdAt: Date;
  createdBy: string;
}

const COLUMNS = `id, ci_ids as "ciIds", starts_at as "from", ends_at as "to", reason, created_at as "createdAt",
  created_by as "createdBy"`;

const MAX_BETWEEN = 500;

/** Every statement on maintenance windows. */
export const windowsStore = {
  /** False if a window of this id exists. */
  async insert(sql: Sql, tenantId: string, window: MaintenanceWindow): Promise<boolean> {
    const { id, ciIds, from, to, reason, createdAt, createdBy } = window;
    const rows = await sql.query(
      `insert into maintenance_windows (tenant_id, id, ci_ids, starts_at, ends_at, reason, created_at, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
      [tenantId, id, ciIds, from, to, reason, createdAt, createdBy],
    );
    return rows.length > 0;
  },

  async find(sql: Sql, tenantId: string, id: string): Promise<MaintenanceWindow | undefined> {
    const text = `select ${COLUMNS} from maintenance_windows where tenant_id = $1 and id = $2`;
    return (await sql.query<MaintenanceWindow>(text, [tenantId, id]))[0];
  },

  /** The deleted window; undefined if there is none of this id. */
  async remove(sql: Sql, tenantId: string, id: string): Promise<MaintenanceWindow | undefined> {
    const text = `delete from maintenance_windows where tenant_id = $1 and id = $2 returning ${COLUMNS}`;
    return (await sql.query<MaintenanceWindow>(text, [tenantId, id]))[0];
  },

  page(
    sql: Sql,
    tenantId: string,
    ciId: string | undefined,
    { order, limit, offset, after }: TimedWindow,
  ): Promise<MaintenanceWindow[]> {
    return sql.query(
      `select ${COLUMNS} from maintenance_windows
       where tenant_id = $1 and ($2::timestamptz is null or (created_at, id) ${order === "asc" ? ">" : "<"} ($2, $3))
         and ($4::text is null or ci_ids @> array[$4::text])
       order by created_at ${order}, id ${order} limit $5 offset $6`,
      [tenantId, after?.at ?? null, after?.id ?? null, ciId ?? null, limit, offset],
    );
  },

  /** Windows of any of these CIs that overlap a period, earliest first, at most 500; of each only those of the CIs. */
  between(
    sql: Sql,
    tenantId: string,
    { ciIds, from, to }: { ciIds: readonly string[]; from: Date; to: Date },
  ): Promise<Pick<MaintenanceWindow, "id" | "ciIds" | "from" | "to">[]> {
    if (ciIds.length === 0) return Promise.resolve([]);
    return sql.query(
      `select id, starts_at as "from", ends_at as "to",
         array(select distinct c from unnest(ci_ids) as c where c = any($4::text[]) order by c) as "ciIds"
       from maintenance_windows
       where tenant_id = $1 and ends_at > $2 and starts_at < $3 and ci_ids && $4::text[]
       order by starts_at, id limit ${MAX_BETWEEN}`,
      [tenantId, from, to, ciIds],
    );
  },

  async count(sql: Sql, tenantId: string, ciId: string | undefined): Promise<number> {
    const rows = await sql.query<{ total: number }>(
      `select count(*) as total from maintenance_windows
       where tenant_id = $1 and ($2::text is null or ci_ids @> array[$2::text])`,
      [tenantId, ciId ?? null],
    );
    return rows[0]?.total ?? 0;
  },
};
