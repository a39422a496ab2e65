import { derivedId } from "../../platform/ids.ts";
import type { NewsEntry } from "../../platform/jobs/outbox.ts";
import { changesBetween } from "./changes.ts";
import { TEST_KIND, WEBHOOK_KINDS, type WebhookKind } from "./webhook.model.ts";

/** A message that is to be stored, frozen as it is. */
export interface NewDelivery {
  id: string;
  webhookId: string;
  event: string;
  body: string;
}

const KINDS: ReadonlySet<string> = new Set(WEBHOOK_KINDS);

/** As what subscribers are told of it. A CI that comes back is there again, as its relationships are. */
export function kindOf(news: Pick<NewsEntry, "kind">): WebhookKind | undefined {
  if (news.kind === "ci.restored") return "ci.created";
  return KINDS.has(news.kind) ? (news.kind as WebhookKind) : undefined;
}

/**
 * What one news makes of itself for any webhook: section 6 of the interface specification. The delivery's id derives from
 * the news and the webhook, so that news told twice makes one delivery; it begins with the time, as the news' id does.
 */
export function createMessage(news: NewsEntry, kind: WebhookKind): (webhookId: string) => NewDelivery {
  const thing = news.after ?? news.before;
  const isUpdate = kind === "ci.updated" || kind === "event.status_changed";
  const data = {
    [news.subject.kind]: thing,
    ...(isUpdate && { changes: changesBetween(news.before, news.after) }),
  };
  const start = JSON.stringify({ event: kind, timestamp: news.at, data });
  return (webhookId) => {
    const id = news.id.slice(0, 13) + derivedId("delivery", webhookId, news.id).slice(13);
    return { id, webhookId, event: kind, body: withIds(start, webhookId, id) };
  };
}

/** A message that tells nothing, to try a webhook with. */
export function testMessage(webhookId: string, id: string, at: Date): NewDelivery {
  const data = { message: "This is a test of the webhook." };
  const start = JSON.stringify({ event: TEST_KIND, timestamp: at.toISOString(), data });
  return { id, webhookId, event: TEST_KIND, body: withIds(start, webhookId, id) };
}

/** The news are written out once, however many webhooks get them. */
function withIds(start: string, webhookId: string, id: string): string {
  return `${start.slice(0, -1)},"webhook_id":"${webhookId}","delivery_id":"${id}"}`;
}
