import type { Clock } from "../../platform/clock.ts";
import type { Change, ChangeConsumer } from "../../platform/jobs/changes.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { deliveriesStore } from "./deliveries.store.ts";
import { createMessage, type NewDelivery, webhookKindOf } from "./payload.ts";
import { type Subscription, webhooksStore } from "./webhooks.store.ts";

/** Limit of characters of messages per statement (a single message may have more): a large scan may go to 200 webhooks. */
const PORTION_CHARS = 4_000_000;

/**
 * Creates one delivery per change and subscribed webhook, in the transaction that delivers the change: both are committed
 * or neither. Reads the tenant's webhooks once per batch, or not at all if no change is of a webhook kind, which `begin` does
 * not know yet; does nothing more if none subscribes.
 */
export function createQueueDeliveries({ clock }: { clock: Clock }): ChangeConsumer {
  const queue = async (
    tx: Sql,
    tenantId: string,
    deliveries: Iterable<NewDelivery>,
    store: (typeof deliveriesStore)["queue"],
  ): Promise<void> => {
    const now = clock.now();
    let portion: NewDelivery[] = [];
    let chars = 0;
    for (const delivery of deliveries) {
      if (chars + delivery.body.length > PORTION_CHARS && portion.length > 0) {
        await store(tx, tenantId, portion, now);
        [portion, chars] = [[], 0];
      }
      portion.push(delivery);
      chars += delivery.body.length;
    }
    if (portion.length > 0) await store(tx, tenantId, portion, now);
  };

  const consume: ChangeConsumer = async (tx, tenantId, changes) => {
    if (!changes.some(webhookKindOf)) return;
    const subscriptions = await webhooksStore.subscriptions(tx, tenantId);
    await queue(tx, tenantId, deliveriesOf(changes, subscriptions), deliveriesStore.queue);
  };
  // Changes that are yet to be made have no deliveries.
  const begin: ChangeConsumer["begin"] = (tx, tenantId) => {
    const reading = webhooksStore.subscriptions(tx, tenantId);
    // A failure is thrown where the answer is needed.
    reading.catch(() => undefined);
    return async (changes) => queue(tx, tenantId, deliveriesOf(changes, await reading), deliveriesStore.queueNew);
  };
  return Object.assign(consume, { begin });
}

/** Generates the deliveries one by one: all at once may exceed the memory of a process. */
function* deliveriesOf(changes: readonly Change[], subscriptions: readonly Subscription[]): Generator<NewDelivery> {
  for (const change of changes) {
    const kind = webhookKindOf(change);
    const subscribed = kind ? subscriptions.filter(({ events }) => events.includes(kind)) : [];
    if (!kind || subscribed.length === 0) continue;
    const messageFor = createMessage(change, kind);
    for (const { id } of subscribed) yield messageFor(id);
  }
}
