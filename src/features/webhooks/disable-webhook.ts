import { systemContext } from "../../context.ts";
import { newId } from "../../platform/ids.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { recordAudit } from "../audit/index.ts";
import { deliveriesStore } from "./deliveries.store.ts";
import { healthReportsStore } from "./health-reports.store.ts";
import { REPORT_HEALTH } from "./job-refs.ts";
import type { DisabledReason, WebhookVersion } from "./webhook.model.ts";
import { webhooksStore } from "./webhooks.store.ts";

/**
 * Disables a webhook on behalf of Orrery, writes the audit entry, and owes an event that reports it. Does nothing
 * if the webhook is not active any more, or was changed since the attempt that this follows from.
 */
export function createDisableWebhook(deps: { postgres: Postgres; jobs: SendJobs }) {
  return (id: string, version: WebhookVersion, reason: DisabledReason, at: Date): Promise<void> =>
    deps.postgres.transaction(async (tx) => {
      const row = await webhooksStore.disable(tx, id, version, reason, at);
      if (!row) return;
      const { tenantId, name } = row;
      await healthReportsStore.add(tx, tenantId, id, name);
      await deps.jobs.send(REPORT_HEALTH, { tenantId, webhookId: id }, { tx });
      await deliveriesStore.notify(tx, "changed", id);
      const record = { action: "webhook.disabled", target: { kind: "webhook", id }, after: { name, reason } };
      await recordAudit(tx, systemContext(tenantId, newId()), record, at);
    });
}
