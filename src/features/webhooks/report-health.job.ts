import { systemContext } from "../../context.ts";
import { coerceError } from "../../errors.ts";
import { newId } from "../../platform/ids.ts";
import { defineJob, type JobDefinition } from "../../platform/jobs/job-ref.ts";
import { type OwedWork, owedWork } from "../../platform/jobs/owed-work.ts";
import { isOutage, type StoresTakeWrites } from "../../platform/jobs/stores-take-writes.ts";
import { MAX_TRIES } from "../../platform/jobs/tries.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { draftEvent, type EventVerbs } from "../events/index.ts";
import { healthReportsStore } from "./health-reports.store.ts";
import { REPORT_HEALTH } from "./job-refs.ts";
import { webhooksStore } from "./webhooks.store.ts";

/** Source of events that Orrery itself reports. */
const SOURCE = "orrery";
const REASON_TEXT = {
  gone: "its receiver is gone (410)",
  failing: "every delivery of the last five days failed",
} as const;

/** Tenants' webhooks that one sweep finds; the next finds the others. */
const MAX_FOUND = 500;

export interface ReportHealthDeps {
  postgres: Postgres;
  events: Pick<EventVerbs, "ingest">;
  /** Distinguishes a report that takes too long from an outage. */
  storesTakeWrites: StoresTakeWrites;
}

/** Opens an event for a webhook that was disabled, and resolves it when the webhook is active again or deleted. */
export function healthJobs(deps: ReportHealthDeps): JobDefinition[] {
  return [
    defineJob(REPORT_HEALTH, {
      async run({ tenantId, webhookId }, { log }) {
        const due = await healthReportsStore.find(deps.postgres, tenantId, webhookId);
        if (!due) return;
        try {
          await report(deps, tenantId, webhookId, due.name);
        } catch (error) {
          if (await isOutage(error, deps.storesTakeWrites)) throw error;
          const tries = await healthReportsStore.recordFailure(deps.postgres, tenantId, webhookId);
          const fields = { webhook: webhookId, tries, error: coerceError(error).message };
          if (tries >= MAX_TRIES) log.error(fields, "the health of a webhook could not be reported; tried once a day");
          else log.warn(fields, "the health of a webhook could not be reported; it is tried again");
          return;
        }
        await healthReportsStore.remove(deps.postgres, tenantId, webhookId, due);
      },
    }),
  ];
}

/** A job for each webhook whose health is still to be reported. */
export function owedHealthReports({ postgres }: Pick<ReportHealthDeps, "postgres">): OwedWork {
  return owedWork(REPORT_HEALTH, () => healthReportsStore.due(postgres, MAX_FOUND));
}

async function report(
  { postgres, events }: ReportHealthDeps,
  tenantId: string,
  webhookId: string,
  lastName: string | null,
): Promise<void> {
  const row = await webhooksStore.find(postgres, tenantId, webhookId);
  const reason = row && !row.active ? row.disabledReason : null;
  const health = reason ? `is disabled: ${REASON_TEXT[reason]}` : row ? "is active again" : "is no more";
  const event = draftEvent({
    title: `Webhook ${row?.name ?? lastName ?? webhookId} ${health}`,
    severity: "medium",
    sourceId: `webhook:${webhookId}`,
    status: reason ? "open" : "resolved",
    context: { webhook_id: webhookId, ...(reason && { reason }) },
  });
  await events.ingest(systemContext(tenantId, newId()), { event, source: SOURCE });
}
