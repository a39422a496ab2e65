import type { Count } from "../../platform/graph/settled-totals.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { STAMP } from "./counts.store.ts";
import type { EventStatus, Severity, StatusChange } from "./event.model.ts";
import { type EventViewRow, viewColumns } from "./events.store.ts";

/** Columns by which a list can be sorted; the id breaks ties. */
const SORT_COLUMNS = { occurredAt: "e.occurred_at", createdAt: "e.created_at", updatedAt: "e.updated_at" } as const;
export type EventColumn = keyof typeof SORT_COLUMNS;

export interface EventFilter {
  status?: readonly EventStatus[] | undefined;
  severity?: readonly Severity[] | undefined;
  source?: readonly string[] | undefined;
  ciIds?: readonly string[] | undefined;
  /** Earliest `occurredAt`, inclusive, ISO 8601. */
  from?: string | undefined;
  /** Latest `occurredAt`, exclusive, ISO 8601. */
  to?: string | undefined;
}

/** Position of an event in a sorted list: the value of the sort column, and the id. */
export interface EventPosition {
  at: Date;
  id: string;
}

export interface EventPageInput {
  column: EventColumn;
  order: "asc" | "desc";
  limit: number;
  offset: number;
  after: EventPosition | undefined;
}

/** SQL conditions of a filter; appends their values to `values`. `$1` is the tenant. */
function conditions(filter: EventFilter, values: unknown[]): string[] {
  const found = ["e.tenant_id = $1"];
  const put = (value: unknown) => `$${values.push(value)}`;
  const { status, severity, source, ciIds, from, to } = filter;
  if (status) found.push(`e.status = any(${put(status)}::text[])`);
  // Spelled as in the partial index of unresolved events, so that Postgres uses it.
  if (status && !status.includes("resolved")) found.push("e.status <> 'resolved'");
  if (severity) found.push(`e.severity = any(${put(severity)}::text[])`);
  if (source) found.push(`e.source = any(${put(source)}::text[])`);
  if (ciIds) {
    const parameter = put(ciIds);
    found.push(`e.id in (select event_id from event_cis where tenant_id = $1 and ci_id = any(${parameter}::text[]))`);
  }
  if (from !== undefined) found.push(`e.occurred_at >= ${put(from)}::timestamptz`);
  if (to !== undefined) found.push(`e.occurred_at < ${put(to)}::timestamptz`);
  return found;
}

/** A row, and the tenant's stamp when it was read. */
export type ListedRow = EventViewRow & { stamp: number };

/** Lists of events, and of the status history of one event. */
export const eventListStore = {
  page(sql: Sql, tenantId: string, filter: EventFilter, now: Date, input: EventPageInput): Promise<ListedRow[]> {
    const { order, limit, offset, after } = input;
    const column = SORT_COLUMNS[input.column];
    const values: unknown[] = [tenantId];
    const put = (value: unknown) => `$${values.push(value)}`;
    const where = conditions(filter, values);
    if (after)
      where.push(`(${column}, e.id) ${order === "asc" ? ">" : "<"} (${put(after.at)}::timestamptz, ${put(after.id)})`);
    const columns = viewColumns(`${put(now)}::timestamptz`);
    const ordered = `order by ${column} ${order}, e.id ${order}`;
    return sql.query(
      `select ${columns}, ${STAMP} as stamp from (
         select e.* from events e where ${where.join(" and ")} ${ordered} limit ${put(limit)} offset ${put(offset)}) e
       ${ordered}`,
      values,
    );
  },

  /** Number of matching events, and the tenant's stamp, read in one statement. */
  async count(sql: Sql, tenantId: string, filter: EventFilter): Promise<Count> {
    const values: unknown[] = [tenantId];
    const where = conditions(filter, values).join(" and ");
    const text = `select count(*) as total, ${STAMP} as stamp from events e where ${where}`;
    return (await sql.query<Count>(text, values))[0] ?? { total: 0, stamp: 0 };
  },

  /** Status changes and notes of one event. */
  history(
    sql: Sql,
    tenantId: string,
    eventId: string,
    { order, limit, offset, after }: Omit<EventPageInput, "column" | "after"> & { after: string | undefined },
  ): Promise<StatusChange[]> {
    return sql.query(
      `select id, from_status as "from", to_status as "to", actor, comment, at from event_history
       where tenant_id = $1 and event_id = $2 and ($3::text is null or id ${order === "asc" ? ">" : "<"} $3)
       order by id ${order} limit $4 offset $5`,
      [tenantId, eventId, after ?? null, limit, offset],
    );
  },

  async countHistory(sql: Sql, tenantId: string, eventId: string): Promise<number> {
    const rows = await sql.query<{ total: number }>(
      "select count(*) as total from event_history where tenant_id = $1 and event_id = $2",
      [tenantId, eventId],
    );
    return rows[0]?.total ?? 0;
  },
};
