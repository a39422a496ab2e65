import type { Count } from "../../platform/graph/settled-totals.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { STAMP } from "./counts.store.ts";
import type { EventStatus, Severity, StatusChange } from "./event.model.ts";
import { type ShownRow, shownColumns } from "./events.store.ts";

/** What a list can be ordered by; the id breaks ties. */
const ORDERED_BY = { occurredAt: "e.occurred_at", createdAt: "e.created_at", updatedAt: "e.updated_at" } as const;
export type EventColumn = keyof typeof ORDERED_BY;

export interface EventFilter {
  status?: readonly EventStatus[] | undefined;
  severity?: readonly Severity[] | undefined;
  source?: readonly string[] | undefined;
  ciIds?: readonly string[] | undefined;
  /** Of the time that it happened, inclusive, ISO 8601. */
  from?: string | undefined;
  /** Exclusive. */
  to?: string | undefined;
}

/** An event's place in an order. */
export interface EventPlace {
  at: Date;
  id: string;
}

export interface EventWindow {
  column: EventColumn;
  order: "asc" | "desc";
  limit: number;
  offset: number;
  after: EventPlace | undefined;
}

/** Conditions with their values; `$1` is the tenant. */
function conditions(filter: EventFilter, values: unknown[]): string[] {
  const found = ["e.tenant_id = $1"];
  const put = (value: unknown) => `$${values.push(value)}`;
  const { status, severity, source, ciIds, from, to } = filter;
  if (status) found.push(`e.status = any(${put(status)}::text[])`);
  // Spelled as the index of unresolved events has it.
  if (status && !status.includes("resolved")) found.push("e.status <> 'resolved'");
  if (severity) found.push(`e.severity = any(${put(severity)}::text[])`);
  if (source) found.push(`e.source = any(${put(source)}::text[])`);
  if (ciIds) {
    const place = put(ciIds);
    found.push(`e.id in (select event_id from event_cis where tenant_id = $1 and ci_id = any(${place}::text[]))`);
  }
  if (from !== undefined) found.push(`e.occurred_at >= ${put(from)}::timestamptz`);
  if (to !== undefined) found.push(`e.occurred_at < ${put(to)}::timestamptz`);
  return found;
}

/** A row, and the tenant's stamp when it was read. */
export type ListedRow = ShownRow & { stamp: number };

/** Lists of events, and of what became of one. */
export const eventListStore = {
  window(sql: Sql, tenantId: string, filter: EventFilter, now: Date, asked: EventWindow): Promise<ListedRow[]> {
    const { order, limit, offset, after } = asked;
    const column = ORDERED_BY[asked.column];
    const values: unknown[] = [tenantId];
    const put = (value: unknown) => `$${values.push(value)}`;
    const where = conditions(filter, values);
    if (after)
      where.push(`(${column}, e.id) ${order === "asc" ? ">" : "<"} (${put(after.at)}::timestamptz, ${put(after.id)})`);
    const shown = shownColumns(`${put(now)}::timestamptz`);
    const ordered = `order by ${column} ${order}, e.id ${order}`;
    return sql.query(
      `select ${shown}, ${STAMP} as stamp from (
         select e.* from events e where ${where.join(" and ")} ${ordered} limit ${put(limit)} offset ${put(offset)}) e
       ${ordered}`,
      values,
    );
  },

  /** Both of one moment. */
  async count(sql: Sql, tenantId: string, filter: EventFilter): Promise<Count> {
    const values: unknown[] = [tenantId];
    const where = conditions(filter, values).join(" and ");
    const text = `select count(*) as total, ${STAMP} as stamp from events e where ${where}`;
    return (await sql.query<Count>(text, values))[0] ?? { total: 0, stamp: 0 };
  },

  /** Newest first unless asked otherwise. */
  history(
    sql: Sql,
    tenantId: string,
    eventId: string,
    { order, limit, offset, after }: Omit<EventWindow, "column" | "after"> & { after: string | undefined },
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
