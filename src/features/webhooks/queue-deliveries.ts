import type { Clock } from "../../platform/clock.ts";
import type { NewsEntry } from "../../platform/jobs/outbox.ts";
import type { NewsSink } from "../../platform/jobs/relay.ts";
import { deliveriesStore } from "./deliveries.store.ts";
import { createMessage, kindOf, type NewDelivery } from "./payload.ts";
import { type Subscription, webhooksStore } from "./webhooks.store.ts";

/** Characters of messages in one statement, unless a single one has more: a large scan may be told to 200 webhooks. */
const PORTION_CHARS = 4_000_000;

/**
 * Makes a delivery of each news for each active webhook that is told of its kind, in the transaction in which the news is
 * told: neither is there without the other. One look at the tenant's webhooks, and nothing more where none wants it.
 */
export function createQueueDeliveries({ clock }: { clock: Clock }): NewsSink {
  return async (tx, tenantId, entries) => {
    if (!entries.some(kindOf)) return;
    const subscriptions = await webhooksStore.subscriptions(tx, tenantId);
    const now = clock.now();
    let portion: NewDelivery[] = [];
    let chars = 0;
    for (const delivery of deliveriesOf(entries, subscriptions)) {
      if (chars + delivery.body.length > PORTION_CHARS && portion.length > 0) {
        await deliveriesStore.queue(tx, tenantId, portion, now);
        [portion, chars] = [[], 0];
      }
      portion.push(delivery);
      chars += delivery.body.length;
    }
    if (portion.length > 0) await deliveriesStore.queue(tx, tenantId, portion, now);
  };
}

/** One after the other: all of them at once may be more than a process has memory for. */
function* deliveriesOf(entries: readonly NewsEntry[], subscriptions: readonly Subscription[]): Generator<NewDelivery> {
  for (const news of entries) {
    const kind = kindOf(news);
    const wanting = kind ? subscriptions.filter(({ events }) => events.includes(kind)) : [];
    if (!kind || wanting.length === 0) continue;
    const messageFor = createMessage(news, kind);
    for (const { id } of wanting) yield messageFor(id);
  }
}
