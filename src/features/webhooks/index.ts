import type { Clock } from "../../platform/clock.ts";
import type { Route } from "../../platform/http/route.ts";
import type { ChangeConsumers } from "../../platform/jobs/changes.ts";
import type { JobDefinition, JobRef } from "../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Logger } from "../../platform/log.ts";
import type { Egress } from "../../platform/outside/egress.ts";
import { createGuardedPost } from "../../platform/outside/egress-post.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { EventVerbs } from "../events/index.ts";
import { deliveriesStore } from "./deliveries.store.ts";
import { createDisableWebhook } from "./disable-webhook.ts";
import { webhookJobRefs } from "./job-refs.ts";
import { createManageDeliveries } from "./manage-deliveries.ts";
import { createManageWebhooks } from "./manage-webhooks.ts";
import { createQueueDeliveries } from "./queue-deliveries.ts";
import { createSeal } from "./seal.ts";
import { createSender } from "./send-deliveries.ts";
import { standingJobs } from "./standing.job.ts";
import { createLoadTarget } from "./target.ts";
import { webhookV1Routes } from "./webhooks.v1.ts";
import type { WebhookVerbs } from "./webhooks.verbs.ts";

export { type Delivery, WEBHOOK_KINDS, type Webhook, type WebhookKind } from "./webhook.model.ts";
export type { WebhookVerbs } from "./webhooks.verbs.ts";

export interface Webhooks {
  verbs: WebhookVerbs;
  routes: { v1: Route[] };
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  /** Queues deliveries of changes, those of events too. */
  consumers: ChangeConsumers;
  /** Begins to send; only in processes that run jobs. */
  start(): Promise<void>;
  /** Lets deliveries under way end for that long; those that do not are sent again. */
  stop(graceMs: number): Promise<void>;
  /** Forgets deliveries after their time, and those of webhooks that are gone; answers how many. */
  forgetDeliveries(tenantIds: readonly string[], days: (tenantId: string) => Promise<number>): Promise<number>;
}

export interface WebhooksDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  egress: Egress;
  jobs: SendJobs;
  /** Asked for when first used. */
  events: () => Pick<EventVerbs, "ingest">;
  /** Milliseconds after which a receiver has failed; default 15,000. */
  timeoutMs?: number;
  /** Milliseconds between two looks for what fell due; default 1,000. */
  pollMs?: number;
  random?: () => number;
}

const TIMEOUT_MS = 15_000;
const DAY_MS = 86_400_000;

/** Outbound webhooks: sections 2, 4 and 6 of the interface specification, signed as Standard Webhooks says. */
export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { postgres, clock, egress, timeoutMs = TIMEOUT_MS } = deps;
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
    jobs: standingJobs(deps),
    jobRefs: webhookJobRefs,
    consumers: { graph: queueDeliveries, events: queueDeliveries },
    start: () => sender.start(),
    stop: (graceMs) => sender.stop(graceMs),
    async forgetDeliveries(tenantIds, days) {
      let forgotten = 0;
      for (const tenantId of tenantIds) {
        const before = new Date(clock.now().getTime() - (await days(tenantId)) * DAY_MS);
        forgotten += await deliveriesStore.forget(postgres, tenantId, before);
        forgotten += await deliveriesStore.forgetOrphans(postgres, tenantId);
      }
      return forgotten;
    },
  };
}
