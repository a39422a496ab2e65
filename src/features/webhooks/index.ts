import { type Clock, daysAgo } from "../../platform/clock.ts";
import type { Route } from "../../platform/http/route.ts";
import type { ChangeConsumers } from "../../platform/jobs/changes.ts";
import type { JobDefinition, JobRef } from "../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { OwedWork } from "../../platform/jobs/owed-work.ts";
import { type ParkedWork, parkedWork } from "../../platform/jobs/parked-work.ts";
import type { Logger } from "../../platform/log.ts";
import type { MetricSource } from "../../platform/metrics.ts";
import type { Egress } from "../../platform/outside/egress.ts";
import { createGuardedPost } from "../../platform/outside/egress-post.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { EventVerbs } from "../events/index.ts";
import type { Settings } from "../settings/index.ts";
import { deliveriesStore } from "./deliveries.store.ts";
import { createDisableWebhook } from "./disable-webhook.ts";
import { webhookJobRefs } from "./job-refs.ts";
import { createManageDeliveries } from "./manage-deliveries.ts";
import { createManageWebhooks } from "./manage-webhooks.ts";
import { createQueueDeliveries } from "./queue-deliveries.ts";
import { healthJobs, owedHealthReports } from "./report-health.job.ts";
import { createSeal } from "./seal.ts";
import { createSender } from "./sending/send-deliveries.ts";
import { createLoadTarget } from "./sending/target.ts";
import { webhookMetrics } from "./webhook-metrics.ts";
import { webhookV1Routes } from "./webhooks.v1.ts";
import type { WebhookVerbs } from "./webhooks.verbs.ts";

export type { WebhookKind } from "./webhook.model.ts";
export type { WebhookVerbs } from "./webhooks.verbs.ts";

export interface Webhooks {
  verbs: WebhookVerbs;
  routes: { v1: Route[] };
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  /** Reports of webhooks that were disabled, are active again, or were deleted. */
  owedWork: readonly OwedWork[];
  parkedWork: readonly ParkedWork[];
  /** Queue deliveries for changes of the graph and of events. */
  consumers: ChangeConsumers;
  metrics: MetricSource[];
  /** Starts the sender. */
  startWork(): Promise<void>;
  /** Waits up to `graceMs` for deliveries in flight; the others are sent again later. */
  drain(graceMs: number): Promise<void>;
  /** Deletes deliveries after the tenant's retention time, and those of deleted webhooks. */
  retention: { deliveries(tenantId: string): Promise<number> };
}

export interface WebhooksDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  egress: Egress;
  jobs: SendJobs;
  /** Ingests the events that report disabled webhooks. */
  events: Pick<EventVerbs, "ingest">;
  settings: (tenantId: string) => Promise<Settings>;
  /** Timeout of one delivery attempt in milliseconds; default 15,000. */
  timeoutMs?: number;
  /** Interval of polling for due deliveries in milliseconds; default 1,000. */
  pollMs?: number;
  random?: () => number;
}

const TIMEOUT_MS = 15_000;

/** Outbound webhooks: sections 2, 4 and 6 of the interface specification, signed as Standard Webhooks says. */
export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { postgres, clock, egress, settings, timeoutMs = TIMEOUT_MS } = deps;
  const seal = createSeal(deps.secrets);
  const verbs = { ...createManageWebhooks({ ...deps, seal }), ...createManageDeliveries(deps) };
  const queueDeliveries = createQueueDeliveries(deps);
  const sender = createSender({
    ...deps,
    createPost: () => createGuardedPost({ egress, timeoutMs }),
    loadTarget: createLoadTarget({ ...deps, seal }),
    disable: createDisableWebhook(deps),
  });
  return {
    verbs,
    routes: { v1: webhookV1Routes(verbs) },
    jobs: healthJobs(deps),
    jobRefs: webhookJobRefs,
    owedWork: [owedHealthReports(deps)],
    parkedWork: [parkedWork(deps.postgres, "webhooks.report", "webhook_health_reports")],
    consumers: { graph: queueDeliveries, events: queueDeliveries },
    metrics: webhookMetrics(postgres),
    startWork: () => sender.start(),
    drain: (graceMs) => sender.stop(graceMs),
    retention: {
      async deliveries(tenantId) {
        const { deliveries: days } = (await settings(tenantId)).retention_days;
        const expired = await deliveriesStore.deleteExpired(postgres, tenantId, daysAgo(clock, days));
        return expired + (await deliveriesStore.deleteOrphans(postgres, tenantId));
      },
    },
  };
}
