import type { z } from "@hono/zod-openapi";
import { created, listed, ok } from "../../platform/http/answers.ts";
import { pageRequest } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import type { EventView } from "./event.model.ts";
import { snapshotOf } from "./event-view.ts";
import type { EventVerbs } from "./events.verbs.ts";
import {
  type EventListQuery,
  eventBody,
  eventParams,
  presentEvent,
  statusBody,
  toEventPage,
  toIngestInput,
  toListEventsInput,
} from "./events.wire.ts";

/** What differs between the variants: the path to report events, sorting of the list, and spelling. */
export interface EventForm {
  ingestPath: string;
  listQuery: z.ZodType<EventListQuery & Pick<Parameters<typeof pageRequest>[0], "sort" | "order">>;
  /** Renames the members of a snake-case object to the variant's spelling. */
  spell(event: object): object;
  schema: z.ZodType;
}

const shared = { tags: ["Events"], limit: "standard" } as const;

/** Routes of events (section 4 of the interface specification) that both variants have. */
export function eventRoutes(verbs: EventVerbs, form: EventForm): Route[] {
  const { schema, spell } = form;
  const show = (event: EventView) => spell(presentEvent(snapshotOf(event)));
  return [
    defineRoute({
      ...shared,
      method: "POST",
      path: form.ingestPath,
      operationId: "ingestEvent",
      summary: "Report an event",
      description:
        "A repeat of the current event of its source and source_id updates that, counts, and answers 200; it opens a " +
        "resolved one again within the tenant's window.",
      access: { scope: "events.write" },
      body: eventBody,
      idempotent: true,
      awaitsRateLimitVerdict: true,
      responses: {
        200: { description: "A repeat: the event that there is", schema },
        201: { description: "The new event", schema },
      },
      handle: async ({ ctx, body, idempotencyId, variant }) => {
        const { snapshot, outcome } = await verbs.ingest(ctx, toIngestInput(body, idempotencyId));
        const shown = spell(presentEvent(snapshot));
        const location = `${variant.base}/events/${snapshot.id}`;
        return outcome === "created" ? created(shown, { location }) : ok(shown);
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/events",
      operationId: "listEvents",
      summary: "List events, those that happened last first",
      description: "All filters must match; commas separate alternatives.",
      access: { scope: "events.read" },
      query: form.listQuery,
      responses: { 200: { description: "One page", schema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = toListEventsInput(query, pageRequest(query));
        const page = toEventPage(await verbs.list(ctx, input), input);
        return listed(page, show, query.fields);
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/events/{id}",
      operationId: "getEvent",
      summary: "Get an event",
      description: "The current state, with the count of its repeats.",
      access: { scope: "events.read" },
      params: eventParams,
      responses: { 200: { description: "The event", schema } },
      handle: async ({ ctx, params }) => ok(show(await verbs.get(ctx, params.id))),
    }),
    defineRoute({
      ...shared,
      method: "PATCH",
      path: "/events/{id}/status",
      operationId: "changeEventStatus",
      summary: "Acknowledge, resolve or open an event again",
      description:
        "open may become acknowledged or resolved, acknowledged open or resolved, resolved open; else 409 with `allowed`. " +
        "The same status changes nothing; a comment is kept all the same.",
      errors: ["CONFLICT"],
      access: { scope: "events.write" },
      params: eventParams,
      body: statusBody,
      checkExists: (ctx, params) => verbs.requireEvent(ctx, params.id),
      responses: { 200: { description: "The event", schema } },
      handle: async ({ ctx, params, body }) => {
        const { status, comment } = body;
        const event = await verbs.changeStatus(ctx, { id: params.id, status, comment: comment ?? undefined });
        return ok(show(event));
      },
    }),
  ];
}
