import { z } from "@hono/zod-openapi";
import { accepted, ok } from "../../../platform/http/answers.ts";
import { pathId } from "../../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import { respellerOf } from "../../../platform/http/spelling.ts";
import { PLATFORMS } from "../../integrations/index.ts";
import { type InboundVerbs, identityOf } from "./receive-change.ts";

const BODY_LIMIT = 256 * 1024;

const texts = z.array(z.string());

/** Section 4 of the interface specification, the body of an inbound change analysis. Service desks add members of their own. */
const envelopeSchema = z.looseObject({
  event: z.string().optional(),
  payload: z.looseObject({
    ci_id: texts.optional(),
    ci_name: texts.optional(),
    change_note: texts.optional(),
    task_node_id: z.string(),
    change_fields: z
      .looseObject({
        priority: z.string().nullable().optional(),
        category: z.string().nullable().optional(),
        planned_start: z.iso.datetime({ offset: true }).nullable().optional(),
        planned_end: z.iso.datetime({ offset: true }).nullable().optional(),
      })
      .optional(),
  }),
});
const respell = respellerOf(envelopeSchema);

const queuedSchema = z.object({ analysisId: z.string(), status: z.literal("queued") });
const confirmedSchema = z.object({ confirmed: z.literal(true) });

/** Changes that service desks report, variant A. */
export function inboundApiRoutes(verbs: InboundVerbs): Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/integrations/{itsm}/webhook/{configId}/change-analysis",
      operationId: "receiveChange",
      summary: "Take a change that a service desk reports, to analyse its risk",
      description:
        "The service desk proves itself as the integration's `inbound` says: by a secret in a header, by " +
        "`sha256=<hex>`, the HMAC of the body, or by sending `{jwt}` with the message in the claim `data`. The " +
        "latest content of a task is analysed once, however often it is sent. Xurrent's `webhook.verify` is answered by calling its callback.",
      tags: ["Change risk"],
      access: { public: true, signed: true },
      limit: "standard",
      params: z.object({ itsm: z.enum(PLATFORMS), configId: pathId() }),
      // The proof covers the bytes as they came, and an answer says nothing of a body before the proof.
      rawBody: { contentTypes: ["application/json"], json: envelopeSchema },
      bodyRequired: false,
      bodyLimit: BODY_LIMIT,
      errors: ["CONFLICT"],
      responses: {
        200: { description: "The webhook is confirmed; nothing is analysed", schema: confirmedSchema },
        202: { description: "The analysis, which is queued", schema: queuedSchema },
      },
      handle: async (call) => {
        const { itsm, configId } = call.params;
        const header = (name: string) => call.header(name);
        const raw = call.rawBody?.bytes ?? new Uint8Array();
        const message = await call.prove(configId, () => verbs.authenticate(itsm, configId, { header, raw }));
        call.parsedBody(message.envelope);
        const ctx = await call.admit(identityOf(message));
        const envelope = (respell?.(message.envelope) ?? message.envelope) as typeof message.envelope;
        const received = await verbs.receive(ctx, { ...message, envelope });
        if ("confirmed" in received) return ok(received);
        return accepted({ analysisId: received.analysisId, status: "queued" });
      },
    }),
  ];
}
