import { z } from "@hono/zod-openapi";
import { listed } from "../../platform/http/answers.ts";
import {
  cursorContent,
  directionOf,
  encodeCursor,
  pageQuery,
  pageRequest,
  sortQueryB,
} from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { isId } from "../../platform/ids.ts";
import { EVENT_STATUSES, type StatusChange } from "./event.model.ts";
import { eventRoutes } from "./events.routes.ts";
import type { EventVerbs } from "./events.verbs.ts";
import { EVENT_SORT_FIELDS, eventFilters, eventParams, eventSchema } from "./events.wire.ts";
import { windowRoutes } from "./maintenance-windows.v1.ts";

const status = z.enum(EVENT_STATUSES);
const changeSchema = z
  .object({
    id: z.string(),
    from: status,
    to: status.openapi({ description: "The same as `from` where only a note was made" }),
    actor: z.string(),
    comment: z.string().nullable(),
    at: z.iso.datetime(),
  })
  .openapi("EventStatusChange");

function presentStatusChange({ at, ...change }: StatusChange): z.output<typeof changeSchema> {
  return { ...change, at: at.toISOString() };
}

const HistoryCursor = z.object({ order: z.enum(["asc", "desc"]), id: z.string().refine(isId) });

/** Events, variant B, with their status history and maintenance windows. */
export function eventV1Routes(verbs: EventVerbs): Route[] {
  return [
    ...eventRoutes(verbs, {
      ingestPath: "/events",
      listQuery: z.object({ ...eventFilters, ...sortQueryB(EVENT_SORT_FIELDS) }),
      spell: (event) => event,
      schema: eventSchema,
    }),
    defineRoute({
      method: "GET",
      path: "/events/{id}/history",
      operationId: "listEventHistory",
      summary: "List the changes of an event's status, newest first",
      description: "Each change with who made it and the comment.",
      tags: ["Events"],
      access: { scope: "events.read" },
      limit: "standard",
      params: eventParams,
      query: z.object({ ...pageQuery, ...sortQueryB(["at"]) }),
      checkExists: (ctx, params) => verbs.requireEvent(ctx, params.id),
      responses: { 200: { description: "One page", schema: changeSchema, list: true } },
      handle: async ({ ctx, params, query }) => {
        const { page, limit, cursor, sort, fields } = pageRequest(query);
        const position = cursorContent(cursor, HistoryCursor);
        const order = directionOf(position?.order, sort, "desc");
        const { items, total, next } = await verbs.history(ctx, params.id, { order, limit, page, after: position?.id });
        const nextCursor = next === undefined ? undefined : encodeCursor({ order, id: next });
        return listed({ items, total, page, limit, nextCursor }, presentStatusChange, fields);
      },
    }),
    ...windowRoutes(verbs),
  ];
}
