import { z } from "@hono/zod-openapi";
import { ok } from "../../platform/http/answers.ts";
import { sortQueryA } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { camelKeys } from "../../platform/http/spelling.ts";
import { eventRoutes } from "./events.routes.ts";
import type { EventVerbs } from "./events.verbs.ts";
import { EVENT_SORT_FIELDS, eventFilters, eventSchemaA, receivedSchema } from "./events.wire.ts";
import { SOURCES } from "./sources/index.ts";

/** A message with an alert storm takes longer than the normal deadline allows. */
const RECEIVE_DEADLINE_MS = 20_000;

/** Events, variant A: camel case, and the webhooks of source systems. */
export function eventApiRoutes(verbs: EventVerbs): Route[] {
  return [
    ...eventRoutes(verbs, {
      ingestPath: "/events/ingest",
      listQuery: z.object({ ...eventFilters, ...sortQueryA(EVENT_SORT_FIELDS) }),
      spell: (event) => camelKeys(event) as object,
      schema: eventSchemaA,
    }),
    defineRoute({
      method: "POST",
      path: "/events/webhook/{source}",
      operationId: "receiveWebhook",
      summary: "Take the webhook of a monitoring system",
      description:
        "Sources: prometheus, zabbix, nagios, icinga2, grafana, datadog, cloudwatch, pagerduty, generic. The message is " +
        "that of the source, as it sends it. What cannot be read is told in `errors`; the rest counts all the same.",
      tags: ["Events"],
      access: { scope: "events.write" },
      limit: "standard",
      params: z.object({ source: z.string().openapi({ enum: Object.keys(SOURCES) }) }),
      body: z.looseObject({}),
      // Amazon SNS sends its JSON as text/plain.
      jsonTypes: ["text/plain"],
      // Monitoring systems do not retry a rejected message: one alert with a malformed text must not lose a whole storm.
      lenientJson: true,
      deadlineMs: RECEIVE_DEADLINE_MS,
      responses: { 200: { description: "What became of it", schema: receivedSchema } },
      handle: async ({ ctx, params, body }) => ok(await verbs.receive(ctx, params.source, body)),
    }),
  ];
}
