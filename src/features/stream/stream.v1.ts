import { Readable } from "node:stream";
import { z } from "@hono/zod-openapi";
import { type HttpResult, raw } from "../../platform/http/answers.ts";
import { queryInteger, queryList } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import type { OpenStream } from "./open-streams.ts";
import { STREAM_KIND_NAMES, STREAM_SCOPES } from "./stream.model.ts";

const EVENT_STREAM = "text/event-stream";
const MAX_SECONDS = 86_400;

const EXAMPLE = `retry: 2000
event: open
data: {"kinds":["ci","event"]}

id: 5f0c1a9be377.812:815:
event: event.changed
data: {"kind":"event","count":1,"many":false,"items":[{"id":"01985d0c-…","change":"created","status":"open","severity":"high"}]}

`;

const query = z.object({
  kinds: queryList(z.enum(STREAM_KIND_NAMES))
    .optional()
    .openapi({ description: "Only changes of these kinds of things; default all that the caller may read" }),
  max_seconds: queryInteger(0, MAX_SECONDS)
    .optional()
    .openapi({ description: "Ends the stream after so long; 0: once it told what changed since Last-Event-ID" }),
});

const DESCRIPTION =
  "Server-Sent Events about CIs, relationships, events, incidents, scans and runs, as far as the caller's scopes go. " +
  "`ci.changed`, `relationship.changed`, `event.changed`, `incident.changed`, `scan.changed` and `run.changed` have as data " +
  "`{kind, count, many, items}`: up to 50 things with their ids; where `many` is true there were more, or too many to name, " +
  "and lists of the kind are to be read anew. `open` begins a stream and names its kinds. `reset` says that changes may " +
  "have been missed, and that whatever is shown is to be read anew. `bye` ends a stream and says why. A client that comes " +
  "back with `Last-Event-ID` is told what changed meanwhile, for at least an hour. An empty message with an `id` moves it. " +
  "429 where a caller has 20 streams open.";

export function streamV1Routes({ open }: { open: OpenStream }): Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/stream",
      operationId: "streamChanges",
      summary: "Follow what changes, as it happens",
      description: DESCRIPTION,
      tags: ["Stream"],
      access: { scope: STREAM_SCOPES },
      limit: "standard",
      query,
      responses: {
        200: {
          description: "Messages, until the client leaves or the service ends it",
          contentType: EVENT_STREAM,
          examples: { [EVENT_STREAM]: EXAMPLE },
        },
      },
      handle: async (call): Promise<HttpResult> => {
        const { kinds, max_seconds: maxSeconds } = call.query;
        const lastEventId = call.header("last-event-id");
        const authenticate = () => call.authenticate();
        const headers = { "X-Accel-Buffering": "no" };
        if (call.isHead) return raw(Readable.from([]), EVENT_STREAM, { headers });
        const body = await open(call.ctx, { kinds, lastEventId, maxSeconds, authenticate });
        return raw(body, EVENT_STREAM, { headers });
      },
    }),
  ];
}
