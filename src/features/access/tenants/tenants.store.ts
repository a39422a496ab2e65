import type { Sql } from "../../../platform/postgres/postgres.ts";
import { comparisonKey, type Tenant } from "../access.model.ts";

export interface ListedTenant extends Tenant {
  createdAt: Date;
  /** When its removal began; null for an open tenant. */
  deletedAt: Date | null;
  users: number;
}

export interface LockedTenant extends Tenant {
  deletedAt: Date | null;
  /** Whether the tenant has this name, compared without case. */
  isNamed(name: string): boolean;
}

/** Unique constraint on the names of tenants. */
export const TENANT_NAME_UNIQUE = "tenants_name_unique";

/** Every query on tenants. */
export const tenantsStore = {
  async ids(sql: Sql): Promise<string[]> {
    return (await sql.query<{ id: string }>("select id from tenants order by id")).map((row) => row.id);
  },

  /** The tenant of that name, compared without case, unless it is being removed. */
  async findByName(sql: Sql, name: string): Promise<Tenant | undefined> {
    const rows = await sql.query<Tenant>("select id, name from tenants where name_key = $1 and deleted_at is null", [
      comparisonKey(name),
    ]);
    return rows[0];
  },

  async find(sql: Sql, id: string): Promise<Tenant | undefined> {
    const rows = await sql.query<Tenant>("select id, name from tenants where id = $1 and deleted_at is null", [id]);
    return rows[0];
  },

  async list(sql: Sql): Promise<ListedTenant[]> {
    return sql.query<ListedTenant>(
      `select t.id, t.name, t.created_at as "createdAt", t.deleted_at as "deletedAt",
         (select count(*) from users u where u.tenant_id = t.id) as users
       from tenants t order by t.created_at, t.id`,
    );
  },

  /** Locks the tenant until the transaction ends: blocks other changes of it and of its users. */
  async lock(tx: Sql, id: string): Promise<Tenant | undefined> {
    const rows = await tx.query<Tenant>(
      "select id, name from tenants where id = $1 and deleted_at is null for no key update",
      [id],
    );
    return rows[0];
  },

  /** Every tenant, locked against removal and new users until the transaction ends, in the order of ids. */
  async lockAll(tx: Sql): Promise<LockedTenant[]> {
    const rows = await tx.query<{ id: string; name: string; name_key: string; deleted_at: Date | null }>(
      "select id, name, name_key, deleted_at from tenants order by id for update",
    );
    return rows.map(({ id, name, name_key: key, deleted_at: deletedAt }) => ({
      id,
      name,
      deletedAt,
      isNamed: (name) => comparisonKey(name) === key,
    }));
  },

  /** Marks the tenant as being removed and deletes its users, with their keys, logins and accounts. */
  async close(tx: Sql, id: string, at: Date): Promise<void> {
    await tx.query("update tenants set deleted_at = coalesce(deleted_at, $2) where id = $1", [id, at]);
    await tx.query("delete from access_keys where tenant_id = $1", [id]);
    await tx.query("delete from users where tenant_id = $1", [id]);
  },

  async remove(sql: Sql, id: string): Promise<void> {
    await sql.query("delete from tenants where id = $1", [id]);
  },

  /** Throws a unique violation when the name is taken. */
  async rename(sql: Sql, id: string, name: string): Promise<void> {
    await sql.query("update tenants set name = $2, name_key = $3 where id = $1", [id, name, comparisonKey(name)]);
  },

  /** Records that the event happened; false when it is recorded already. Waits for a transaction that records it. */
  async markOnce(sql: Sql, event: "first_administrator", at: Date): Promise<boolean> {
    const rows = await sql.query(
      "insert into installation (event, at) values ($1, $2) on conflict do nothing returning event",
      [event, at],
    );
    return rows.length === 1;
  },

  async hasHappened(sql: Sql, event: "first_administrator"): Promise<boolean> {
    return (await sql.query("select 1 from installation where event = $1", [event])).length > 0;
  },

  /** Inserts the tenant; false when the name is taken. Waits for a transaction that inserts the same name. */
  async insertIfFree(sql: Sql, tenant: Tenant, createdAt: Date): Promise<boolean> {
    const rows = await sql.query(
      `insert into tenants (id, name, name_key, created_at) values ($1, $2, $3, $4)
       on conflict on constraint tenants_name_unique do nothing returning id`,
      [tenant.id, tenant.name, comparisonKey(tenant.name), createdAt],
    );
    return rows.length === 1;
  },
};
