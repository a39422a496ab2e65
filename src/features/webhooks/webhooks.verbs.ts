import type { RequestContext } from "../../context.ts";
import type { Delivery, DeliveryStatus, Webhook, WebhookKind } from "./webhook.model.ts";

export interface NewWebhook {
  name: string;
  url: string;
  events: readonly WebhookKind[];
  headers: Readonly<Record<string, string>>;
  active: boolean;
}

/** What is undefined stays as it is. */
export type WebhookChange = { [K in keyof NewWebhook]?: NewWebhook[K] | undefined };

/** A webhook with a secret just made: the only time that it is at hand. */
export interface WithSecret {
  webhook: Webhook;
  /** `whsec_<base64>`. */
  secret: string;
}

export interface Page<T> {
  items: T[];
  total: number;
  /** The last one's place; undefined at the end of the list. */
  next: { at: Date; id: string } | undefined;
}

export interface PageInput {
  order: "asc" | "desc";
  page: number;
  limit: number;
  after?: { at: Date; id: string } | undefined;
}

export interface ListDeliveriesInput extends PageInput {
  webhookId: string;
  statuses?: readonly DeliveryStatus[] | undefined;
  events?: readonly string[] | undefined;
}

/** Section 2 of the interface specification, Webhook registration. Every verb throws 403 without `webhooks.manage`. */
export interface WebhookVerbs {
  /** @param id that every try of one request gives. Throws 400 for an address that may not be called, 409 for too many. */
  create(ctx: RequestContext, input: NewWebhook, id?: string): Promise<WithSecret>;
  list(ctx: RequestContext, input: PageInput): Promise<Page<Webhook>>;
  /** Throws 404. */
  get(ctx: RequestContext, id: string): Promise<Webhook>;
  /** Changes what is given. Throws 404, 400. One that is active again is sent to at once, what waited for it first. */
  update(ctx: RequestContext, id: string, change: WebhookChange): Promise<Webhook>;
  /** What was to be delivered is not. Throws 404. */
  remove(ctx: RequestContext, id: string): Promise<void>;
  /** A new secret; the one before signs beside it until then. Throws 404. */
  rotateSecret(ctx: RequestContext, id: string): Promise<WithSecret & { previousValidUntil: Date }>;
  /** Throws 404 for a webhook that there is not. */
  deliveries(ctx: RequestContext, input: ListDeliveriesInput): Promise<Page<Delivery>>;
  /** Queues a message that tells nothing. Throws 404, and 409 where the webhook is not active. */
  test(ctx: RequestContext, id: string, deliveryId?: string): Promise<Delivery>;
  /** Sends a delivery again under its id, with the whole schedule before it. Throws 404, 409 as above. */
  redeliver(ctx: RequestContext, deliveryId: string): Promise<Delivery>;
}
