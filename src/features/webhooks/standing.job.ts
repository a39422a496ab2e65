import { systemContext } from "../../context.ts";
import { newId } from "../../platform/ids.ts";
import { defineJob, type JobDefinition } from "../../platform/jobs/job-ref.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { draftEvent, type EventVerbs } from "../events/index.ts";
import { REPORT_HEALTH } from "./job-refs.ts";
import { webhooksStore } from "./webhooks.store.ts";

/** The source of events of Orrery's own. */
const SOURCE = "orrery";
const TITLE = {
  gone: "its receiver is gone (410)",
  failing: "every delivery of the last five days failed",
} as const;

/** Says by an event that a webhook was made inactive, and by its end that it is active again, or is no more. */
export function standingJobs(deps: { postgres: Postgres; events: Pick<EventVerbs, "ingest"> }): JobDefinition[] {
  return [
    defineJob(REPORT_HEALTH, {
      async run({ tenantId, webhookId }) {
        const row = await webhooksStore.find(deps.postgres, tenantId, webhookId);
        const reason = row && !row.active ? row.disabledReason : null;
        const standing = reason ? `is disabled: ${TITLE[reason]}` : row ? "is active again" : "is no more";
        const title = `Webhook ${row?.name ?? webhookId} ${standing}`;
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
