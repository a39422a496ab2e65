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

/**
 * Those of the events that are not resolved, each with the CI that it was asked for with. Each is looked up by its id
 * alone: of a tenant that the statistics do not know yet, Postgres would otherwise read every event.
 */
async function openEvents(
  sql: Sql,
  tenantId: string,
  asked: readonly { ciId: string; eventId: string }[],
  now: Date,
): Promise<OpenEvent[]> {
  if (asked.length === 0) return [];
  return sql.query(
    `select a.ci_id as "ciId", e.id, e.severity, e.status, ${suppressedAt("$4::timestamptz")} as suppressed
     from unnest($2::text[], $3::text[]) as a (ci_id, event_id) cross join lateral (
       select * from events x where x.id = a.event_id and x.tenant_id || '' = $1 and x.status <> 'resolved' limit 1
     ) e`,
    [tenantId, asked.map(({ ciId }) => ciId), asked.map(({ eventId }) => eventId), now],
  );
}

/** Events that are open, for other features. */
export const openEventsStore = { read: openEvents };
