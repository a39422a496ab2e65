import { RETRY_SECONDS_SQL } from "../../platform/jobs/tries.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { HostKey } from "./host-binding.ts";

/** Host keys for which unbound events wait. */
export const waitsStore = {
  /** Whether any event of the tenant waits for a CI. */
  async hasWaiting(sql: Sql, tenantId: string): Promise<boolean> {
    return (await sql.query("select 1 from event_waits where tenant_id = $1 limit 1", [tenantId])).length > 0;
  },

  /** Ids of events that wait for one of these keys, ascending, after the id `after`. */
  async listWaiting(
    sql: Sql,
    tenantId: string,
    keys: readonly HostKey[],
    after: string,
    limit: number,
  ): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `select distinct e.event_id as id from unnest($2::text[], $3::text[]) as w (kind, value)
       join event_waits e on e.tenant_id = $1 and e.kind = w.kind and e.value = w.value and e.event_id > $4
       order by 1 limit $5`,
      [tenantId, keys.map(({ kind }) => kind), keys.map(({ value }) => value), after, limit],
    );
    return rows.map(({ id }) => id);
  },

  /** Ids of events for which the graph was not yet searched since they were stored, ascending, after the id `after`. */
  async listUnsearched(sql: Sql, tenantId: string, after: string, limit: number): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `select distinct event_id as id from event_waits where tenant_id = $1 and not searched and not_before <= now()
         and event_id > $2 order by 1 limit $3`,
      [tenantId, after, limit],
    );
    return rows.map(({ id }) => id);
  },

  /** Tenants whose events wait for a search of the graph: new events, and those under whose host keys a CI appeared. */
  async owedTenants(sql: Sql): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `select t.id from tenants t where t.deleted_at is null and (
         exists (select 1 from event_waits w where w.tenant_id = t.id and not w.searched and w.not_before <= now())
         or exists (select 1 from appeared_hosts a where a.tenant_id = t.id and a.not_before <= now()))
       order by t.id`,
    );
    return rows.map(({ id }) => id);
  },

  /** Records that the graph was searched for these events by these keys. Keys that an event got meanwhile stay unsearched. */
  async markSearched(sql: Sql, tenantId: string, events: readonly { id: string; keys: readonly HostKey[] }[]) {
    const rows = events.flatMap(({ id, keys }) => keys.map((key) => ({ id, ...key })));
    await sql.query(
      `update event_waits w set searched = true, tries = 0
       from unnest($2::text[], $3::text[], $4::text[]) as k (kind, value, event_id)
       where w.tenant_id = $1 and w.kind = k.kind and w.value = k.value and w.event_id = k.event_id and not w.searched`,
      [tenantId, rows.map(({ kind }) => kind), rows.map(({ value }) => value), rows.map(({ id }) => id)],
    );
  },

  /** Counts a failed search for these events, which is due again later; returns the number of tries by event. */
  async recordFailure(sql: Sql, tenantId: string, ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await sql.query<{ id: string; tries: number }>(
      `update event_waits set tries = tries + 1,
         not_before = now() + make_interval(secs => ${RETRY_SECONDS_SQL("tries + 1")})
       where tenant_id = $1 and event_id = any($2::text[]) and not searched returning event_id as id, tries`,
      [tenantId, ids],
    );
    return new Map(rows.map(({ id, tries }) => [id, tries]));
  },

  /** Deletes the waits of events that are bound or deleted. */
  async remove(sql: Sql, tenantId: string, ids: readonly string[]): Promise<void> {
    await sql.query("delete from event_waits where tenant_id = $1 and event_id = any($2::text[])", [tenantId, ids]);
  },

  /** Replaces the host keys for which these events wait. */
  async replaceKeys(
    tx: Sql,
    tenantId: string,
    events: readonly { id: string; keys: readonly HostKey[]; isNew: boolean }[],
    since: Date,
  ): Promise<void> {
    const known = events.filter(({ isNew }) => !isNew).map(({ id }) => id);
    if (known.length > 0) {
      await this.remove(tx, tenantId, known);
    }
    const rows = events.flatMap(({ id, keys }) => keys.map((key) => ({ id, ...key })));
    if (rows.length === 0) return;
    await tx.query(
      `insert into event_waits (tenant_id, kind, value, event_id, since)
       select $1, w.kind, w.value, w.event_id, $5 from unnest($2::text[], $3::text[], $4::text[]) as w (kind, value, event_id)
       on conflict do nothing`,
      [tenantId, rows.map(({ kind }) => kind), rows.map(({ value }) => value), rows.map(({ id }) => id), since],
    );
  },
};
