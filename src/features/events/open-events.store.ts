import type { Sql } from "../../platform/postgres/postgres.ts";
import type { Severity } from "./event.model.ts";
import { suppressedAt } from "./events.store.ts";

/** An event that is not resolved, as far as the standing of one of its CIs goes. */
export interface OpenEvent {
  ciId: string;
  id: string;
  severity: Severity;
  status: "open" | "acknowledged";
  /** A CI of it is under maintenance now. */
  suppressed: boolean;
}

/** Of one CI so many of its newest events are looked at, resolved ones among them. */
const LOOKED_AT = 1_000;

/**
 * Unresolved events of CIs. Each CI's are looked up by themselves, and events by their ids alone: of a tenant that the
 * statistics do not know yet, Postgres would otherwise read every event.
 */
export async function openEvents(
  sql: Sql,
  tenantId: string,
  ciIds: readonly string[],
  now: Date,
): Promise<OpenEvent[]> {
  if (ciIds.length === 0) return [];
  return sql.query(
    `with mine as materialized (
       select c.id as ci_id, found.event_id from unnest($2::text[]) as c (id) cross join lateral (
         select m.event_id from event_cis m where m.tenant_id = $1 and m.ci_id = c.id
         order by m.event_id desc limit ${LOOKED_AT}) found)
     select mine.ci_id as "ciId", e.id, e.severity, e.status, ${suppressedAt("$3::timestamptz")} as suppressed
     from mine join lateral (
       select * from events x where x.id = mine.event_id and x.tenant_id || '' = $1 and x.status <> 'resolved' limit 1
     ) e on true`,
    [tenantId, [...ciIds], now],
  );
}
