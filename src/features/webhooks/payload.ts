import { derivedId } from "../../platform/ids.ts";
import type { Change } from "../../platform/jobs/changes.ts";
import { changesBetween } from "./field-changes.ts";
import { TEST_KIND, WEBHOOK_KINDS, type WebhookKind } from "./webhook.model.ts";

/** A message that is to be stored, frozen as it is. */
export interface NewDelivery {
  id: string;
  webhookId: string;
  event: string;
  body: string;
}

const KINDS: ReadonlySet<string> = new Set(WEBHOOK_KINDS);
const isWebhookKind = (kind: string): kind is WebhookKind => KINDS.has(kind);

/** As what subscribers get it. A CI that is restored is there again, as its relationships are. */
export function kindOf(change: { kind: string }): WebhookKind | undefined {
  if (change.kind === "ci.restored") return "ci.created";
  return isWebhookKind(change.kind) ? change.kind : undefined;
}

/**
 * The message of one change for any webhook: section 6 of the interface specification. The delivery's id derives from the
 * change and the webhook, so that a repeated change makes one delivery; it begins with the time, as the change's id does.
 */
export function createMessage(change: Change, kind: WebhookKind): (webhookId: string) => NewDelivery {
  const thing = change.after ?? change.before;
  const isUpdate = kind === "ci.updated" || kind === "event.status_changed";
  const data = {
    [change.subject.kind]: thing,
    ...(isUpdate && { changes: changesBetween(change.before, change.after) }),
  };
  const start = JSON.stringify({ event: kind, timestamp: change.at, data });
  return (webhookId) => {
    const id = change.id.slice(0, 13) + derivedId("delivery", webhookId, change.id).slice(13);
    return { id, webhookId, event: kind, body: withIds(start, webhookId, id) };
  };
}

/** A message without a change, to try a webhook with. */
export function testMessage(webhookId: string, id: string, at: Date): NewDelivery {
  const data = { message: "This is a test of the webhook." };
  const start = JSON.stringify({ event: TEST_KIND, timestamp: at.toISOString(), data });
  return { id, webhookId, event: TEST_KIND, body: withIds(start, webhookId, id) };
}

/** A change is written out once, however many webhooks get it. */
function withIds(start: string, webhookId: string, id: string): string {
  return `${start.slice(0, -1)},"webhook_id":"${webhookId}","delivery_id":"${id}"}`;
}
