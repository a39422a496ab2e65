import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { Severity } from "../../events/index.ts";
import type { CorrelatedEvent } from "../correlation.model.ts";
import { COLUMNS } from "../correlations/correlation.store.ts";
import type { Findings, Incident, IncidentStatus } from "./incident.model.ts";

/** Ids that are shown of one incident. */
const MOST_IDS = 1_000;

const SHOWN = `i.id, i.status, i.severity, i.first_seen as "firstSeen", i.last_seen as "lastSeen",
  i.event_count as "eventCount", i.open_count as "openCount", i.findings, i.created_at as "createdAt",
  i.updated_at as "updatedAt",
  array(select m.event_id from incident_events m where m.tenant_id = i.tenant_id and m.incident_id = i.id
        order by m.event_id desc limit ${MOST_IDS}) as "eventIds"`;

export interface IncidentFilter {
  status: readonly IncidentStatus[];
  severity?: readonly Severity[] | undefined;
}

export interface IncidentWindow {
  order: "asc" | "desc";
  limit: number;
  offset: number;
  after: { at: Date; id: string } | undefined;
}

/** An incident whose cause is to be worked out anew. */
export interface StaleIncident {
  id: string;
  version: number;
}

/** What incidents are read by, and what was found out about them. */
export const incidentListsStore = {
  async find(sql: Sql, tenantId: string, id: string): Promise<Incident | undefined> {
    const rows = await sql.query<Incident>(
      `select ${SHOWN} from incidents i where i.tenant_id = $1 and i.merged_into is null
         and i.id = coalesce((select merged_into from incidents where tenant_id = $1 and id = $2), $2)`,
      [tenantId, id],
    );
    return rows[0];
  },

  window(
    sql: Sql,
    tenantId: string,
    { status, severity }: IncidentFilter,
    { order, limit, offset, after }: IncidentWindow,
  ): Promise<Incident[]> {
    return sql.query(
      `select ${SHOWN} from (
         select * from incidents
         where tenant_id = $1 and merged_into is null and status = any($2::text[])
           and ($3::text[] is null or severity = any($3::text[]))
           and ($4::timestamptz is null or (last_seen, id) ${order === "asc" ? ">" : "<"} ($4::timestamptz, $5::text))
         order by last_seen ${order}, id ${order} limit $6 offset $7) i
       order by i.last_seen ${order}, i.id ${order}`,
      [tenantId, status, severity ?? null, after?.at ?? null, after?.id ?? null, limit, offset],
    );
  },

  async count(sql: Sql, tenantId: string, { status, severity }: IncidentFilter): Promise<number> {
    const rows = await sql.query<{ total: number }>(
      `select count(*) as total from incidents
       where tenant_id = $1 and merged_into is null and status = any($2::text[])
         and ($3::text[] is null or severity = any($3::text[]))`,
      [tenantId, status, severity ?? null],
    );
    return rows[0]?.total ?? 0;
  },

  stale: (sql: Sql, tenantId: string, limit: number): Promise<StaleIncident[]> =>
    sql.query(
      `select id, version from incidents where tenant_id = $1 and found_at < version and merged_into is null
       order by id desc limit $2`,
      [tenantId, limit],
    ),

  /** Unresolved members, newest first. */
  unresolved: (sql: Sql, tenantId: string, id: string, limit: number): Promise<CorrelatedEvent[]> =>
    sql.query(
      `select ${COLUMNS} from events e where e.tenant_id || '' = $1 and e.id = any(array(
         select event_id from incident_events where tenant_id = $1 and incident_id = $2 and is_open
         order by event_id desc limit $3))`,
      [tenantId, id, limit],
    ),

  /** Keeps what was found, unless the incident changed meanwhile; null: what was found before still tells of it. */
  async putFindings(
    sql: Sql,
    tenantId: string,
    { id, version }: StaleIncident,
    findings: Findings | null,
    now: Date,
  ): Promise<void> {
    await sql.query(
      `update incidents set findings = coalesce($4::jsonb, findings), found_at = $3, updated_at = $5
       where tenant_id = $1 and id = $2 and version = $3`,
      [tenantId, id, version, findings && JSON.stringify(findings), now],
    );
  },

  /** Forgets resolved incidents that long ago were seen last, so many at a time; answers how many in all. */
  async deleteEnded(sql: Sql, tenantId: string, before: Date, batch = 2_000): Promise<number> {
    let forgotten = 0;
    for (let count = batch; count === batch; forgotten += count) {
      const rows = await sql.query(
        `with gone as (
           delete from incidents where tenant_id = $1 and id in (
             select id from incidents where tenant_id = $1 and status = 'resolved' and updated_at < $2
               and last_seen < $2 limit $3)
           returning id),
         members as (delete from incident_events m using gone where m.tenant_id = $1 and m.incident_id = gone.id)
         select id from gone`,
        [tenantId, before, batch],
      );
      count = rows.length;
    }
    return forgotten;
  },
};
