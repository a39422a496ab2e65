import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { TimedWindow } from "../../../platform/timed-list.ts";
import type { SavedQuery } from "./saved-query.model.ts";

const COLUMNS = `id, owner, name, description, form, shared, created_at as "createdAt", created_by as "createdBy",
  updated_at as "updatedAt"`;
/** What the owner `$2` reads of the tenant `$1`. */
const READABLE = "tenant_id = $1 and (owner = $2 or shared)";

/** Every statement on saved queries. */
export const savedQueriesStore = {
  /** False if a query of this id exists. */
  async insert(sql: Sql, tenantId: string, query: SavedQuery): Promise<boolean> {
    const rows = await sql.query(
      `insert into saved_queries (tenant_id, id, owner, name, description, form, shared, created_at, created_by, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8) on conflict do nothing returning id`,
      [
        tenantId,
        query.id,
        query.owner,
        query.name,
        query.description,
        JSON.stringify(query.form),
        query.shared,
        query.createdAt,
        query.createdBy,
      ],
    );
    return rows.length > 0;
  },

  /** One that the owner reads. */
  async find(
    sql: Sql,
    tenantId: string,
    owner: string,
    id: string,
    { lock = false } = {},
  ): Promise<SavedQuery | undefined> {
    const rows = await sql.query<SavedQuery>(
      `select ${COLUMNS} from saved_queries where ${READABLE} and id = $3 ${lock ? "for update" : ""}`,
      [tenantId, owner, id],
    );
    return rows[0];
  },

  async update(sql: Sql, tenantId: string, query: SavedQuery): Promise<void> {
    const { id, name, description, form, shared, updatedAt } = query;
    await sql.query(
      `update saved_queries set name = $3, description = $4, form = $5, shared = $6, updated_at = $7
       where tenant_id = $1 and id = $2`,
      [tenantId, id, name, description, JSON.stringify(form), shared, updatedAt],
    );
  },

  async remove(sql: Sql, tenantId: string, id: string): Promise<void> {
    await sql.query("delete from saved_queries where tenant_id = $1 and id = $2", [tenantId, id]);
  },

  page(sql: Sql, tenantId: string, owner: string, { order, limit, offset, after }: TimedWindow): Promise<SavedQuery[]> {
    return sql.query(
      `select ${COLUMNS} from saved_queries
       where ${READABLE} and ($3::timestamptz is null or (created_at, id) ${order === "asc" ? ">" : "<"} ($3, $4))
       order by created_at ${order}, id ${order} limit $5 offset $6`,
      [tenantId, owner, after?.at ?? null, after?.id ?? null, limit, offset],
    );
  },

  async count(sql: Sql, tenantId: string, owner: string): Promise<number> {
    const rows = await sql.query<{ total: number }>(`select count(*) as total from saved_queries where ${READABLE}`, [
      tenantId,
      owner,
    ]);
    return rows[0]?.total ?? 0;
  },

  /** Locks what this owner saves until the transaction ends, and tells how many there are. */
  async lockOwned(tx: Sql, tenantId: string, owner: string): Promise<number> {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('saved_queries ' || $1 || ' ' || $2, 0))", [
      tenantId,
      owner,
    ]);
    const rows = await tx.query<{ total: number }>(
      "select count(*) as total from saved_queries where tenant_id = $1 and owner = $2",
      [tenantId, owner],
    );
    return rows[0]?.total ?? 0;
  },
};
