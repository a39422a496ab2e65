import type { Clock } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { propagatingTypes } from "../../reach/index.ts";
import type { FailureKinds } from "../../relationships/index.ts";
import { findCauses, noCause } from "../causes/find-causes.ts";
import { correlationGraph } from "../upstream/correlation.graph.store.ts";
import type { Findings } from "./incident.model.ts";
import { incidentListsStore } from "./incident-lists.store.ts";

/** Events of one incident that are weighed, the newest; and CIs by which the services hit are found. */
const MOST = { events: 300, cis: 100, incidents: 50 } as const;

export interface StudyDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  failureKinds: (tenantId: string) => Promise<FailureKinds>;
}

/**
 * Works out anew the cause of some incidents that changed, and the services that they hit; answers how many there were.
 * Of an incident that changes meanwhile what was found is thrown away: it is still to be studied.
 */
export type StudyIncidents = (tenantId: string) => Promise<number>;

export function createStudyIncidents(deps: StudyDeps): StudyIncidents {
  return async (tenantId) => {
    const stale = await incidentListsStore.stale(deps.postgres, tenantId, MOST.incidents);
    if (stale.length === 0) return 0;
    const own = await deps.failureKinds(tenantId);
    for (const incident of stale) {
      const findings = await study(deps, tenantId, incident.id, own);
      await incidentListsStore.putFindings(deps.postgres, tenantId, incident, findings, deps.clock.now());
    }
    return stale.length;
  };
}

/** Null for an incident that is over: what was found while it lasted stands. */
async function study(deps: StudyDeps, tenantId: string, id: string, own: FailureKinds): Promise<Findings | null> {
  const { graph, postgres } = deps;
  const events = await incidentListsStore.unresolved(postgres, tenantId, id, MOST.events);
  if (events.length === 0) return null;
  const kinds = propagatingTypes(own);
  const ciIds = [...new Set(events.flatMap(({ affectedCis }) => affectedCis))];
  const found =
    events.length === 1
      ? noCause("A single event tells no cause from its effects")
      : await findCauses(deps.postgres, tenantId, {
          events,
          upstream: await correlationGraph.upstream(graph, tenantId, ciIds, kinds),
        });
  const hit = [...new Set([...(found.cause ? [found.cause.ciId] : []), ...ciIds])].slice(0, MOST.cis);
  const services = await correlationGraph.services(graph, tenantId, hit, kinds);
  return { ...found, services };
}
