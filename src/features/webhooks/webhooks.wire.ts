import { z } from "@hono/zod-openapi";
import { pageQuery, queryList, sortQueryB } from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { DELIVERY_STATUSES, type Delivery, WEBHOOK_KINDS, type Webhook } from "./webhook.model.ts";
import { webhookEvents, webhookHeaders, webhookName } from "./webhook.rules.ts";

/** A malformed id is answered with 404, as an unknown one. */
export const webhookParams = z.object({ id: pathId() });

const url = z.string().min(1).openapi({
  format: "uri",
  description: "http or https, without a user name. Addresses of private networks are refused",
});

/** Section 2 of the interface specification, Webhook registration. */
export const newWebhookBody = z.strictObject({
  name: webhookName,
  url,
  events: webhookEvents,
  headers: webhookHeaders.optional(),
  active: z.boolean().optional().openapi({ description: "Default true" }),
});

/** Read-only members are accepted and ignored, so that a webhook can be sent back as it was read. */
const ignored = z.unknown().optional().openapi({ description: "Ignored" });
export const webhookChangeBody = z.strictObject({
  name: webhookName.optional(),
  url: url.optional(),
  events: webhookEvents.optional(),
  headers: webhookHeaders.optional().openapi({ description: "All of them: those that are missing go" }),
  active: z.boolean().optional(),
  id: ignored,
  disabled_reason: ignored,
  disabled_at: ignored,
  failing_since: ignored,
  created_at: ignored,
  created_by: ignored,
  updated_at: ignored,
});

const text = z.string();
const time = z.iso.datetime();
const kinds = z.array(z.enum(WEBHOOK_KINDS));

export const registeredSchema = z
  .object({
    id: text,
    name: text,
    url: text,
    secret: text.openapi({ description: "`whsec_<base64>`, shown this once" }),
    created_at: time,
  })
  .openapi("RegisteredWebhook");

export const rotatedSchema = z.object({
  id: text,
  secret: text.openapi({ description: "`whsec_<base64>`, shown this once" }),
  previous_valid_until: time.openapi({
    description: "Until then deliveries carry the signature of the one before too",
  }),
});

export const webhookSchema = z
  .object({
    id: text,
    name: text,
    url: text,
    events: kinds,
    headers: z.record(text, text),
    active: z.boolean(),
    disabled_reason: z
      .enum(["gone", "failing"])
      .nullable()
      .openapi({ description: "It became inactive by itself: the receiver answered 410, or failed for five days" }),
    disabled_at: time.nullable(),
    failing_since: time.nullable().openapi({ description: "The first failure since the last delivery that arrived" }),
    created_at: time,
    created_by: text,
    updated_at: time,
  })
  .openapi("Webhook");

export function presentWebhook(webhook: Webhook): z.output<typeof webhookSchema> {
  return {
    id: webhook.id,
    name: webhook.name,
    url: webhook.url,
    events: webhook.events,
    headers: webhook.headers,
    active: webhook.active,
    disabled_reason: webhook.disabledReason,
    disabled_at: webhook.disabledAt?.toISOString() ?? null,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    created_at: webhook.createdAt.toISOString(),
    created_by: webhook.createdBy,
    updated_at: webhook.updatedAt.toISOString(),
  };
}

export const deliverySchema = z
  .object({
    id: text.openapi({ description: "`delivery_id` of the message" }),
    webhook_id: text,
    event: text,
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.int(),
    response_status: z
      .int()
      .nullable()
      .openapi({ description: "Of the last attempt; null where that was not answered" }),
    error: text.nullable().openapi({
      description:
        "What the last attempt failed of: http_status, redirect_refused, timeout, egress_refused, dns_failed, " +
        "connect_failed, tls_failed, connection_lost, malformed_answer, not_recorded",
    }),
    created_at: time,
    next_attempt_at: time.nullable(),
    delivered_at: time.nullable(),
  })
  .openapi("WebhookDelivery");

export function presentDelivery(delivery: Delivery): z.output<typeof deliverySchema> {
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    event: delivery.event,
    status: delivery.status,
    attempts: delivery.attempts,
    response_status: delivery.responseStatus,
    error: delivery.error,
    created_at: delivery.createdAt.toISOString(),
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    delivered_at: delivery.deliveredAt?.toISOString() ?? null,
  };
}

export const webhookListQuery = z.object({ ...pageQuery, ...sortQueryB(["created_at"]) });
export const deliveryListQuery = z.object({
  ...pageQuery,
  ...sortQueryB(["created_at"]),
  status: queryList(z.enum(DELIVERY_STATUSES)).optional(),
  event: queryList(z.string().min(1).max(64)).optional(),
});
