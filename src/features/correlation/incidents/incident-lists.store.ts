import { RETRY_SECONDS_SQL } from "../../../platform/jobs/tries.ts";
import { deleteInBatches } from "../../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { TimedWindow } from "../../../platform/timed-list.ts";
import type { Severity } from "../../events/index.ts";
import type { CorrelatedEvent } from "../correlation.model.ts";
import { COLUMNS } from "../correlations/correlation.store.ts";
import type { Findings, Incident, IncidentStatus } from "./incident.model.ts";

/** Ids that are shown of one incident: of its events, and of incidents that were split from it. */
const MOST_IDS = 1_000;
const MOST_SPLIT = 20;

const SHOWN = `i.id, i.status, i.severity, i.first_seen as "firstSeen", i.last_seen as "lastSeen",
  i.event_count as "eventCount", i.open_count as "openCount", i.findings, i.created_at as "createdAt",
  i.updated_at as "updatedAt",
  array(select m.event_id from incident_events m where m.tenant_id = i.tenant_id and m.incident_id = i.id
        order by m.event_id desc limit ${MOST_IDS}) as "eventIds",
  (select nullif(coalesce(f.merged_into, f.id), i.id) from incidents f
   where f.tenant_id = i.tenant_id and f.id = i.split_from) as "splitFrom",
  array(select distinct coalesce(s.merged_into, s.id) as id from incidents s
        where s.tenant_id = i.tenant_id and coalesce(s.merged_into, s.id) <> i.id and s.split_from = any(array(
          select i.id union all select m.id from incidents m where m.tenant_id = i.tenant_id and m.merged_into = i.id))
        order by id desc limit ${MOST_SPLIT}) as "splitInto"`;

export interface IncidentFilter {
  status: readonly IncidentStatus[];
  severity?: readonly Severity[] | undefined;
}

/** An incident whose cause is to be worked out anew. */
export interface StaleIncident {
  id: string;
  version: number;
}

/** An open incident of a CI. */
export interface OpenIncident {
  ciId: string;
  id: string;
  severity: Severity;
  openCount: number;
  /** Of its latest unresolved event on the CI. */
  title: string;
}

/** Alarms of one CI whose incidents are read. */
const MOST_ALARMS = 100;

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
    { order, limit, offset, after }: TimedWindow,
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

  /** The open incidents of the highest severities, those last seen first. */
  worst: (sql: Sql, tenantId: string, limit: number): Promise<Incident[]> =>
    sql.query(
      `select ${SHOWN} from (
         select * from incidents where tenant_id = $1 and merged_into is null and status = 'open'
         order by array_position(array['critical', 'high', 'medium', 'low'], severity), last_seen desc, id desc limit $2) i
       order by array_position(array['critical', 'high', 'medium', 'low'], i.severity), i.last_seen desc, i.id desc`,
      [tenantId, limit],
    ),

  /** The open incidents of the unresolved events of CIs, each once a CI. */
  openOf: (sql: Sql, tenantId: string, ciIds: readonly string[]): Promise<OpenIncident[]> =>
    sql.query(
      `select c.id as "ciId", i.id, i.severity, i.open_count as "openCount", e.title
       from unnest($2::text[]) as c (id) cross join lateral (
         select m.incident_id, max(m.event_id collate "C") as event_id from (
           select event_id from open_alarms where tenant_id = $1 and ci_id = c.id collate "C"
           order by event_id desc limit ${MOST_ALARMS}) a
         join incident_events m on m.event_id = a.event_id and m.tenant_id = $1 and m.is_open
         group by m.incident_id) f
       join incidents i on i.tenant_id = $1 and i.id = f.incident_id
       join events e on e.id = f.event_id and e.tenant_id = $1
       where i.status = 'open' and i.merged_into is null order by 1, i.last_seen desc, i.id`,
      [tenantId, ciIds],
    ),

  stale: (sql: Sql, tenantId: string, limit: number): Promise<StaleIncident[]> =>
    sql.query(
      `select id, version from incidents where tenant_id = $1 and found_at < version and merged_into is null
         and not_before <= now()
       order by id desc limit $2`,
      [tenantId, limit],
    ),

  /** Counts a failed analysis, which is due again later; returns the number of tries. */
  async recordFailure(sql: Sql, tenantId: string, { id, version }: StaleIncident): Promise<number> {
    const rows = await sql.query<{ tries: number }>(
      `update incidents set tries = tries + 1,
         not_before = now() + make_interval(secs => ${RETRY_SECONDS_SQL("tries + 1")})
       where tenant_id = $1 and id = $2 and version = $3 returning tries`,
      [tenantId, id, version],
    );
    return rows[0]?.tries ?? 0;
  },

  /** Unresolved members, newest first. */
  unresolved: (sql: Sql, tenantId: string, id: string, limit: number): Promise<CorrelatedEvent[]> =>
    sql.query(
      `select ${COLUMNS} from events e where e.tenant_id || '' = $1 and e.id = any(array(
         select event_id from incident_events where tenant_id = $1 and incident_id = $2 and is_open
         order by event_id desc limit $3))`,
      [tenantId, id, limit],
    ),

  /**
   * Keeps what was found, unless the incident changed meanwhile; null: what was found before still tells of it.
   *
   * @param isFinal false: the incident is analysed once more
   */
  async putFindings(
    sql: Sql,
    tenantId: string,
    { id, version }: StaleIncident,
    findings: Findings | null,
    { now, isFinal }: { now: Date; isFinal: boolean },
  ): Promise<void> {
    await sql.query(
      `update incidents set findings = coalesce($4::jsonb, findings), updated_at = $5,
         found_at = case when $6::boolean then $3 else found_at end, tries = case when $6::boolean then 0 else tries end
       where tenant_id = $1 and id = $2 and version = $3`,
      [tenantId, id, version, findings && JSON.stringify(findings), now, isFinal],
    );
  },

  /** Deletes resolved incidents that were last seen before that time, with their members; returns how many incidents. */
  async deleteEnded(sql: Sql, tenantId: string, before: Date, batch = 500): Promise<number> {
    const ended = "tenant_id = $1 and status = 'resolved' and updated_at < $2 and last_seen < $2";
    let deleted = 0;
    for (let count = batch; count === batch; ) {
      const rows = await sql.query<{ id: string }>(`select id from incidents where ${ended} limit $3`, [
        tenantId,
        before,
        batch,
      ]);
      const ids = rows.map(({ id }) => id);
      // Members first: one incident may have any number of them.
      const ofIncidents = "tenant_id = $1 and incident_id = any($2::text[])";
      await deleteInBatches(sql, "incident_events", ofIncidents, [tenantId, ids]);
      const gone = await sql.query(`delete from incidents where ${ended} and id = any($3::text[]) returning id`, [
        tenantId,
        before,
        ids,
      ]);
      deleted += gone.length;
      count = gone.length;
    }
    return deleted;
  },
};
