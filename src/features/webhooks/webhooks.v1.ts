import { z } from "@hono/zod-openapi";
import { accepted, created, listed, ok } from "../../platform/http/answers.ts";
import { pageRequest } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { timedPage, timedPageInput } from "../../platform/http/timed-pages.ts";
import type { WebhookVerbs } from "./webhooks.verbs.ts";
import {
  deliveryListQuery,
  deliverySchema,
  newWebhookBody,
  presentDelivery,
  presentWebhook,
  registeredSchema,
  rotatedSchema,
  webhookChangeBody,
  webhookListQuery,
  webhookParams,
  webhookSchema,
} from "./webhooks.wire.ts";

const PATH = "/webhooks";
const shared = { tags: ["Webhooks"], access: { scope: "webhooks.manage" }, limit: "standard" } as const;
const byId = { ...shared, path: `${PATH}/{id}`, params: webhookParams } as const;
const secretHeaders = { "Cache-Control": "no-store" };

/** Outbound webhooks: sections 2, 4 and 6 of the interface specification. */
export function webhookV1Routes(verbs: WebhookVerbs): Route[] {
  return [...registrationRoutes(verbs), ...singleWebhookRoutes(verbs), ...deliveryRoutes(verbs)];
}

function registrationRoutes(verbs: WebhookVerbs): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "POST",
      path: PATH,
      operationId: "createWebhook",
      summary: "Register a webhook",
      description:
        "Deliveries are signed as Standard Webhooks says, with the secret that is shown this once. An address that is " +
        "not one of the public internet is refused unless the installation allows it.",
      body: newWebhookBody,
      idempotent: true,
      secretAnswer: true,
      responses: { 201: { description: "The webhook with its secret", schema: registeredSchema } },
      handle: async ({ ctx, body, idempotencyId, variant }) => {
        const input = { ...body, headers: body.headers ?? {}, active: body.active ?? true };
        const { webhook, secret } = await verbs.create(ctx, input, idempotencyId);
        const { id, name, url, created_at } = presentWebhook(webhook);
        const answer = created({ id, name, url, secret, created_at }, { location: `${variant.base}${PATH}/${id}` });
        return { ...answer, headers: { ...answer.headers, ...secretHeaders } };
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: PATH,
      operationId: "listWebhooks",
      summary: "List webhooks, newest first",
      description: "Without their secrets.",
      query: webhookListQuery,
      responses: { 200: { description: "One page", schema: webhookSchema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = timedPageInput(pageRequest(query));
        return listed(timedPage(await verbs.list(ctx, input), input), presentWebhook, query.fields);
      },
    }),
  ];
}

function singleWebhookRoutes(verbs: WebhookVerbs): Route[] {
  return [
    defineRoute({
      ...byId,
      method: "GET",
      operationId: "getWebhook",
      summary: "Get a webhook",
      description: "Includes since when it fails, and why it was disabled.",
      responses: { 200: { description: "The webhook, without its secret", schema: webhookSchema } },
      handle: async ({ ctx, params }) => ok(presentWebhook(await verbs.get(ctx, params.id))),
    }),
    defineRoute({
      ...byId,
      method: "PUT",
      operationId: "updateWebhook",
      summary: "Change a webhook",
      description:
        "Fields that are missing stay. While it is inactive nothing new is queued, and what waits is held; made active " +
        "again, what waits goes out at once.",
      body: webhookChangeBody,
      checkExists: async (ctx, { id }) => void (await verbs.get(ctx, id)),
      responses: { 200: { description: "The webhook", schema: webhookSchema } },
      handle: async ({ ctx, params, body }) => {
        const { name, url, events, headers, active } = body;
        const change = { name, url, events, headers, active };
        return ok(presentWebhook(await verbs.update(ctx, params.id, change)));
      },
    }),
    defineRoute({
      ...byId,
      method: "DELETE",
      operationId: "deleteWebhook",
      summary: "Delete a webhook with its deliveries",
      description: "Waiting deliveries are not sent.",
      responses: { 200: { description: "It is gone", schema: z.object({ message: z.string() }) } },
      handle: async ({ ctx, params }) => {
        await verbs.remove(ctx, params.id);
        return ok({ message: "Webhook deleted" });
      },
    }),
    defineRoute({
      ...byId,
      method: "POST",
      path: `${PATH}/{id}/rotate-secret`,
      operationId: "rotateWebhookSecret",
      summary: "Replace a webhook's signing secret",
      description: "For 24 hours deliveries carry the signatures of both secrets.",
      idempotent: true,
      secretAnswer: true,
      responses: { 200: { description: "The new secret", schema: rotatedSchema } },
      handle: async ({ ctx, params }) => {
        const { secret, previousValidUntil } = await verbs.rotateSecret(ctx, params.id);
        const body = { id: params.id, secret, previous_valid_until: previousValidUntil.toISOString() };
        return ok(body, secretHeaders);
      },
    }),
  ];
}

function deliveryRoutes(verbs: WebhookVerbs): Route[] {
  return [
    defineRoute({
      ...byId,
      method: "POST",
      path: `${PATH}/{id}/test`,
      operationId: "testWebhook",
      summary: "Send a webhook a message of the kind webhook.test",
      description: "Sent like every other message, so that it tests address, headers and signature.",
      idempotent: true,
      responses: {
        202: { description: "The delivery, which is queued", schema: deliverySchema, headers: { Location: "" } },
      },
      handle: async ({ ctx, params, idempotencyId, variant }) => {
        const made = await verbs.test(ctx, params.id, idempotencyId);
        return accepted(presentDelivery(made), `${variant.base}${PATH}/${params.id}/deliveries`);
      },
    }),
    defineRoute({
      ...byId,
      method: "GET",
      path: `${PATH}/{id}/deliveries`,
      operationId: "listWebhookDeliveries",
      summary: "List a webhook's deliveries, newest first",
      description: "Each with its attempts and the error of the last one.",
      query: deliveryListQuery,
      checkExists: async (ctx, { id }) => void (await verbs.get(ctx, id)),
      responses: { 200: { description: "One page", schema: deliverySchema, list: true } },
      handle: async ({ ctx, params, query }) => {
        const page = timedPageInput(pageRequest(query));
        const input = { ...page, webhookId: params.id, statuses: query.status, events: query.event };
        return listed(timedPage(await verbs.deliveries(ctx, input), page), presentDelivery, query.fields);
      },
    }),
    defineRoute({
      ...byId,
      method: "POST",
      path: `${PATH}/deliveries/{id}/redeliver`,
      operationId: "redeliverWebhook",
      summary: "Send a delivery again, under the same delivery_id",
      description: "At once, whether it was delivered or failed. 409 while the webhook is not active.",
      errors: ["CONFLICT"],
      responses: { 202: { description: "The delivery, which is queued", schema: deliverySchema } },
      handle: async ({ ctx, params }) => accepted(presentDelivery(await verbs.redeliver(ctx, params.id))),
    }),
  ];
}
