import { deleteInBatches } from "../../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";

/**
 * Removes deleted events from their incidents; deletes incidents without events, those that were merged into them, and
 * the stored dependencies of CIs without alarms.
 */
async function dropMembers(tx: Sql, tenantId: string, eventIds: readonly string[], now: Date): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `with gone as (
       delete from incident_events where event_id = any($2::text[]) and tenant_id = $1 returning incident_id, is_open),
     counted as (
       select incident_id, count(*) as events, count(*) filter (where is_open) as open from gone group by incident_id)
     update incidents i set event_count = i.event_count - c.events, open_count = i.open_count - c.open,
       status = case when i.open_count > c.open then 'open' else 'resolved' end, version = i.version + 1, updated_at = $3
     from counted c where i.tenant_id = $1 and i.id = c.incident_id returning i.id`,
    [tenantId, eventIds, now],
  );
  await tx.query(
    `with emptied as (
       delete from incidents where tenant_id = $1 and id = any($2::text[]) and event_count <= 0 returning id)
     delete from incidents i using emptied where i.tenant_id = $1 and i.merged_into = emptied.id`,
    [tenantId, rows.map(({ id }) => id)],
  );
  await deleteInBatches(
    tx,
    "alarm_reach",
    "tenant_id = $1 and not exists (select 1 from open_alarms a where a.tenant_id = $1 and a.ci_id = alarm_reach.ci_id)",
    [tenantId],
  );
}

/** Events and CIs that belong to incidents. */
export const incidentMembersStore = { drop: dropMembers };
