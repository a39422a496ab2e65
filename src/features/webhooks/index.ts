import { type Clock, daysAgo } from "../../platform/clock.ts";
import type { Route } from "../../platform/http/route.ts";
import type { ChangeConsumers } from "../../platform/jobs/changes.ts";
import type { JobDefinition, JobRef } from "../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { OwedWork } from "../../platform/jobs/owed-work.ts";
import { type ParkedWork, parkedWork } from "../../platform/jobs/parked-work.ts";
import type { StoresTakeWrites } from "../../platform/jobs/stores-take-writes.ts";
import type { Logger } from "../../platform/log.ts";
import type { MetricSource } from "../../platform/metrics.ts";
import type { Egress } from "../../platform/outside/egress.ts";
import { createGuardedPost } from "../../platform/outside/egress-post.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { EventVerbs } from "../events/index.ts";
import type { Settings } from "../settings/index.ts";
import { deliveriesStore } from "./deliveries.store.ts";
import { createDisableWebhook } from "./disable-webhook.ts";
import { webhookJobRefs } from "./job-refs.ts";
import { createManageDeliveries } from "./manage-deliveries.ts";
import { createManageWebhooks } from "./manage-webhooks.ts";
import { deliveryIdOf } from "./payload.ts";
import { createQueueDeliveries } from "./queue-deliveries.ts";
import { healthJobs, owedHealthReports } from "./report-health.job.ts";
import { createSeal } from "./seal.ts";
import { createSender } from "./sending/send-deliveries.ts";
import { createLoadTarget } from "./sending/target.ts";
import type { Delivery, WebhookKind } from "./webhook.model.ts";
import { webhookMetrics } from "./webhook-metrics.ts";
import { webhooksStore } from "./webhooks.store.ts";
import { webhookV1Routes } from "./webhooks.v1.ts";
import type { WebhookVerbs } from "./webhooks.verbs.ts";

export type { Delivery, WebhookKind } from "./webhook.model.ts";
export type { WebhookVerbs } from "./webhooks.verbs.ts";

export interface Webhooks {
  verbs: WebhookVerbs;
  routes: { v1: Route[] };
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  /** Reports of webhooks that were disabled, are active again, or were deleted. */
  owedWork: readonly OwedWork[];
  parkedWork: readonly ParkedWork[];
  /** For features whose changes are sent: which active webhooks subscribe to a kind, and what became of a delivery. */
  tracking: DeliveryTracking;
  /** Queue deliveries for changes of the graph, of events, of reports and of vulnerabilities. */
  consumers: ChangeConsumers;
  metrics: MetricSource[];
  /** Starts the sender. */
  startWork(): Promise<void>;
  /** Waits up to `graceMs` for deliveries in flight; the others are sent again later. */
  drain(graceMs: number): Promise<void>;
  /** Deletes deliveries after the tenant's retention time, and those of deleted webhooks. */
  retention: { deliveries(tenantId: string): Promise<number> };
}

export interface DeliveryTracking {
  /** Ids of the tenant's active webhooks that subscribe to the kind. */
  subscribers(sql: Sql, tenantId: string, kind: WebhookKind): Promise<string[]>;
  /** The id of the delivery of a change to a webhook. */
  deliveryId(changeId: string, webhookId: string): string;
  /** Those of the deliveries that are still kept. */
  deliveries(sql: Sql, tenantId: string, ids: readonly string[]): Promise<Delivery[]>;
}

export interface WebhooksDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  egress: Egress;
  jobs: SendJobs;
  storesTakeWrites: StoresTakeWrites;
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
    tracking: {
      async subscribers(sql, tenantId, kind) {
        const subscriptions = await webhooksStore.subscriptions(sql, tenantId);
        return subscriptions.filter(({ events }) => events.includes(kind)).map(({ id }) => id);
      },
      deliveryId: deliveryIdOf,
      deliveries: deliveriesStore.findAll,
    },
    consumers: {
      graph: queueDeliveries,
      events: queueDeliveries,
      reports: queueDeliveries,
      vulnerabilities: queueDeliveries,
    },
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
