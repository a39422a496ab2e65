import type { Sql } from "../../platform/postgres/postgres.ts";
import type { Severity } from "./event.model.ts";

/** A resolved event of a CI. */
export interface EndedEvent {
  ciId: string;
  id: string;
  severity: Severity;
  /** When it happened, as its sender says. */
  occurredAt: Date;
}

/** Events of one CI that are read, the newest, and CIs whose events are. */
const MOST_OF_CI = 50;
const MOST_CIS = 100;

/** Resolved events of the first hundred of these CIs that occurred since a moment, each with its CI; newest first. */
function endedEvents(
  sql: Sql,
  tenantId: string,
  { ciIds, since }: { ciIds: readonly string[]; since: Date },
): Promise<EndedEvent[]> {
  if (ciIds.length === 0) return Promise.resolve([]);
  // By its id alone: for a tenant missing from the statistics, Postgres would otherwise read every event.
  return sql.query(
    `select c.id as "ciId", e.id, e.severity, e.occurred_at as "occurredAt"
     from unnest($2::text[]) as c (id) cross join lateral (
       select event_id from event_cis where tenant_id = $1 and ci_id = c.id collate "C"
       order by event_id desc limit ${MOST_OF_CI}) k
     cross join lateral (
       select x.id, x.severity, x.occurred_at from events x
       where x.id = k.event_id and x.tenant_id || '' = $1 and x.status = 'resolved' and x.occurred_at >= $3 limit 1) e
     order by e.occurred_at desc, e.id, c.id`,
    [tenantId, ciIds.slice(0, MOST_CIS), since],
  );
}

/** Resolved events, for other features. */
export const endedEventsStore = { read: endedEvents };
