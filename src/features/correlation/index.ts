import { type Clock, daysAgo } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Route } from "../../platform/http/route.ts";
import type { ChangeConsumers } from "../../platform/jobs/changes.ts";
import type { JobDefinition, JobRef } from "../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { OwedWork } from "../../platform/jobs/owed-work.ts";
import { type ParkedWork, parkedWork } from "../../platform/jobs/parked-work.ts";
import type { StoresTakeWrites } from "../../platform/jobs/stores-take-writes.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Events, OpenEvent } from "../events/index.ts";
import { propagatingTypes } from "../reach/index.ts";
import type { FailureKinds } from "../relationships/index.ts";
import type { Settings } from "../settings/index.ts";
import { type Correlate, createCorrelate } from "./correlations/correlate.ts";
import { correlationRoutes } from "./correlations/correlation.v1.ts";
import { alarmsStore } from "./incidents/alarms.store.ts";
import { createAnalyseIncidents } from "./incidents/analyse-incidents.ts";
import { createGroupEvents } from "./incidents/group-events.ts";
import { incidentListsStore, type OpenIncident } from "./incidents/incident-lists.store.ts";
import { createFollowDebouncer, incidentJobs, owedIncidents } from "./incidents/incidents.job.ts";
import { incidentRoutes } from "./incidents/incidents.v1.ts";
import { correlationJobRefs } from "./incidents/job-refs.ts";
import { createReadIncidents, type ReadIncidents } from "./incidents/list-incidents.ts";
import { createEventWatch } from "./incidents/watch-events.ts";
import { createRelationshipWatch } from "./incidents/watch-relationships.ts";
import { correlationGraph } from "./upstream/correlation.graph.store.ts";

export type { Alarm, Change, FailureCi, FailureEdge, FailureGraph } from "./causes/failure-graph.ts";
export { rankCauses } from "./causes/rank-causes.ts";
export type { Correlate } from "./correlations/correlate.ts";
export type { ReadIncidents } from "./incidents/list-incidents.ts";

export interface CorrelationDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  jobs: SendJobs;
  storesTakeWrites: StoresTakeWrites;
  settings: (tenantId: string) => Promise<Settings>;
  events: Pick<Events, "openEvents">;
  /** The kinds of relationships of a tenant's own on which a failure travels. */
  failureKinds: (tenantId: string) => Promise<FailureKinds>;
}

export interface Correlator {
  verbs: { correlate: Correlate; incidents: ReadIncidents };
  routes: { v1: Route[] };
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  owedWork: readonly OwedWork[];
  parkedWork: readonly ParkedWork[];
  /** For relationships, by which incidents merge and split, and for every change of an event. */
  consumers: ChangeConsumers;
  /** The unresolved events of these CIs, by the alarms that they raised; of one CI the newest 1,000. */
  openEventsOf(tenantId: string, ciIds: readonly string[]): Promise<OpenEvent[]>;
  /** The open incidents that events of these CIs belong to. */
  openIncidentsOf(tenantId: string, ciIds: readonly string[]): Promise<OpenIncident[]>;
  /** Lets Neo4j plan what an answer needs, which takes it a second and more; no tenant has the id. */
  warmUp(tenantId: string): Promise<void>;
  /** Sends the work that is still to be sent. */
  flush(): Promise<void>;
  /** Removes what is kept of CIs that were purged. */
  onCisPurged(tenantId: string, ciIds: readonly string[]): Promise<void>;
  /** Deletes resolved incidents as long after their end as events. */
  retention: { incidents(tenantId: string): Promise<number> };
}

/** What events hang together, what may be behind them, and the incidents that follow from it. */
export function createCorrelator(deps: CorrelationDeps): Correlator {
  const { postgres, clock, settings } = deps;
  const correlate = createCorrelate(deps);
  const incidents = createReadIncidents({ postgres });
  const groupEvents = createGroupEvents(deps);
  const analyseIncidents = createAnalyseIncidents(deps);
  const { onWork, stop } = createFollowDebouncer(deps);
  return {
    verbs: { correlate, incidents },
    routes: { v1: [...correlationRoutes({ correlate }), ...incidentRoutes(incidents)] },
    jobs: incidentJobs({ jobs: deps.jobs, groupEvents, analyseIncidents }),
    jobRefs: correlationJobRefs,
    owedWork: [owedIncidents({ postgres })],
    parkedWork: [
      parkedWork(postgres, "incidents.group", "incident_queue"),
      parkedWork(postgres, "incidents.analyse", "incidents"),
    ],
    consumers: { graph: createRelationshipWatch({ onWork }), events: createEventWatch({ onWork }) },
    flush: stop,
    openEventsOf: async (tenantId, ciIds) =>
      deps.events.openEvents(tenantId, await alarmsStore.of(postgres, tenantId, ciIds)),
    openIncidentsOf: (tenantId, ciIds) => incidentListsStore.openOf(postgres, tenantId, ciIds),
    async warmUp(tenantId) {
      const kinds = propagatingTypes({ targetToSource: [], sourceToTarget: [] });
      for (const read of ["neighbourhood", "services", "needed", "upstream"] as const) {
        await correlationGraph[read](deps.graph, tenantId, [tenantId], kinds);
      }
    },
    onCisPurged: (tenantId, ciIds) => alarmsStore.removeCis(postgres, tenantId, ciIds),
    retention: {
      async incidents(tenantId) {
        const { events: days } = (await settings(tenantId)).retention_days;
        return incidentListsStore.deleteEnded(postgres, tenantId, daysAgo(clock, days));
      },
    },
  };
}
