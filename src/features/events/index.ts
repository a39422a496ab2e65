import { type Clock, daysAgo } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Route } from "../../platform/http/route.ts";
import type { ChangeConsumers, Changes } from "../../platform/jobs/changes.ts";
import type { JobDefinition, JobRef } from "../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { OwedWork } from "../../platform/jobs/owed-work.ts";
import { type ParkedWork, parkedWork } from "../../platform/jobs/parked-work.ts";
import type { StoresTakeWrites } from "../../platform/jobs/stores-take-writes.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Settings } from "../settings/index.ts";
import { createBindEvents } from "./bind-events.ts";
import { createBindOwed } from "./bind-owed.ts";
import { createChangeStatus } from "./change-status.ts";
import { createCiConsumer } from "./consume-ci-changes.ts";
import { unlinkCis } from "./delete-events.store.ts";
import { createDeleteEvents } from "./delete-events.ts";
import { type EndedEvent, endedEventsStore } from "./ended-events.store.ts";
import { createPublishEvents, createPublishRemoved } from "./event-changes.ts";
import { eventHoursStore, type HourOfWeek } from "./event-hours.store.ts";
import { eventApiRoutes } from "./events.api.ts";
import { eventJobs, owedBinding } from "./events.job.ts";
import { eventV1Routes } from "./events.v1.ts";
import type { EventVerbs } from "./events.verbs.ts";
import { createFindCis } from "./find-cis.ts";
import { createIngestEvent } from "./ingest-events.ts";
import { eventJobRefs } from "./job-refs.ts";
import { createWindowVerbs } from "./maintenance-windows.ts";
import { type OpenEvent, openEventsStore } from "./open-events.store.ts";
import { createReadEvents } from "./read-events.ts";
import { receiptsStore } from "./receipts.store.ts";
import { createReceiveWebhook } from "./receive-webhook.ts";
import { createSnsVerifier, type FetchText } from "./sources/index.ts";
import { createStoreAlerts } from "./store-alerts.ts";
import { type MaintenanceWindow, windowsStore } from "./windows.store.ts";

export { countedSql } from "./counts.store.ts";
export { deviationOf, type Measured, measuredOf } from "./deviation.ts";
export { EVENT_STATUSES, type EventStatus, SEVERITIES, type Severity } from "./event.model.ts";
export type { HourOfWeek } from "./event-hours.store.ts";
// For queries over events, which join it to their statements.
export { suppressedSql } from "./events.store.ts";
export type { EventVerbs } from "./events.verbs.ts";
export type { Ingested, IngestInput } from "./ingest-events.ts";
export type { OpenEvent } from "./open-events.store.ts";
export type { FetchText } from "./sources/index.ts";
// For features that report events of Orrery itself.
export { incomingEvent as draftEvent } from "./sources/message-fields.ts";
export { type Symptom, symptomOf } from "./symptom.ts";

export interface Events {
  verbs: EventVerbs;
  /** The unresolved ones of these events, each with its CI, for features that assess the health of CIs. */
  openEvents(tenantId: string, pairs: readonly { ciId: string; eventId: string }[]): Promise<OpenEvent[]>;
  /** Maintenance windows of any of these CIs that overlap a period, each with those of the CIs; earliest first, at most 500. */
  maintenanceBetween(
    tenantId: string,
    input: { ciIds: readonly string[]; from: Date; to: Date },
  ): Promise<Pick<MaintenanceWindow, "id" | "ciIds" | "from" | "to">[]>;
  /** Resolved events that these CIs had since a moment, each with its CI, newest first: at most 50 of each of the first 100. */
  endedEvents(tenantId: string, input: { ciIds: readonly string[]; since: Date }): Promise<EndedEvent[]>;
  /** How many events these CIs had since a moment, by hour of the week. */
  eventsByHour(tenantId: string, input: { ciIds: readonly string[]; since: Date }): Promise<HourOfWeek[]>;
  routes: { v1: Route[]; api: Route[] };
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  owedWork: readonly OwedWork[];
  parkedWork: readonly ParkedWork[];
  /** Follows changes of CIs: binds waiting events to CIs that appear, and records maintenance. */
  consumers: ChangeConsumers;
  /** Removes purged CIs from events and maintenance windows. */
  onCisPurged(tenantId: string, ciIds: readonly string[]): Promise<void>;
  /** Deletes these events in any status, with their history; returns how many. Internal: not offered to callers. */
  removeEvents(tenantId: string, ids: readonly string[]): Promise<number>;
  /** Deletes resolved events after the tenant's retention time. */
  retention: { events(tenantId: string): Promise<number> };
}

export interface EventsDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  jobs: SendJobs;
  storesTakeWrites: StoresTakeWrites;
  settings: (tenantId: string) => Promise<Settings>;
  /** Receives every change of an event, within its transaction. */
  changes: Pick<Changes, "deliver" | "begin">;
  /** Fetches certificates and confirms subscriptions; only ever called with addresses of Amazon SNS. */
  fetchText: FetchText;
}

/** Longer than any monitoring system repeats a message that was refused. */
const RECEIPT_DAYS = 2;

/** Operational events: sections 2, 3 and 6 of the interface specification. */
export function createEvents(deps: EventsDeps): Events {
  const { graph, postgres, clock, settings, storesTakeWrites } = deps;
  const publish = createPublishEvents(deps);
  const deleteEvents = createDeleteEvents({ postgres, clock, publishRemoved: createPublishRemoved(deps) });
  const findCis = createFindCis(deps);
  const bindEvents = createBindEvents({ postgres, clock, findCis, publish, storesTakeWrites });
  const ingest = createIngestEvent({ ...deps, findCis, publish, bindEvents });
  const snsVerifier = createSnsVerifier({ fetchText: deps.fetchText, now: () => clock.now() });
  const storeAlerts = createStoreAlerts({ postgres, ingestEvent: ingest });
  const verbs: EventVerbs = {
    ...createReadEvents({ postgres, clock }),
    ingest,
    changeStatus: createChangeStatus({ postgres, clock, publish }),
    receive: createReceiveWebhook({ ...deps, storeAlerts, snsVerifier }),
    windows: createWindowVerbs({ graph, postgres, clock }),
  };
  return {
    verbs,
    openEvents: (tenantId, pairs) => openEventsStore.read(postgres, tenantId, pairs, clock.now()),
    maintenanceBetween: (tenantId, input) => windowsStore.between(postgres, tenantId, input),
    endedEvents: (tenantId, input) => endedEventsStore.read(postgres, tenantId, input),
    eventsByHour: (tenantId, input) => eventHoursStore.count(postgres, tenantId, input),
    routes: { v1: eventV1Routes(verbs), api: eventApiRoutes(verbs) },
    jobs: eventJobs(createBindOwed({ postgres, bindEvents })),
    jobRefs: eventJobRefs,
    owedWork: [owedBinding({ postgres })],
    parkedWork: [
      parkedWork(postgres, "events.search", "event_waits"),
      parkedWork(postgres, "events.bind", "appeared_hosts"),
    ],
    consumers: { graph: createCiConsumer(deps) },
    onCisPurged: (tenantId, ciIds) => unlinkCis(postgres, tenantId, ciIds),
    removeEvents: deleteEvents.deleteByIds,
    retention: {
      async events(tenantId) {
        const { events: days } = (await settings(tenantId)).retention_days;
        await receiptsStore.removeExpired(postgres, tenantId, daysAgo(clock, RECEIPT_DAYS));
        return deleteEvents.deleteExpired(tenantId, daysAgo(clock, days));
      },
    },
  };
}
