import { RETRY_SECONDS_SQL } from "../../platform/jobs/tries.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";

/** A webhook whose health is to be reported; `stamp` changes with each change of its health. */
export interface DueReport {
  /** Null for one of an older version. */
  name: string | null;
  stamp: number;
}

/** Webhooks whose health changed and is not yet reported by an event. */
export const healthReportsStore = {
  async add(tx: Sql, tenantId: string, webhookId: string, name: string): Promise<void> {
    await tx.query(
      `insert into webhook_health_reports (tenant_id, webhook_id, name) values ($1, $2, $3)
       on conflict (tenant_id, webhook_id) do update set name = $3, stamp = default, tries = 0, not_before = now()`,
      [tenantId, webhookId, name],
    );
  },

  async find(sql: Sql, tenantId: string, webhookId: string): Promise<DueReport | undefined> {
    const text = "select name, stamp from webhook_health_reports where tenant_id = $1 and webhook_id = $2";
    return (await sql.query<DueReport>(text, [tenantId, webhookId]))[0];
  },

  due: (sql: Sql, limit: number): Promise<{ tenantId: string; webhookId: string }[]> =>
    sql.query(
      `select tenant_id as "tenantId", webhook_id as "webhookId" from webhook_health_reports where not_before <= now()
       order by stamp limit $1`,
      [limit],
    ),

  /** Deletes the row, unless the webhook's health changed again. */
  async remove(sql: Sql, tenantId: string, webhookId: string, { stamp }: Pick<DueReport, "stamp">): Promise<void> {
    await sql.query("delete from webhook_health_reports where tenant_id = $1 and webhook_id = $2 and stamp = $3", [
      tenantId,
      webhookId,
      stamp,
    ]);
  },

  /** Counts a failed try; the report is due again later. Returns the number of tries. */
  async recordFailure(sql: Sql, tenantId: string, webhookId: string): Promise<number> {
    const rows = await sql.query<{ tries: number }>(
      `update webhook_health_reports set tries = tries + 1,
         not_before = now() + make_interval(secs => ${RETRY_SECONDS_SQL("tries + 1")})
       where tenant_id = $1 and webhook_id = $2 returning tries`,
      [tenantId, webhookId],
    );
    return rows[0]?.tries ?? 0;
  },
};
