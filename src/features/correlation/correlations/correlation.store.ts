import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { Change } from "../causes/failure-graph.ts";
import type { CorrelatedEvent } from "../correlation.model.ts";

/** The time that correlation goes by, `e` being an event: one that tells of long ago counts as 30 days old when it arrives. */
export const AT = "greatest(e.occurred_at, e.created_at - interval '720 hours')";
/** Metrics and labels of more bytes than this are not read: hundreds of events are. */
const MAX_MEMBERS_BYTES = 4_096;
const smallOf = (column: string) =>
  `case when pg_column_size(e.${column}) <= ${MAX_MEMBERS_BYTES} then e.${column} else '{}' end as ${column}`;
export const COLUMNS = `e.id, e.title, e.severity, e.status, e.source, e.affected_cis as "affectedCis", ${AT} as at,
  e.occurred_at as "occurredAt", ${smallOf("metrics")}, ${smallOf("context")}`;

/** Of one CI no more of its unresolved events are looked at, unless there is room: none must hide the others. */
const FAIR_SHARE = 50;

/** The Postgres statements of correlation. The tenant is compared as an expression where ids find the rows, as for events. */
export const correlationStore = {
  async find(sql: Sql, tenantId: string, id: string): Promise<CorrelatedEvent | undefined> {
    const text = `select ${COLUMNS} from events e where e.id = $2 and e.tenant_id || '' = $1`;
    return (await sql.query<CorrelatedEvent>(text, [tenantId, id]))[0];
  },

  byIds: (sql: Sql, tenantId: string, ids: readonly string[]): Promise<CorrelatedEvent[]> =>
    sql.query(`select ${COLUMNS} from events e where e.id = any($2::text[]) and e.tenant_id || '' = $1 order by e.id`, [
      tenantId,
      ids,
    ]),

  /** Events of that time, both ends inclusive, newest first. */
  within: (sql: Sql, tenantId: string, from: Date, to: Date, limit: number): Promise<CorrelatedEvent[]> =>
    sql.query(
      `select * from (
         (select ${COLUMNS} from events e
          where e.tenant_id = $1 and e.occurred_at >= $2::timestamptz and e.occurred_at <= $3::timestamptz
            and e.occurred_at >= e.created_at - interval '720 hours'
          order by e.occurred_at desc, e.id desc limit $4)
         union all
         (select ${COLUMNS} from events e
          where e.tenant_id = $1 and e.created_at >= $2::timestamptz + interval '720 hours'
            and e.created_at <= $3::timestamptz + interval '720 hours'
            and e.occurred_at < e.created_at - interval '720 hours'
          order by e.created_at desc, e.id desc limit $4)) found
       order by at desc, id desc limit $4`,
      [tenantId, from, to, limit],
    ),

  /** Unresolved events of these CIs, of any age, the newest arrivals first. */
  async unresolvedOf(sql: Sql, tenantId: string, ciIds: readonly string[], limit: number): Promise<CorrelatedEvent[]> {
    const ask = (ofOne: number) => unresolvedOf(sql, tenantId, ciIds, { limit, ofOne });
    const found = await ask(FAIR_SHARE);
    return found.length < FAIR_SHARE || found.length >= limit ? found : ask(limit);
  },

  /** The last change of each of these CIs in that time, except by scans that found nothing new. */
  changes: (sql: Sql, tenantId: string, ciIds: readonly string[], from: Date, to: Date): Promise<ChangeRow[]> =>
    sql.query(
      `select c.id as "ciId", h.at, h.kind as action from unnest($2::text[]) as c (id) cross join lateral (
         select at, kind, subject_kind from history
         where tenant_id = $1 and subject_id = c.id order by version desc, id desc limit 3) h
       where h.subject_kind = 'ci' and h.at >= $3::timestamptz and h.at <= $4::timestamptz
         and h.kind in ('ci.updated', 'ci.restored')
       union all
       select c.id, greatest(w.starts_at, $3::timestamptz), 'maintenance'
       from maintenance_windows w cross join lateral unnest(w.ci_ids) as c (id)
       where w.tenant_id = $1 and w.starts_at <= $4::timestamptz and w.ends_at > $3::timestamptz
         and w.ci_ids && $2::text[] collate "C" and c.id = any($2::text[])`,
      [tenantId, ciIds, from, to],
    ),
};

export interface ChangeRow {
  ciId: string;
  at: Date;
  action: string;
}

export function changeOf({ ciId, at, action }: ChangeRow): Change {
  return { ciId, at: at.getTime(), action };
}

/** @param ofOne so many of one CI */
function unresolvedOf(
  sql: Sql,
  tenantId: string,
  ciIds: readonly string[],
  { limit, ofOne }: { limit: number; ofOne: number },
): Promise<CorrelatedEvent[]> {
  return sql.query(
    `select ${COLUMNS} from events e
     where e.id = any(array(
         select distinct a.event_id from unnest($2::text[]) as c (id) cross join lateral (
           select event_id from open_alarms where tenant_id = $1 and ci_id = c.id collate "C"
           order by event_id desc limit $4) a
         order by a.event_id desc limit $3))
       and e.tenant_id || '' = $1 and e.status <> 'resolved'`,
    [tenantId, ciIds, limit, ofOne],
  );
}
