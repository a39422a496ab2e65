import type { Sql } from "../../platform/postgres/postgres.ts";
import { counting, countsStore } from "./counts.store.ts";
import type { RemovedEvent } from "./event-changes.ts";

/** Removes the events that the query finds, locked, with all that belongs to them; `$1` is the tenant. Answers what they were. */
const removal = (found: string) => `
  with gone as (
    delete from events where tenant_id = $1 and id in (${found}) returning id, affected_cis, status, severity, version),
  cis as (delete from event_cis c using gone, unnest(gone.affected_cis) as a (ci_id)
          where c.tenant_id = $1 and c.ci_id = a.ci_id and c.event_id = gone.id),
  waits as (delete from event_waits w using gone where w.tenant_id = $1 and w.event_id = gone.id),
  moves as (delete from event_history h using gone where h.tenant_id = $1 and h.event_id = gone.id),
  counted as (${counting("select status, severity, -1 as by from gone")})
  select id, affected_cis as "affectedCis", status, version from gone`;

/** Some of a tenant's events that were resolved before then, with all that belongs to them. */
export function removeResolved(tx: Sql, tenantId: string, before: Date, limit: number): Promise<RemovedEvent[]> {
  return tx.query(
    removal(`select id from events where tenant_id = $1 and status = 'resolved' and resolved_at < $2
             order by id limit $3 for update skip locked`),
    [tenantId, before, limit],
  );
}

export async function removeWindows(sql: Sql, tenantId: string, before: Date): Promise<void> {
  await sql.query("delete from maintenance_windows where tenant_id = $1 and ends_at < $2", [tenantId, before]);
}

/** These events, whatever their status, with all that belongs to them. */
export function removeNamed(tx: Sql, tenantId: string, ids: readonly string[]): Promise<RemovedEvent[]> {
  const found = "select id from events where id = any($2::text[]) and tenant_id || '' = $1 order by id for update";
  return tx.query(removal(found), [tenantId, ids]);
}

/**
 * Removes from events what belongs to purged CIs. The events stay, and no change of them is published: the change of the
 * CIs was, when they were deleted, a month before as a rule, and nobody subscribes to what else changes.
 */
export async function forgetCis(tx: Sql, tenantId: string, ciIds: readonly string[]): Promise<void> {
  await tx.query(
    `with found as (
       select id from events where tenant_id = $1
         and id in (select event_id from event_cis where tenant_id = $1 and ci_id = any($2::text[]))
       order by id for update)
     update events e set affected_cis = array(
         select a.id from unnest(e.affected_cis) with ordinality as a (id, place)
         where a.id <> all($2::text[]) order by a.place),
       version = e.version + 1
     from found where e.tenant_id = $1 and e.id = found.id`,
    [tenantId, ciIds],
  );
  await tx.query("delete from event_cis where tenant_id = $1 and ci_id = any($2::text[])", [tenantId, ciIds]);
  // Lists by CI have changed.
  await countsStore.add(tx, tenantId, [{ status: "open", severity: "low", by: 0 }]);
  await tx.query("delete from cis_under_maintenance where tenant_id = $1 and ci_id = any($2::text[])", [
    tenantId,
    ciIds,
  ]);
  await tx.query(
    `update maintenance_windows w set ci_ids = array(
         select a.id from unnest(w.ci_ids) with ordinality as a (id, place)
         where a.id <> all($2::text[]) order by a.place)
     where w.tenant_id = $1 and w.ci_ids && $2::text[]`,
    [tenantId, ciIds],
  );
}
