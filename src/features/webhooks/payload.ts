import { derivedId } from "../../platform/ids.ts";
import type { Change } from "../../platform/jobs/changes.ts";
import { changesBetween } from "./field-changes.ts";
import { TEST_KIND, WEBHOOK_KINDS, type WebhookKind } from "./webhook.model.ts";

/** A delivery to store, with its final body. */
export interface NewDelivery {
  id: string;
  webhookId: string;
  event: string;
  body: string;
}

const KINDS: ReadonlySet<string> = new Set(WEBHOOK_KINDS);
const isWebhookKind = (kind: string): kind is WebhookKind => KINDS.has(kind);

/** The kind under which subscribers get a change; undefined if they do not. A restored CI is sent as `ci.created`. */
export function webhookKindOf(change: { kind: string }): WebhookKind | undefined {
  if (change.kind === "ci.restored") return "ci.created";
  return isWebhookKind(change.kind) ? change.kind : undefined;
}

/**
 * Returns a function that makes the delivery of one change for a webhook (section 6 of the interface specification). The
 * delivery's id derives from change and webhook, so that a repeated change makes one delivery; it begins with the time, as
 * the change's id does.
 */
export function createMessage(change: Change, kind: WebhookKind): (webhookId: string) => NewDelivery {
  const snapshot = change.after ?? change.before;
  const isUpdate = kind === "ci.updated" || kind === "event.status_changed";
  const data = {
    [change.subject.kind]: snapshot,
    ...(isUpdate && { changes: changesBetween(change.before, change.after) }),
  };
  const json = JSON.stringify({ event: kind, timestamp: change.at, data });
  return (webhookId) => {
    const id = deliveryIdOf(change.id, webhookId);
    return { id, webhookId, event: kind, body: withIds(json, webhookId, id) };
  };
}

/** The id of the delivery of a change to a webhook. */
export function deliveryIdOf(changeId: string, webhookId: string): string {
  return changeId.slice(0, 13) + derivedId("delivery", webhookId, changeId).slice(13);
}

/** A message without a change, to test a webhook. */
export function testMessage(webhookId: string, id: string, at: Date): NewDelivery {
  const data = { message: "This is a test of the webhook." };
  const json = JSON.stringify({ event: TEST_KIND, timestamp: at.toISOString(), data });
  return { id, webhookId, event: TEST_KIND, body: withIds(json, webhookId, id) };
}

/** Adds the ids to the shared JSON text: a change is serialized once for all webhooks. */
function withIds(json: string, webhookId: string, id: string): string {
  return `${json.slice(0, -1)},"webhook_id":"${webhookId}","delivery_id":"${id}"}`;
}
