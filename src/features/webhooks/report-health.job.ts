import { systemContext } from "../../context.ts";
import { newId } from "../../platform/ids.ts";
import { defineJob, type JobDefinition } from "../../platform/jobs/job-ref.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { draftEvent, type EventVerbs } from "../events/index.ts";
import { REPORT_HEALTH } from "./job-refs.ts";
import { webhooksStore } from "./webhooks.store.ts";

/** Source of events that Orrery itself reports. */
const SOURCE = "orrery";
const REASON_TEXT = {
  gone: "its receiver is gone (410)",
  failing: "every delivery of the last five days failed",
} as const;

/** Opens an event for a webhook that was disabled, and resolves it when the webhook is active again or deleted. */
export function healthJobs(deps: { postgres: Postgres; events: Pick<EventVerbs, "ingest"> }): JobDefinition[] {
  return [
    defineJob(REPORT_HEALTH, {
      async run({ tenantId, webhookId }) {
        const row = await webhooksStore.find(deps.postgres, tenantId, webhookId);
        const reason = row && !row.active ? row.disabledReason : null;
        const health = reason ? `is disabled: ${REASON_TEXT[reason]}` : row ? "is active again" : "is no more";
        const title = `Webhook ${row?.name ?? webhookId} ${health}`;
        const event = draftEvent({
          title,
          severity: "medium",
          sourceId: `webhook:${webhookId}`,
          status: reason ? "open" : "resolved",
          context: { webhook_id: webhookId, ...(reason && { reason }) },
        });
        await deps.events.ingest(systemContext(tenantId, newId()), { event, source: SOURCE });
      },
    }),
  ];
}
