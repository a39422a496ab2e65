import type { RequestContext } from "../../context.ts";
import type { FoundPage, TimedPageInput } from "../../platform/timed-list.ts";
import type { Delivery, DeliveryStatus, Webhook, WebhookKind } from "./webhook.model.ts";

export interface NewWebhook {
  name: string;
  url: string;
  events: readonly WebhookKind[];
  headers: Readonly<Record<string, string>>;
  active: boolean;
}

/** Members that are undefined stay unchanged. */
export type WebhookChange = { [K in keyof NewWebhook]?: NewWebhook[K] | undefined };

/** A webhook with its new secret, which can be read only at this time. */
export interface WebhookWithSecret {
  webhook: Webhook;
  /** `whsec_<base64>`. */
  secret: string;
}

export interface ListDeliveriesInput extends TimedPageInput {
  webhookId: string;
  statuses?: readonly DeliveryStatus[] | undefined;
  events?: readonly string[] | undefined;
}

/** Section 2 of the interface specification, Webhook registration. Every verb throws 403 without `webhooks.manage`. */
export interface WebhookVerbs {
  /** @param id the same for every try of one request. Throws 400 for an address that may not be called, 409 at the limit. */
  create(ctx: RequestContext, input: NewWebhook, id?: string): Promise<WebhookWithSecret>;
  list(ctx: RequestContext, input: TimedPageInput): Promise<FoundPage<Webhook>>;
  /** Throws 404. */
  get(ctx: RequestContext, id: string): Promise<Webhook>;
  /** Changes the given members. Throws 404, 400. Activation sends the waiting deliveries at once, before new ones. */
  update(ctx: RequestContext, id: string, change: WebhookChange): Promise<Webhook>;
  /** Deletes the webhook; its pending deliveries are not sent. Throws 404. */
  remove(ctx: RequestContext, id: string): Promise<void>;
  /** Makes a new secret; the previous one signs too until `previousValidUntil`. Throws 404. */
  rotateSecret(ctx: RequestContext, id: string): Promise<WebhookWithSecret & { previousValidUntil: Date }>;
  /** Throws 404 for an unknown webhook. */
  deliveries(ctx: RequestContext, input: ListDeliveriesInput): Promise<FoundPage<Delivery>>;
  /** Queues a test message. Throws 404, and 409 if the webhook is not active. */
  test(ctx: RequestContext, id: string, deliveryId?: string): Promise<Delivery>;
  /** Sends a delivery again under its id, with a new retry schedule. Throws 404, 409 as above. */
  redeliver(ctx: RequestContext, deliveryId: string): Promise<Delivery>;
}
