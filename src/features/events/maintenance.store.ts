import { compare } from "../../model/order.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { textArray } from "../../platform/postgres/text-array.ts";
import type { CiStatusRow } from "./events.graph.store.ts";

/** Most rows of a tenant that `allUnderMaintenance` reads. */
const FEW = 64;

/** CIs under maintenance, by their status or by a window. */
export const maintenanceStore = {
  /**
   * All CIs that are under maintenance at `now`; undefined for a tenant with many that are or once were. For a transaction
   * that does not know its CIs yet: most tenants have few, and need not be asked again once it does. In the order of the key,
   * which its index has: a scan of all tenants' rows would have to sort them.
   */
  async allUnderMaintenance(sql: Sql, tenantId: string, now: Date): Promise<Set<string> | undefined> {
    const rows = await sql.query<{ id: string; active: boolean }>(
      `(select ci_id as id, active from cis_under_maintenance where tenant_id = $1
        order by ci_id limit ${FEW + 1})
       union all
       (select unnest(ci_ids), true from maintenance_windows
        where tenant_id = $1 and starts_at <= $2::timestamptz and ends_at > $2::timestamptz limit ${FEW + 1})`,
      [tenantId, now],
      { prepared: true, early: true },
    );
    if (rows.length > FEW) return undefined;
    return new Set(rows.filter(({ active }) => active).map(({ id }) => id));
  },

  /** The subset of these CIs that is under maintenance at `now`. */
  async underMaintenance(sql: Sql, tenantId: string, ciIds: readonly string[], now: Date): Promise<Set<string>> {
    if (ciIds.length === 0) return new Set();
    const rows = await sql.query<{ id: string }>(
      `select ci_id as id from cis_under_maintenance where tenant_id = $1 and active and ci_id = any($2::text[])
       union all
       select unnest(ci_ids) from maintenance_windows
       where tenant_id = $1 and starts_at <= $3::timestamptz and ends_at > $3::timestamptz and ci_ids && $2::text[]`,
      [tenantId, textArray(ciIds), now],
      { prepared: true },
    );
    return new Set(rows.map(({ id }) => id));
  },

  /**
   * Records whether CIs are under maintenance, newer versions only. `upsert` also inserts a row: for CIs that are, or just
   * ceased to be, under maintenance.
   */
  async recordMaintenance(
    tx: Sql,
    tenantId: string,
    statuses: readonly (Pick<CiStatusRow, "id" | "version"> & { active: boolean; upsert: boolean })[],
  ): Promise<void> {
    const sorted = [...statuses].sort((a, b) => compare(a.id, b.id) || a.version - b.version);
    const upserts = sorted.filter(({ upsert }) => upsert);
    const newest = [...new Map(upserts.map((status) => [status.id, status])).values()];
    if (newest.length > 0) {
      await tx.query(
        `insert into cis_under_maintenance as m (tenant_id, ci_id, version, active)
         select $1, c.* from unnest($2::text[], $3::bigint[], $4::boolean[]) as c
         on conflict (tenant_id, ci_id) do update set active = excluded.active, version = excluded.version
         where m.version < excluded.version`,
        [
          tenantId,
          newest.map(({ id }) => id),
          newest.map(({ version }) => version),
          newest.map(({ active }) => active),
        ],
      );
    }
    const others = sorted.filter(({ upsert, active }) => !upsert && !active);
    if (others.length === 0) return;
    await tx.query(
      `with locked as (
         select ci_id from cis_under_maintenance where tenant_id = $1 and ci_id = any($2::text[]) order by ci_id for update)
       update cis_under_maintenance m set active = false, version = c.version
       from (select ci_id collate "C" as ci_id, max(version) as version
             from unnest($2::text[], $3::bigint[]) as c (ci_id, version) group by 1) c
       where m.tenant_id = $1 and m.ci_id = c.ci_id and m.version < c.version and m.ci_id in (select ci_id from locked)`,
      [tenantId, others.map(({ id }) => id), others.map(({ version }) => version)],
    );
  },
};
