import type { Sql } from "../../platform/postgres/postgres.ts";
import { comparisonKey, type Tenant } from "./access.model.ts";

/** Every query on tenants. */
export const tenantsStore = {
  async ids(sql: Sql): Promise<string[]> {
    return (await sql.query<{ id: string }>("select id from tenants order by id")).map((row) => row.id);
  },

  /** The tenant of that name, case aside. */
  async findByName(sql: Sql, name: string): Promise<Tenant | undefined> {
    const rows = await sql.query<Tenant>("select id, name from tenants where name_key = $1", [comparisonKey(name)]);
    return rows[0];
  },

  /** Whether the row was made; false where the name is taken. Waits for another transaction that is making it. */
  async insertIfFree(sql: Sql, tenant: Tenant, createdAt: Date): Promise<boolean> {
    const rows = await sql.query(
      `insert into tenants (id, name, name_key, created_at) values ($1, $2, $3, $4)
       on conflict on constraint tenants_name_unique do nothing returning id`,
      [tenant.id, tenant.name, comparisonKey(tenant.name), createdAt],
    );
    return rows.length === 1;
  },
};
