import { deletePairs } from "../../../platform/postgres/pairs.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";

/** A CI that alarms, and an event by which it does. */
export interface Alarm {
  ciId: string;
  eventId: string;
}

/** A CI that alarms by more stands no worse for it. */
const MOST_OF_ONE = 1_000;

/** Which CIs alarm, and the queue of what incidents have yet to follow. */
export const alarmsStore = {
  async follow(
    tx: Sql,
    tenantId: string,
    { added, removed, queued }: { added: readonly Alarm[]; removed: readonly Alarm[]; queued: readonly string[] },
  ): Promise<void> {
    if (removed.length > 0) await deletePairs(tx, "open_alarms", tenantId, removed);
    await tx.query(
      `with come as (
         insert into open_alarms (tenant_id, ci_id, event_id)
         select $1, a.* from unnest($2::text[], $3::text[]) as a on conflict do nothing)
       insert into incident_queue (tenant_id, event_id) select $1, unnest($4::text[])`,
      [tenantId, added.map(({ ciId }) => ciId), added.map(({ eventId }) => eventId), queued],
      { prepared: true },
    );
  },

  /** By which events CIs alarm: of each CI the newest. Events that are resolved are not among them. */
  of: (sql: Sql, tenantId: string, ciIds: readonly string[]): Promise<Alarm[]> =>
    sql.query(
      `select c.id as "ciId", a.event_id as "eventId" from unnest($2::text[]) as c (id) cross join lateral (
         select event_id from open_alarms where tenant_id = $1 and ci_id = c.id collate "C"
         order by event_id desc limit ${MOST_OF_ONE}) a`,
      [tenantId, ciIds],
    ),

  async removeCis(sql: Sql, tenantId: string, ciIds: readonly string[]): Promise<void> {
    await sql.query("delete from open_alarms where tenant_id = $1 and ci_id = any($2::text[])", [tenantId, ciIds]);
    await sql.query("delete from alarm_reach where tenant_id || '' = $1 and ci_id = any($2::text[])", [
      tenantId,
      ciIds,
    ]);
    await sql.query("delete from alarm_reach where tenant_id = $1 and needed_id = any($2::text[])", [tenantId, ciIds]);
  },
};
