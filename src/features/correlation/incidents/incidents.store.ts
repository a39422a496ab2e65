import { RETRY_SECONDS_SQL } from "../../../platform/jobs/tries.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { AT } from "../correlations/correlation.store.ts";
import { MAX_DEPENDENTS } from "./alarm-reach.store.ts";
import type { GroupedEvent, IncidentState, RegroupedIncidents } from "./incident.model.ts";

/** Most unresolved events of one CI that are considered. */
const MAX_PER_CI = 20;

/** Ids of the incidents that `i` is apart from; instead of merged incidents, the ones that they were merged into. */
export const APART_FROM = `array(select coalesce(a.merged_into, a.id) from incidents a
  where a.tenant_id = i.tenant_id and a.id = any(i.apart_from))`;

/** An entry of the queue. */
export interface Queued {
  id: number;
  eventId: string;
}

/**
 * The statements that write incidents, one transaction of a tenant at a time. The tenant is compared as an
 * expression where ids find the rows, as for events.
 */
export const incidentsStore = {
  /** Locks the tenant's incidents until the transaction ends, against other transactions that group events or split incidents. */
  async lock(tx: Sql, tenantId: string): Promise<void> {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('incidents ' || $1, 0))", [tenantId]);
  },

  /** The oldest entries that are due. */
  queued: (sql: Sql, tenantId: string, limit: number): Promise<Queued[]> =>
    sql.query(
      `select id, event_id as "eventId" from incident_queue where tenant_id = $1 and not_before <= now()
       order by id limit $2`,
      [tenantId, limit],
    ),

  /** Removes these entries, and those of the same events that failed before; returns the ids of their events. */
  async unqueue(tx: Sql, tenantId: string, ids: readonly number[]): Promise<string[]> {
    const rows = await tx.query<{ eventId: string }>(
      `delete from incident_queue where tenant_id = $1 and id = any($2::bigint[]) returning event_id as "eventId"`,
      [tenantId, ids],
    );
    const eventIds = [...new Set(rows.map(({ eventId }) => eventId))];
    await tx.query("delete from incident_queue where tenant_id = $1 and event_id = any($2::text[]) and tries > 0", [
      tenantId,
      eventIds,
    ]);
    return eventIds;
  },

  /** Counts a failed try of these entries, which are due again later; returns the number of tries by entry. */
  async recordFailure(sql: Sql, tenantId: string, ids: readonly number[]): Promise<Map<number, number>> {
    const rows = await sql.query<{ id: number; tries: number }>(
      `update incident_queue set tries = tries + 1,
         not_before = now() + make_interval(secs => ${RETRY_SECONDS_SQL("tries + 1")})
       where tenant_id = $1 and id = any($2::bigint[]) returning id, tries`,
      [tenantId, ids],
    );
    return new Map(rows.map(({ id, tries }) => [id, tries]));
  },

  /** Tenants that have work that is due. */
  async waiting(sql: Sql): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `select t.id from tenants t where t.deleted_at is null and (
         exists (select 1 from incident_queue q where q.tenant_id = t.id and q.not_before <= now())
         or exists (select 1 from incidents i where i.tenant_id = t.id and i.found_at < i.version
                    and i.merged_into is null and i.not_before <= now()))
       order by t.id`,
    );
    return rows.map(({ id }) => id);
  },

  events: (sql: Sql, tenantId: string, ids: readonly string[]): Promise<GroupedEvent[]> =>
    sql.query(
      `select e.id, e.status <> 'resolved' as "isOpen", e.severity, e.affected_cis as "affectedCis", ${AT} as at,
         greatest(e.last_seen, ${AT}) as "lastSeen",
         (select json_build_object('incidentId', m.incident_id, 'isOpen', m.is_open) from incident_events m
          where m.event_id = e.id and m.tenant_id || '' = $1) as member
       from events e where e.id = any($2::text[]) and e.tenant_id || '' = $1 order by e.id`,
      [tenantId, ids],
    ),

  /**
   * Open incidents of the unresolved events on these CIs: of the newest, and of the newest before that one, since in a
   * storm the newest wait themselves.
   */
  incidentsOfCis: (
    sql: Sql,
    tenantId: string,
    ciIds: readonly string[],
    before: string | undefined,
  ): Promise<{ ciId: string; incidentId: string | null }[]> =>
    sql.query(
      `select distinct c.id as "ciId", m.incident_id as "incidentId" from unnest($2::text[]) as c (id)
       cross join lateral (
         (select event_id from open_alarms a where a.tenant_id = $1 and a.ci_id = c.id collate "C"
          order by event_id desc limit ${MAX_PER_CI})
         union all
         (select event_id from open_alarms a where a.tenant_id = $1 and a.ci_id = c.id collate "C"
            and a.event_id < $3::text collate "C" order by event_id desc limit ${MAX_PER_CI})) a
       left join incident_events m on m.event_id = a.event_id and m.tenant_id || '' = $1 and m.is_open`,
      [tenantId, ciIds, before ?? null],
    ),

  incidents: (sql: Sql, tenantId: string, ids: readonly string[]): Promise<IncidentState[]> =>
    sql.query(
      `select id, first_seen as "firstSeen", last_seen as "lastSeen", event_count as "eventCount",
         open_count as "openCount", severity,
         ${APART_FROM} as "apartFrom"
       from incidents i where tenant_id = $1 and id = any($2::text[]) order by id`,
      [tenantId, ids],
    ),

  async putGroups(
    tx: Sql,
    tenantId: string,
    { states, members, merged }: RegroupedIncidents,
    now: Date,
  ): Promise<void> {
    if (states.length > 0) await incidentsStore.put(tx, tenantId, states, now);
    for (const [into, ids] of merged) await incidentsStore.merge(tx, tenantId, ids, into, now);
    if (members.length > 0) await incidentsStore.putMembers(tx, tenantId, members);
  },

  /** Stores the state of incidents, new and existing ones. */
  async put(tx: Sql, tenantId: string, states: readonly IncidentState[], now: Date): Promise<void> {
    await tx.query(
      `insert into incidents as i (tenant_id, id, status, first_seen, last_seen, event_count, open_count, severity,
         apart_from, created_at, updated_at)
       select $1, r.id, case when r.open_count > 0 then 'open' else 'resolved' end, r.first_seen, r.last_seen,
         r.event_count, r.open_count, r.severity, r.apart_from, $2, $2
       from jsonb_to_recordset($3::jsonb) as r (id text, first_seen timestamptz, last_seen timestamptz,
         event_count bigint, open_count bigint, severity text, apart_from text[])
       on conflict (tenant_id, id) do update set status = excluded.status, first_seen = excluded.first_seen,
         last_seen = excluded.last_seen, event_count = excluded.event_count, open_count = excluded.open_count,
         severity = excluded.severity, apart_from = excluded.apart_from, version = i.version + 1, tries = 0, not_before = now(),
         updated_at = excluded.updated_at`,
      [
        tenantId,
        now,
        JSON.stringify(
          states.map(({ id, firstSeen, lastSeen, eventCount, openCount, severity, apartFrom }) => ({
            id,
            first_seen: firstSeen,
            last_seen: lastSeen,
            event_count: eventCount,
            open_count: openCount,
            severity,
            apart_from: apartFrom,
          })),
        ),
      ],
    );
  },

  async putMembers(tx: Sql, tenantId: string, members: RegroupedIncidents["members"]): Promise<void> {
    await tx.query(
      `insert into incident_events (tenant_id, event_id, incident_id, is_open)
       select $1, r.* from unnest($2::text[], $3::text[], $4::boolean[]) as r
       on conflict (event_id, tenant_id) do update set incident_id = excluded.incident_id, is_open = excluded.is_open`,
      [
        tenantId,
        members.map(({ eventId }) => eventId),
        members.map(({ incidentId }) => incidentId),
        members.map(({ isOpen }) => isOpen),
      ],
    );
  },

  /** Gives the events of some incidents to another, which takes their place. */
  async merge(tx: Sql, tenantId: string, ids: readonly string[], into: string, now: Date): Promise<void> {
    await tx.query(
      "update incident_events set incident_id = $3 where tenant_id = $1 and incident_id = any($2::text[])",
      [tenantId, ids, into],
    );
    await tx.query(
      `update incidents set merged_into = $3, status = 'resolved', open_count = 0, updated_at = $4
       where tenant_id = $1 and (id = any($2::text[]) or merged_into = any($2::text[]))`,
      [tenantId, ids, into, now],
    );
  },

  /**
   * Queues the unresolved events of these CIs once more, as their dependencies changed, and one event of each of their
   * dependents.
   */
  async requeue(tx: Sql, tenantId: string, ciIds: readonly string[]): Promise<number> {
    const rows = await tx.query(
      `insert into incident_queue (tenant_id, event_id)
       select $1, a.event_id from unnest($2::text[]) as c (id)
       cross join lateral (select event_id from open_alarms a where a.tenant_id = $1 and a.ci_id = c.id collate "C"
         order by event_id desc limit ${MAX_PER_CI}) a
       union
       select $1, a.event_id from unnest($2::text[]) as c (id)
       cross join lateral (select ci_id from alarm_reach r where r.tenant_id = $1 and r.needed_id = c.id collate "C"
         order by ci_id limit ${MAX_DEPENDENTS}) r
       cross join lateral (select event_id from open_alarms a where a.tenant_id = $1 and a.ci_id = r.ci_id
         order by event_id desc limit 1) a
       returning id`,
      [tenantId, ciIds],
    );
    return rows.length;
  },

  /**
   * Queues the newest unresolved events of every CI once more, and makes all open incidents stale: what they follow from
   * changed. Returns the number of queued events.
   */
  async requeueAll(tx: Sql, tenantId: string): Promise<number> {
    await tx.query(
      `update incidents set version = version + 1, tries = 0, not_before = now()
       where tenant_id = $1 and status = 'open' and merged_into is null`,
      [tenantId],
    );
    const rows = await tx.query<{ queued: number }>(
      `with queued as (
         insert into incident_queue (tenant_id, event_id)
         select distinct $1, a.event_id from (select distinct ci_id from open_alarms where tenant_id = $1) c
         cross join lateral (select event_id from open_alarms a where a.tenant_id = $1 and a.ci_id = c.ci_id
           order by event_id desc limit ${MAX_PER_CI}) a
         returning 1)
       select count(*) as queued from queued`,
      [tenantId],
    );
    return rows[0]?.queued ?? 0;
  },
};
