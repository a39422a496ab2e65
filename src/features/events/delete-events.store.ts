import { deleteInBatches } from "../../platform/postgres/delete-in-batches.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { addCountsSql, countsStore } from "./counts.store.ts";
import type { RemovedEvent } from "./event-changes.ts";

/**
 * SQL that deletes the events whose ids the query selects and locks, with their CI links, waits, history and counts. `$1` is
 * the tenant. Returns the deleted events.
 */
const deletionSql = (found: string) => `
  with deleted as (
    delete from events where tenant_id = $1 and id in (${found}) returning id, affected_cis, status, severity, version),
  cis as (delete from event_cis c using deleted, unnest(deleted.affected_cis) as a (ci_id)
          where c.tenant_id = $1 and c.ci_id = a.ci_id and c.event_id = deleted.id),
  waits as (delete from event_waits w using deleted where w.tenant_id = $1 and w.event_id = deleted.id),
  moves as (delete from event_history h using deleted where h.tenant_id = $1 and h.event_id = deleted.id),
  counted as (${addCountsSql("select status, severity, -1 as by from deleted")})
  select id, affected_cis as "affectedCis", status, version from deleted`;

/** Deletes up to `limit` of a tenant's events that were resolved before `before`, with all that belongs to them. */
export function deleteResolved(tx: Sql, tenantId: string, before: Date, limit: number): Promise<RemovedEvent[]> {
  return tx.query(
    deletionSql(`select id from events where tenant_id = $1 and status = 'resolved' and resolved_at < $2
             order by id limit $3 for update skip locked`),
    [tenantId, before, limit],
  );
}

export async function deleteEndedWindows(sql: Sql, tenantId: string, before: Date): Promise<void> {
  await deleteInBatches(sql, "maintenance_windows", "tenant_id = $1 and ends_at < $2", [tenantId, before]);
}

/** Deletes these events in any status, with all that belongs to them. */
export function deleteByIds(tx: Sql, tenantId: string, ids: readonly string[]): Promise<RemovedEvent[]> {
  const found = "select id from events where id = any($2::text[]) and tenant_id || '' = $1 order by id for update";
  return tx.query(deletionSql(found), [tenantId, ids]);
}

/** Links between events and CIs that one transaction removes. */
const LINKS = 2_000;

/**
 * Removes purged CIs from events and maintenance windows, in several transactions: a CI may have had any number of events.
 * The events stay, and no change of them is published: the deletion of the CIs was published when it happened, usually a
 * month before, and nothing subscribes to the other fields.
 */
export async function unlinkCis(postgres: Postgres, tenantId: string, ciIds: readonly string[]): Promise<void> {
  for (let removed = LINKS; removed === LINKS; ) {
    removed = await postgres.transaction((tx) => unlinkBatch(tx, tenantId, ciIds));
  }
  await postgres.query("delete from cis_under_maintenance where tenant_id = $1 and ci_id = any($2::text[])", [
    tenantId,
    ciIds,
  ]);
  await postgres.query(
    `update maintenance_windows w set ci_ids = array(
         select a.id from unnest(w.ci_ids) with ordinality as a (id, place)
         where a.id <> all($2::text[]) order by a.place)
     where w.tenant_id = $1 and w.ci_ids && $2::text[]`,
    [tenantId, ciIds],
  );
}

/** Returns the number of removed links. */
async function unlinkBatch(tx: Sql, tenantId: string, ciIds: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ removed: number }>(
    `with links as materialized (
       select ci_id, event_id from event_cis where tenant_id = $1 and ci_id = any($2::text[]) limit ${LINKS}),
     found as (
       select id from events where tenant_id = $1 and id in (select event_id from links) order by id for update),
     updated as (
       update events e set affected_cis = array(
           select a.id from unnest(e.affected_cis) with ordinality as a (id, place)
           where a.id <> all($2::text[]) order by a.place),
         version = e.version + 1
       from found where e.tenant_id = $1 and e.id = found.id),
     removed as (
       delete from event_cis c using links l
       where c.tenant_id = $1 and c.ci_id = l.ci_id and c.event_id = l.event_id returning 1)
     select count(*) as removed from removed`,
    [tenantId, ciIds],
  );
  // Lists filtered by CI have changed: `by: 0` changes the stamp.
  await countsStore.add(tx, tenantId, [{ status: "open", severity: "low", by: 0 }]);
  return row?.removed ?? 0;
}
