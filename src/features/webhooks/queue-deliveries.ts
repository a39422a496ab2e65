import type { Clock } from "../../platform/clock.ts";
import type { Change, ChangeConsumer } from "../../platform/jobs/changes.ts";
import { deliveriesStore } from "./deliveries.store.ts";
import { createMessage, kindOf, type NewDelivery } from "./payload.ts";
import { type Subscription, webhooksStore } from "./webhooks.store.ts";

/** Characters of messages in one statement, unless a single one has more: a large scan may go to 200 webhooks. */
const PORTION_CHARS = 4_000_000;

/**
 * Creates one delivery per change and subscribed webhook, in the transaction that delivers the change: neither is there
 * without the other. Reads the tenant's webhooks once, and does nothing more where none subscribes.
 */
export function createQueueDeliveries({ clock }: { clock: Clock }): ChangeConsumer {
  return async (tx, tenantId, changes) => {
    if (!changes.some(kindOf)) return;
    const subscriptions = await webhooksStore.subscriptions(tx, tenantId);
    const now = clock.now();
    let portion: NewDelivery[] = [];
    let chars = 0;
    for (const delivery of deliveriesOf(changes, subscriptions)) {
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
function* deliveriesOf(changes: readonly Change[], subscriptions: readonly Subscription[]): Generator<NewDelivery> {
  for (const change of changes) {
    const kind = kindOf(change);
    const wanting = kind ? subscriptions.filter(({ events }) => events.includes(kind)) : [];
    if (!kind || wanting.length === 0) continue;
    const messageFor = createMessage(change, kind);
    for (const { id } of wanting) yield messageFor(id);
  }
}
