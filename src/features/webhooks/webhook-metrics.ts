import type { MetricSource } from "../../platform/metrics.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { deliveriesStore } from "./deliveries.store.ts";
import { webhooksStore } from "./webhooks.store.ts";

/** Metrics of the webhooks of all tenants. */
export function webhookMetrics(sql: Sql): MetricSource[] {
  return [
    {
      name: "orrery_webhooks",
      help: "Webhooks: delivering, failing (since the last delivery that arrived), disabled after failures, or inactive",
      labels: ["state"],
      read: async () =>
        (await webhooksStore.countByState(sql)).map(({ state, webhooks }) => ({ labels: { state }, value: webhooks })),
    },
    {
      name: "orrery_webhook_deliveries_due",
      help: "Webhook messages whose time to be sent has come",
      read: async () => [{ value: await deliveriesStore.countDue(sql) }],
    },
  ];
}
