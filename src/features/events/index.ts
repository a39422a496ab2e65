import { type Clock, daysAgo } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Route } from "../../platform/http/route.ts";
import type { ChangeConsumers, Changes } from "../../platform/jobs/changes.ts";
import type { JobDefinition, JobRef } from "../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Settings } from "../settings/index.ts";
import { createBindWaiting } from "./bind-waiting.ts";
import { createChangeStatus } from "./change-status.ts";
import { createPublishEvents, createPublishRemoved } from "./event-changes.ts";
import { eventApiRoutes } from "./events.api.ts";
import { eventJobs } from "./events.job.ts";
import { eventV1Routes } from "./events.v1.ts";
import type { EventVerbs } from "./events.verbs.ts";
import { createFindCis } from "./find-cis.ts";
import { forgetCis } from "./forget-events.store.ts";
import { createForgetEvents } from "./forget-events.ts";
import { createIngestEvent } from "./ingest-events.ts";
import { eventJobRefs } from "./job-refs.ts";
import { createWindowVerbs } from "./maintenance-windows.ts";
import { type OpenEvent, openEventsStore } from "./open-events.store.ts";
import { createReadEvents } from "./read-events.ts";
import { createReceiveWebhook } from "./receive-webhook.ts";
import { createSnsVerifier, type FetchText } from "./sources/index.ts";
import { createCiWatch } from "./watch-cis.ts";

export { type EventStatus, SEVERITIES, type Severity } from "./event.model.ts";
export type { EventVerbs } from "./events.verbs.ts";
export type { Ingested, IngestInput } from "./ingest-events.ts";
export type { OpenEvent } from "./open-events.store.ts";
export type { FetchText } from "./sources/index.ts";
// For whoever reports events of Orrery's own.
export { incoming as draftEvent } from "./sources/reading.ts";

export interface Events {
  verbs: EventVerbs;
  /** Those of these events of CIs that are not resolved, for whoever judges how CIs stand. */
  openEvents(tenantId: string, asked: readonly { ciId: string; eventId: string }[]): Promise<OpenEvent[]>;
  routes: { v1: Route[]; api: Route[] };
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  /** For CIs: names that events wait for, under which they appear, and maintenance. */
  consumers: ChangeConsumers;
  /** Removes what events hold of CIs that were purged. */
  onCisPurged(tenantId: string, ciIds: readonly string[]): Promise<void>;
  /** Removes these events, whatever their status, with their history; answers how many there were. No caller's verb. */
  removeEvents(tenantId: string, ids: readonly string[]): Promise<number>;
  /** Deletes resolved events when the tenant keeps them no longer. */
  retention: { events(tenantId: string): Promise<number> };
}

export interface EventsDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  jobs: SendJobs;
  settings: (tenantId: string) => Promise<Settings>;
  /** Gets every change of an event, within its transaction. */
  changes: Pick<Changes, "deliver">;
  /** Gets certificates and confirms subscriptions; only ever called with addresses of Amazon SNS. */
  fetchText: FetchText;
}

/** Operational events: sections 2, 3 and 6 of the interface specification. */
export function createEvents(deps: EventsDeps): Events {
  const { graph, postgres, clock, settings } = deps;
  const publish = createPublishEvents(deps);
  const forgetting = createForgetEvents({ postgres, clock, publishRemoved: createPublishRemoved(deps) });
  const findCis = createFindCis(deps);
  const bindWaiting = createBindWaiting({ postgres, clock, findCis, publish });
  const ingest = createIngestEvent({ ...deps, findCis, publish, bindWaiting });
  const snsVerifier = createSnsVerifier({ fetchText: deps.fetchText, now: () => clock.now() });
  const verbs: EventVerbs = {
    ...createReadEvents({ postgres, clock }),
    ingest,
    changeStatus: createChangeStatus({ postgres, clock, publish }),
    receive: createReceiveWebhook({ ...deps, ingestEvent: ingest, snsVerifier }),
    windows: createWindowVerbs({ graph, postgres, clock }),
  };
  return {
    verbs,
    openEvents: (tenantId, asked) => openEventsStore.read(postgres, tenantId, asked, clock.now()),
    routes: { v1: eventV1Routes(verbs), api: eventApiRoutes(verbs) },
    jobs: eventJobs({ postgres, clock, bindWaiting }),
    jobRefs: eventJobRefs,
    consumers: { graph: createCiWatch(deps) },
    onCisPurged: (tenantId, ciIds) => postgres.transaction((tx) => forgetCis(tx, tenantId, ciIds)),
    removeEvents: forgetting.remove,
    retention: {
      async events(tenantId) {
        const { events: days } = (await settings(tenantId)).retention_days;
        return forgetting.forget(tenantId, daysAgo(clock, days));
      },
    },
  };
}
