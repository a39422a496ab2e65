import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { createSettledTotals } from "../../platform/graph/settled-totals.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { countsStore } from "./counts.store.ts";
import { isFlapping } from "./decide-event.ts";
import type { EventView, Severity, StatusChange } from "./event.model.ts";
import {
  type EventColumn,
  type EventFilter,
  type EventPosition,
  eventListStore,
  type ListedRow,
} from "./event-list.store.ts";
import { type EventViewRow, eventsStore } from "./events.store.ts";

export interface ListEventsInput extends EventFilter {
  column: EventColumn;
  order: "asc" | "desc";
  limit: number;
  /** 1-based; ignored where `after` is given. */
  page: number;
  after?: EventPosition | undefined;
}

export interface EventPage<T, P> {
  items: T[];
  total: number;
  /** Position of the last entry; undefined at the end of the list. */
  next: P | undefined;
}

export interface ListHistoryInput {
  order: "asc" | "desc";
  limit: number;
  page: number;
  /** Id of the entry after which the page begins. */
  after?: string | undefined;
}

/** Each throws 403 without `events.read`, and 404 for an unknown event. */
export interface ReadEvents {
  list(ctx: RequestContext, input: ListEventsInput): Promise<EventPage<EventView, EventPosition>>;
  get(ctx: RequestContext, id: string): Promise<EventView>;
  /** Every change of the event's status and every note. */
  history(ctx: RequestContext, id: string, input: ListHistoryInput): Promise<EventPage<StatusChange, string>>;
  /** How many events are open or acknowledged, by severity; a severity without any is absent. */
  countUnresolved(ctx: RequestContext): Promise<{ severity: Severity; total: number }[]>;
  /** Throws 404 for an unknown event; requires no scope. */
  requireEvent(ctx: Pick<RequestContext, "tenantId">, id: string): Promise<void>;
}

export function createReadEvents({ postgres, clock }: { postgres: Postgres; clock: Clock }): ReadEvents {
  const totals = createSettledTotals(clock);
  const find = async (tenantId: string, id: string): Promise<EventView> => {
    const now = clock.now();
    const [row] = await eventsStore.findViews(postgres, tenantId, [id], now);
    if (!row) throw notFound("event");
    return eventView(row, now);
  };

  /** Known from the rows of the first page if that is all; else from the counters for status and severity, or by a count. */
  const totalOf = (
    tenantId: string,
    filter: EventFilter,
    skipped: number | undefined,
    rows: readonly ListedRow[],
    limit: number,
  ) => {
    const [first] = rows;
    if (skipped !== undefined && rows.length <= limit && (first || skipped === 0)) return skipped + rows.length;
    const { source, ciIds, from, to } = filter;
    if (!source && !ciIds && from === undefined && to === undefined)
      return countsStore.total(postgres, tenantId, filter);
    const count = () => eventListStore.count(postgres, tenantId, filter);
    return totals.total(tenantId, JSON.stringify(filter), first?.stamp, count);
  };
  return {
    async countUnresolved(ctx) {
      requireScope(ctx, "events.read");
      return countsStore.unresolved(postgres, ctx.tenantId);
    },

    async list(ctx, { column, order, limit, page, after, ...filter }) {
      requireScope(ctx, "events.read");
      const now = clock.now();
      const offset = after ? 0 : (page - 1) * limit;
      const pageInput = { column, order, limit: limit + 1, offset, after };
      const rows = await eventListStore.page(postgres, ctx.tenantId, filter, now, pageInput);
      const total = await totalOf(ctx.tenantId, filter, after ? undefined : offset, rows, limit);
      const items = rows.slice(0, limit).map((row) => eventView(row, now));
      const last = rows.length > limit ? items.at(-1) : undefined;
      return { items, total, next: last && { at: last[column], id: last.id } };
    },

    async get(ctx, id) {
      requireScope(ctx, "events.read");
      return find(ctx.tenantId, id);
    },

    async history(ctx, id, { order, limit, page, after }) {
      requireScope(ctx, "events.read");
      await find(ctx.tenantId, id);
      const pageInput = { order, limit: limit + 1, offset: after === undefined ? (page - 1) * limit : 0, after };
      const [rows, total] = await Promise.all([
        eventListStore.history(postgres, ctx.tenantId, id, pageInput),
        eventListStore.countHistory(postgres, ctx.tenantId, id),
      ]);
      const items = rows.slice(0, limit);
      return { items, total, next: rows.length > limit ? items.at(-1)?.id : undefined };
    },

    requireEvent: async (ctx, id) => void (await find(ctx.tenantId, id)),
  };
}

/** The view of a stored row. */
function eventView({ stamp: _, ...row }: EventViewRow & { stamp?: number }, now: Date): EventView {
  return { ...row, flapping: isFlapping(row, now) };
}
