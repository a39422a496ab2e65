import type { Sql } from "../../platform/postgres/postgres.ts";

interface Pair {
  ciId: string;
  eventId: string;
}

/** Which CIs alarm, and the queue of what incidents have yet to follow. */
export const alarmsStore = {
  async follow(
    tx: Sql,
    tenantId: string,
    { added, removed, queued }: { added: readonly Pair[]; removed: readonly Pair[]; queued: readonly string[] },
  ): Promise<void> {
    await tx.query(
      `with gone as (
         delete from open_alarms where tenant_id = $1
           and (ci_id, event_id) in (select * from unnest($4::text[] collate "C", $5::text[] collate "C"))),
       come as (
         insert into open_alarms (tenant_id, ci_id, event_id)
         select $1, a.* from unnest($2::text[], $3::text[]) as a on conflict do nothing)
       insert into incident_queue (tenant_id, event_id) select $1, unnest($6::text[])`,
      [
        tenantId,
        added.map(({ ciId }) => ciId),
        added.map(({ eventId }) => eventId),
        removed.map(({ ciId }) => ciId),
        removed.map(({ eventId }) => eventId),
        queued,
      ],
    );
  },

  async forgetCis(sql: Sql, tenantId: string, ciIds: readonly string[]): Promise<void> {
    await sql.query("delete from open_alarms where tenant_id = $1 and ci_id = any($2::text[])", [tenantId, ciIds]);
    await sql.query("delete from alarm_reach where tenant_id || '' = $1 and ci_id = any($2::text[])", [
      tenantId,
      ciIds,
    ]);
    await sql.query("delete from alarm_reach where tenant_id = $1 and needed_id = any($2::text[])", [tenantId, ciIds]);
  },
};
