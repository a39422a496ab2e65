import type { Clock } from "../../platform/clock.ts";
import type { NewsSink } from "../../platform/jobs/relay.ts";
import { deliveriesStore } from "./deliveries.store.ts";
import { createMessage, kindOf, type NewDelivery } from "./payload.ts";
import { webhooksStore } from "./webhooks.store.ts";

/**
 * Makes a delivery of each news for each active webhook that is told of its kind, in the transaction in which the news is
 * told: neither is there without the other. One look at the tenant's webhooks, and nothing more where none wants it.
 */
export function createQueueDeliveries({ clock }: { clock: Clock }): NewsSink {
  return async (tx, tenantId, entries) => {
    const told = entries.flatMap((news) => {
      const kind = kindOf(news);
      return kind ? [{ news, kind }] : [];
    });
    if (told.length === 0) return;
    const subscriptions = await webhooksStore.subscriptions(tx, tenantId);
    const deliveries = told.flatMap(({ news, kind }): NewDelivery[] => {
      const wanting = subscriptions.filter(({ events }) => events.includes(kind));
      return wanting.length === 0 ? [] : wanting.map(({ id }) => id).map(createMessage(news, kind));
    });
    if (deliveries.length > 0) await deliveriesStore.queue(tx, tenantId, deliveries, clock.now());
  };
}
