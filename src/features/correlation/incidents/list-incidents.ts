import { type RequestContext, requireScope } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { Incident } from "./incident.model.ts";
import { type IncidentFilter, incidentListsStore } from "./incident-lists.store.ts";

export interface ListIncidentsInput extends IncidentFilter {
  order: "asc" | "desc";
  limit: number;
  /** 1-based; ignored where `after` is given. */
  page: number;
  after?: { at: Date; id: string } | undefined;
}

export interface IncidentPage {
  items: Incident[];
  total: number;
  /** Place of the last entry; undefined at the end. */
  next: { at: Date; id: string } | undefined;
}

/** Each throws 403 without `events.read`. */
export interface ReadIncidents {
  /** By when they were last seen. */
  list(ctx: RequestContext, input: ListIncidentsInput): Promise<IncidentPage>;
  /** Throws 404. The id of an incident that another took over finds that other one. */
  get(ctx: RequestContext, id: string): Promise<Incident>;
}

export function createReadIncidents({ postgres }: { postgres: Postgres }): ReadIncidents {
  return {
    async list(ctx, { order, limit, page, after, ...filter }) {
      requireScope(ctx, "events.read");
      const window = { order, limit: limit + 1, offset: after ? 0 : (page - 1) * limit, after };
      const [rows, total] = await Promise.all([
        incidentListsStore.window(postgres, ctx.tenantId, filter, window),
        incidentListsStore.count(postgres, ctx.tenantId, filter),
      ]);
      const items = rows.slice(0, limit);
      const last = rows.length > limit ? items.at(-1) : undefined;
      return { items, total, next: last && { at: last.lastSeen, id: last.id } };
    },

    async get(ctx, id) {
      requireScope(ctx, "events.read");
      const incident = await incidentListsStore.find(postgres, ctx.tenantId, id);
      if (!incident) throw notFound("incident");
      return incident;
    },
  };
}
