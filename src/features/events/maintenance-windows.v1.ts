import { z } from "@hono/zod-openapi";
import { created, listed, ok } from "../../platform/http/answers.ts";
import { pageQuery, pageRequest, sortQueryB } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { timedPage, timedPageInput } from "../../platform/http/timed-pages.ts";
import { EVENT_LIMITS } from "./event.model.ts";
import type { EventVerbs } from "./events.verbs.ts";
import { ciIds, eventParams, timestampInput } from "./events.wire.ts";
import type { MaintenanceWindow } from "./windows.store.ts";

const PATH = "/maintenance-windows";
const body = z.strictObject({
  ci_ids: ciIds.min(1),
  from: timestampInput.optional().openapi({ description: "Default: now" }),
  to: timestampInput,
  reason: z.string().max(EVENT_LIMITS.reason).nullish(),
});

const time = z.iso.datetime();
const schema = z
  .object({
    id: z.string(),
    ci_ids: z.array(z.string()),
    from: time,
    to: time.openapi({ description: "Exclusive" }),
    reason: z.string().nullable(),
    created_at: time,
    created_by: z.string(),
  })
  .openapi("MaintenanceWindow");

function present(window: MaintenanceWindow): z.output<typeof schema> {
  return {
    id: window.id,
    ci_ids: window.ciIds,
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    reason: window.reason,
    created_at: window.createdAt.toISOString(),
    created_by: window.createdBy,
  };
}

const shared = { tags: ["Events"], limit: "standard" } as const;
const byId = { ...shared, path: `${PATH}/{id}`, params: eventParams } as const;

/** Routes of maintenance windows, during which events of their CIs are marked as suppressed. */
export function windowRoutes({ windows }: Pick<EventVerbs, "windows">): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "POST",
      path: PATH,
      operationId: "createMaintenanceWindow",
      summary: "Announce maintenance of some CIs",
      description: "Their events are kept, and marked as suppressed while it lasts.",
      access: { scope: "events.write" },
      body,
      idempotent: true,
      responses: { 201: { description: "The window", schema } },
      handle: async ({ ctx, body: sent, idempotencyId, variant }) => {
        const input = {
          ciIds: sent.ci_ids,
          to: new Date(sent.to),
          ...(sent.from !== undefined && { from: new Date(sent.from) }),
          ...(sent.reason && { reason: sent.reason }),
        };
        const window = await windows.create(ctx, input, idempotencyId);
        return created(present(window), { location: `${variant.base}${PATH}/${window.id}` });
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: PATH,
      operationId: "listMaintenanceWindows",
      summary: "List maintenance windows, newest first",
      description: "Past ones too, until they are deleted.",
      access: { scope: "events.read" },
      query: z.object({ ...pageQuery, ...sortQueryB(["created_at"]), ci_id: z.string().min(1).max(64).optional() }),
      responses: { 200: { description: "One page", schema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = timedPageInput(pageRequest(query));
        const found = await windows.list(ctx, { ...input, ciId: query.ci_id });
        return listed(timedPage(found, input), present, query.fields);
      },
    }),
    defineRoute({
      ...byId,
      method: "GET",
      operationId: "getMaintenanceWindow",
      summary: "Get a maintenance window",
      description: "Its CIs, its time and its reason.",
      access: { scope: "events.read" },
      responses: { 200: { description: "The window", schema } },
      handle: async ({ ctx, params }) => ok(present(await windows.get(ctx, params.id))),
    }),
    defineRoute({
      ...byId,
      method: "DELETE",
      operationId: "deleteMaintenanceWindow",
      summary: "End a maintenance window, or call it off",
      description: "Events that come afterwards are no longer suppressed by it.",
      access: { scope: "events.write" },
      responses: { 200: { description: "It is gone", schema: z.object({ message: z.string() }) } },
      handle: async ({ ctx, params }) => {
        await windows.remove(ctx, params.id);
        return ok({ message: "Maintenance window deleted" });
      },
    }),
  ];
}
