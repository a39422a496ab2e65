import type { Sql } from "../../platform/postgres/postgres.ts";
import type { Severity } from "./event.model.ts";
import { suppressedSql } from "./events.store.ts";

/** What the health of a CI needs to know of one of its unresolved events. */
export interface OpenEvent {
  ciId: string;
  id: string;
  severity: Severity;
  status: "open" | "acknowledged";
  /** When it happened, as its sender says. */
  occurredAt: Date;
  /** One of its CIs is under maintenance now. */
  suppressed: boolean;
}

/**
 * The unresolved ones of these events, each with the CI of its pair. Each is looked up by its id alone: for a tenant missing
 * from the statistics, Postgres would otherwise read every event.
 */
async function openEvents(
  sql: Sql,
  tenantId: string,
  pairs: readonly { ciId: string; eventId: string }[],
  now: Date,
): Promise<OpenEvent[]> {
  if (pairs.length === 0) return [];
  return sql.query(
    `select a.ci_id as "ciId", e.id, e.severity, e.status, e.occurred_at as "occurredAt", ${suppressedSql("$4::timestamptz")} as suppressed
     from unnest($2::text[], $3::text[]) as a (ci_id, event_id) cross join lateral (
       select * from events x where x.id = a.event_id and x.tenant_id || '' = $1 and x.status <> 'resolved' limit 1
     ) e`,
    [tenantId, pairs.map(({ ciId }) => ciId), pairs.map(({ eventId }) => eventId), now],
  );
}

/** Unresolved events, for other features. */
export const openEventsStore = { read: openEvents };
