import type { Sql } from "../../../platform/postgres/postgres.ts";
import { AT } from "../correlations/correlation.store.ts";
import type { MemberEvent } from "./incident.model.ts";
import { APART_FROM } from "./incidents.store.ts";

/** An open incident, as it is read to be split. */
export interface SplittableIncident {
  id: string;
  version: number;
  eventCount: number;
  /** It is as a split left it. */
  isUnchangedSinceSplit: boolean;
  /** Incidents of unconnected faults, with which links do not merge it. */
  apartFrom: string[];
}

/** The statements by which incidents are split. */
export const incidentSplitsStore = {
  /** The incident and the incidents that it is apart from, as far as they are open. */
  withApart: (sql: Sql, tenantId: string, id: string): Promise<SplittableIncident[]> =>
    sql.query(
      `select i.id, i.version, i.event_count as "eventCount", 
         i.split_at_version >= i.version as "isUnchangedSinceSplit", ${APART_FROM} as "apartFrom" from incidents i
       where i.tenant_id = $1 and i.status = 'open' and i.merged_into is null and i.id = any(array(
         select $2 union all
         select unnest(${APART_FROM}) from incidents i where i.tenant_id = $1 and i.id = $2))
       order by i.id`,
      [tenantId, id],
    ),

  /** The events of these incidents, oldest first; undefined while some were deleted and are yet to leave them. */
  async members(sql: Sql, tenantId: string, ids: readonly string[]): Promise<MemberEvent[] | undefined> {
    const rows = await sql.query<MemberEvent & { isDeleted: boolean }>(
      `select m.event_id as id, m.incident_id as "incidentId", m.is_open as "isOpen", e.id is null as "isDeleted",
         e.severity, e.affected_cis as "affectedCis", ${AT} as at, greatest(e.last_seen, ${AT}) as "lastSeen"
       from incident_events m left join events e on e.id = m.event_id and e.tenant_id || '' = $1
       where m.tenant_id = $1 and m.incident_id = any($2::text[]) order by m.event_id`,
      [tenantId, ids],
    );
    return rows.some(({ isDeleted }) => isDeleted) ? undefined : rows;
  },

  async areUnchanged(tx: Sql, tenantId: string, incidents: readonly SplittableIncident[]): Promise<boolean> {
    const rows = await tx.query(
      `select 1 from unnest($2::text[], $3::bigint[]) as r (id, version)
       join incidents i on i.tenant_id = $1 and i.id = r.id and i.version = r.version
       where i.status = 'open' and i.merged_into is null`,
      [tenantId, incidents.map(({ id }) => id), incidents.map(({ version }) => version)],
    );
    return rows.length === incidents.length;
  },

  /**
   * Notes that these incidents are as a split left them, and from which others the new ones were split. An incident
   * without unresolved events loses its findings, as they are about events that it had before.
   */
  async markSplit(
    tx: Sql,
    tenantId: string,
    ids: readonly string[],
    splitFrom: ReadonlyMap<string, string>,
  ): Promise<void> {
    await tx.query(
      `update incidents i set split_at_version = i.version, split_from = coalesce(f.split_from, i.split_from),
         findings = case when i.open_count > 0 then i.findings end
       from unnest($2::text[]) as c (id) left join unnest($3::text[], $4::text[]) as f (id, split_from) using (id)
       where i.tenant_id = $1 and i.id = c.id`,
      [tenantId, ids, [...splitFrom.keys()], [...splitFrom.values()]],
    );
  },
};
