/** Kinds of changes to which a webhook may subscribe: section 6 of the interface specification, and further ones beside it. */
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
] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** The kind of a message that somebody asks for to try a webhook; nobody registers for it. */
export const TEST_KIND = "webhook.test";

/** Members of a webhook, and how many a tenant may have. */
export const LIMITS = {
  webhooks: 200,
  name: 255,
  url: 2_048,
  headers: 20,
  headerName: 64,
  headerValue: 1_024,
} as const;

/** Why a webhook was made inactive by itself: its receiver answered 410, or failed for too long. */
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

export const DELIVERY_STATUSES = ["pending", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One message as its log shows it. */
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

/** A message that is to be sent now. */
export interface DueDelivery {
  id: string;
  body: string;
  attempts: number;
  /** Attempts since it was queued. */
  step: number;
  dueAt: Date;
}

/** The secret that was replaced signs beside the new one for so long. */
export const SECRET_OVERLAP_MS = 24 * 3_600_000;
/** Secrets that sign at once, however often they are replaced. */
export const MOST_SECRETS = 5;
