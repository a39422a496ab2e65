import { type RequestContext, requireScope } from "../../context.ts";
import { conflict, notFound } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { findTimedPage } from "../../platform/timed-list.ts";
import { recordAudit } from "../audit/index.ts";
import { deliveriesStore } from "./deliveries.store.ts";
import { testMessage } from "./payload.ts";
import { webhooksStore } from "./webhooks.store.ts";
import type { WebhookVerbs } from "./webhooks.verbs.ts";

export type ManageDeliveries = Pick<WebhookVerbs, "deliveries" | "test" | "redeliver">;

export function createManageDeliveries(deps: { postgres: Postgres; clock: Clock }): ManageDeliveries {
  const { postgres, clock } = deps;

  const requireActive = async (tx: Sql, ctx: RequestContext, id: string) => {
    const row = await webhooksStore.find(tx, ctx.tenantId, id);
    if (!row) throw notFound("webhook");
    if (!row.active) throw conflict("The webhook is not active");
  };

  return {
    async deliveries(ctx, { webhookId, statuses, events, ...input }) {
      requireScope(ctx, "webhooks.manage");
      if (!(await webhooksStore.find(postgres, ctx.tenantId, webhookId))) throw notFound("webhook");
      const filter = { webhookId, statuses, events };
      return findTimedPage(input, {
        rows: (window) => deliveriesStore.page(postgres, filter, window),
        count: () => deliveriesStore.count(postgres, filter),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      });
    },

    async test(ctx, webhookId, id = newId()) {
      requireScope(ctx, "webhooks.manage");
      return postgres.transaction(async (tx) => {
        await requireActive(tx, ctx, webhookId);
        const now = clock.now();
        await deliveriesStore.queue(tx, ctx.tenantId, [testMessage(webhookId, id, now)], now);
        const delivery = await deliveriesStore.find(tx, ctx.tenantId, id);
        if (!delivery) throw notFound("delivery");
        return delivery;
      });
    },

    async redeliver(ctx, id) {
      requireScope(ctx, "webhooks.manage");
      return postgres.transaction(async (tx) => {
        const known = await deliveriesStore.find(tx, ctx.tenantId, id);
        if (!known || !(await webhooksStore.find(tx, ctx.tenantId, known.webhookId))) throw notFound("delivery");
        await requireActive(tx, ctx, known.webhookId);
        const now = clock.now();
        const requeued = await deliveriesStore.requeue(tx, id, now);
        if (!requeued) throw notFound("delivery");
        await deliveriesStore.notify(tx, "queued", known.webhookId);
        const target = { kind: "webhook_delivery", id };
        const after = { webhook_id: known.webhookId, event: known.event };
        await recordAudit(tx, ctx, { action: "webhook.redelivered", target, after }, now);
        return requeued;
      });
    },
  };
}
