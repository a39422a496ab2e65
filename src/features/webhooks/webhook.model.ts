/** Kinds of changes to which a webhook may subscribe: those of section 6 of the interface specification, and further ones. */
export const WEBHOOK_KINDS = [
  "ci.created",
  "ci.updated",
  "ci.deleted",
  "event.created",
  "event.status_changed",
  "relationship.created",
  "relationship.deleted",
  "scan.completed",
  "report.completed",
  "vulnerability.found",
] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** Kind of a test message, sent on request; webhooks cannot subscribe to it. */
export const TEST_KIND = "webhook.test";

/** Largest number of webhooks per tenant and headers per webhook, and largest lengths of texts in characters. */
export const WEBHOOK_LIMITS = {
  webhooks: 200,
  name: 255,
  url: 2_048,
  headers: 20,
  headerName: 64,
  headerValue: 1_024,
} as const;

/** Why Orrery disabled a webhook: its receiver answered 410, or failed for too long. */
export type DisabledReason = "gone" | "failing";

export interface Webhook {
  id: string;
  name: string;
  url: string;
  events: WebhookKind[];
  headers: Record<string, string>;
  active: boolean;
  disabledReason: DisabledReason | null;
  disabledAt: Date | null;
  failingSince: Date | null;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
}

/** By which an attempt recognises that the webhook was changed since it was read. */
export type WebhookVersion = Pick<Webhook, "url" | "updatedAt">;

export const DELIVERY_STATUSES = ["pending", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A delivery as the delivery log shows it. */
export interface Delivery {
  id: string;
  webhookId: string;
  event: string;
  status: DeliveryStatus;
  attempts: number;
  responseStatus: number | null;
  error: string | null;
  createdAt: Date;
  /** When the next attempt is due; null when there will be none. */
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
}

/** A delivery to send now. */
export interface DueDelivery {
  id: string;
  body: string;
  attempts: number;
  /** Attempts since it was queued. */
  step: number;
  dueAt: Date;
}

/** How long a replaced secret signs in addition to the new one, in milliseconds. */
export const SECRET_OVERLAP_MS = 24 * 3_600_000;
/** Largest number of secrets that sign a delivery, however often they are replaced. */
export const MAX_ACTIVE_SECRETS = 5;
