import type { Sql } from "../../platform/postgres/postgres.ts";
import type { HostKey } from "./host-binding.ts";

/** Host keys for which unbound events wait. */
export const waitsStore = {
  /** Whether any event of the tenant waits for a CI. */
  async hasWaiting(sql: Sql, tenantId: string): Promise<boolean> {
    return (await sql.query("select 1 from event_waits where tenant_id = $1 limit 1", [tenantId])).length > 0;
  },

  /** Whether any event of the tenant waits for one of these keys. */
  async hasWaitingFor(sql: Sql, tenantId: string, keys: readonly HostKey[]): Promise<boolean> {
    const rows = await sql.query(
      `select 1 from unnest($2::text[], $3::text[]) as w (kind, value)
       where exists (select 1 from event_waits e where e.tenant_id = $1 and e.kind = w.kind and e.value = w.value)
       limit 1`,
      [tenantId, keys.map(({ kind }) => kind), keys.map(({ value }) => value)],
    );
    return rows.length > 0;
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

  /** Events of every tenant that began to wait at `since` or later, the newest first up to `limit`. */
  listRecent: (sql: Sql, since: Date, limit: number): Promise<{ tenantId: string; ids: string[] }[]> =>
    sql.query(
      `select tenant_id as "tenantId", array_agg(distinct event_id) as ids
       from (select tenant_id, event_id from event_waits where since >= $1 order by since desc limit $2) w
       group by tenant_id`,
      [since, limit],
    ),

  /** Replaces the host keys for which these events wait. */
  async replaceKeys(
    tx: Sql,
    tenantId: string,
    events: readonly { id: string; keys: readonly HostKey[]; isNew: boolean }[],
    since: Date,
  ): Promise<void> {
    const known = events.filter(({ isNew }) => !isNew).map(({ id }) => id);
    if (known.length > 0) {
      await tx.query("delete from event_waits where tenant_id = $1 and event_id = any($2::text[])", [tenantId, known]);
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
