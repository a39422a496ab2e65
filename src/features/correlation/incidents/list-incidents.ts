import { type RequestContext, requireScope } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { type FoundPage, findTimedPage, type TimedPageInput } from "../../../platform/timed-list.ts";
import type { Incident } from "./incident.model.ts";
import { type IncidentFilter, incidentListsStore } from "./incident-lists.store.ts";

/** Each throws 403 without `events.read`. */
export interface ReadIncidents {
  /** By when they were last seen. */
  list(ctx: RequestContext, input: IncidentFilter & TimedPageInput): Promise<FoundPage<Incident>>;
  /** How many are open, and the worst of them. */
  worst(ctx: RequestContext, limit: number): Promise<{ open: number; worst: Incident[] }>;
  /** Throws 404. The id of an incident that another took over finds that other one. */
  get(ctx: RequestContext, id: string): Promise<Incident>;
}

export function createReadIncidents({ postgres }: { postgres: Postgres }): ReadIncidents {
  return {
    async list(ctx, { order, limit, page, after, ...filter }) {
      requireScope(ctx, "events.read");
      return findTimedPage(
        { order, limit, page, after },
        {
          rows: (window) => incidentListsStore.window(postgres, ctx.tenantId, filter, window),
          count: () => incidentListsStore.count(postgres, ctx.tenantId, filter),
          positionOf: ({ lastSeen, id }) => ({ at: lastSeen, id }),
        },
      );
    },

    async worst(ctx, limit) {
      requireScope(ctx, "events.read");
      const [open, worst] = await Promise.all([
        incidentListsStore.count(postgres, ctx.tenantId, { status: ["open"] }),
        incidentListsStore.worst(postgres, ctx.tenantId, limit),
      ]);
      return { open, worst };
    },

    async get(ctx, id) {
      requireScope(ctx, "events.read");
      const incident = await incidentListsStore.find(postgres, ctx.tenantId, id);
      if (!incident) throw notFound("incident");
      return incident;
    },
  };
}
