import { RETRY_SECONDS_SQL } from "../../platform/jobs/tries.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { HostKey } from "./host-binding.ts";

/** A host key under which a CI appeared; `stamp` changes with each appearance. */
export interface Appeared extends HostKey {
  stamp: number;
  tries: number;
}

/** Host keys of CIs that appeared while events waited for them. */
export const appearedStore = {
  /** Records those of the keys for which an event waits; returns how many. */
  async record(tx: Sql, tenantId: string, keys: readonly HostKey[]): Promise<number> {
    const rows = await tx.query(
      `insert into appeared_hosts (tenant_id, kind, value)
       select $1, k.kind, k.value from unnest($2::text[], $3::text[]) as k (kind, value)
       where exists (select 1 from event_waits e where e.tenant_id = $1 and e.kind = k.kind and e.value = k.value)
       order by k.kind, k.value
       on conflict (tenant_id, kind, value) do update set stamp = default, tries = 0, not_before = now()
       returning 1`,
      [tenantId, keys.map(({ kind }) => kind), keys.map(({ value }) => value)],
    );
    return rows.length;
  },

  due: (sql: Sql, tenantId: string, limit: number): Promise<Appeared[]> =>
    sql.query(
      `select kind, value, stamp, tries from appeared_hosts where tenant_id = $1 and not_before <= now()
       order by stamp limit $2`,
      [tenantId, limit],
    ),

  /** Deletes the keys, except those under which a CI appeared again. */
  async remove(sql: Sql, tenantId: string, keys: readonly Appeared[]): Promise<void> {
    await sql.query(
      `delete from appeared_hosts a using unnest($2::text[], $3::text[], $4::bigint[]) as k (kind, value, stamp)
       where a.tenant_id = $1 and a.kind = k.kind and a.value = k.value and a.stamp = k.stamp`,
      [tenantId, ...columns(keys)],
    );
  },

  /** Counts a failed try of the keys, which are due again later. */
  async postpone(sql: Sql, tenantId: string, keys: readonly Appeared[]): Promise<void> {
    await sql.query(
      `update appeared_hosts a set tries = a.tries + 1, not_before = now() + make_interval(secs => ${RETRY_SECONDS_SQL("a.tries + 1")})
       from unnest($2::text[], $3::text[], $4::bigint[]) as k (kind, value, stamp)
       where a.tenant_id = $1 and a.kind = k.kind and a.value = k.value and a.stamp = k.stamp`,
      [tenantId, ...columns(keys)],
    );
  },
};

function columns(keys: readonly Appeared[]): unknown[] {
  return [keys.map(({ kind }) => kind), keys.map(({ value }) => value), keys.map(({ stamp }) => stamp)];
}
