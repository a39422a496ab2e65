import type { Sql } from "../../platform/postgres/postgres.ts";

/** How many events occurred in one hour of the week, in UTC. */
export interface HourOfWeek {
  /** 0: Monday from 00:00; 167: Sunday from 23:00. */
  hour: number;
  events: number;
}

/** Events of one CI that are counted, the newest, and CIs whose events are. */
const MOST_OF_CI = 300;
const MOST_CIS = 100;

/** Events of the first hundred of these CIs since a moment, by hour of the week; hours without any are absent. */
function eventsByHour(
  sql: Sql,
  tenantId: string,
  { ciIds, since }: { ciIds: readonly string[]; since: Date },
): Promise<HourOfWeek[]> {
  if (ciIds.length === 0) return Promise.resolve([]);
  // By its id alone: for a tenant missing from the statistics, Postgres would otherwise read every event.
  return sql.query(
    `select ((extract(isodow from at) - 1) * 24 + extract(hour from at))::int as hour, count(*)::int as events
     from (select distinct e.id, e.occurred_at at time zone 'UTC' as at
           from unnest($2::text[]) as c (id) cross join lateral (
             select event_id from event_cis where tenant_id = $1 and ci_id = c.id collate "C"
             order by event_id desc limit ${MOST_OF_CI}) k
           cross join lateral (
             select x.id, x.occurred_at from events x
             where x.id = k.event_id and x.tenant_id || '' = $1 and x.occurred_at >= $3 limit 1) e) found
     group by 1 order by 1`,
    [tenantId, ciIds.slice(0, MOST_CIS), since],
  );
}

/** When in the week events occur. */
export const eventHoursStore = { count: eventsByHour };
