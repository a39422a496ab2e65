import type { Sql } from "../../../platform/postgres/postgres.ts";

export const pendingStore = {
  /** How many mappings of a tenant wait for a person's decision: proposed, or marked for review. Checks no scope. */
  async count(sql: Sql, tenantId: string): Promise<number> {
    const [row] = await sql.query<{ total: number }>(
      "select count(*) as total from software_mappings where tenant_id = $1 and status in ('pending', 'review')",
      [tenantId],
    );
    return row?.total ?? 0;
  },
};
