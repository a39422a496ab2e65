import type { Clock } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { isOutage, type StoresTakeWrites } from "../../../platform/jobs/stores-take-writes.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { type PropagatingTypes, propagatingTypes } from "../../reach/index.ts";
import type { FailureKinds } from "../../relationships/index.ts";
import { findCauses, noCause } from "../causes/find-causes.ts";
import { correlationGraph } from "../upstream/correlation.graph.store.ts";
import type { Upstream } from "../upstream/upstream.ts";
import type { FailedWork, Findings } from "./incident.model.ts";
import { incidentListsStore } from "./incident-lists.store.ts";
import { splitIncident } from "./split-incidents.ts";

/** Most events of one incident that are considered, the newest; most CIs whose services are searched; incidents per call. */
const MAX = { events: 300, cis: 100, incidents: 10 } as const;

export interface AnalyseDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  failureKinds: (tenantId: string) => Promise<FailureKinds>;
  /** Distinguishes work that takes too long from an outage. */
  storesTakeWrites: StoresTakeWrites;
}

/**
 * Takes up to 10 incidents that changed. Splits those whose events no longer belong together (see `splitIncident`), and
 * computes the cause of the others and the services affected. Returns how many there were, and those that failed: they are
 * tried again later, and stop no other. Rejects if a store is away. Findings of an incident that changed in the meantime are
 * discarded, so that it is analysed again.
 */
export type AnalyseIncidents = (tenantId: string) => Promise<{ stale: number; failed: FailedWork[] }>;

export function createAnalyseIncidents(deps: AnalyseDeps): AnalyseIncidents {
  return async (tenantId) => {
    const stale = await incidentListsStore.stale(deps.postgres, tenantId, MAX.incidents);
    const failed: FailedWork[] = [];
    if (stale.length === 0) return { stale: 0, failed };
    const kinds = propagatingTypes(await deps.failureKinds(tenantId));
    for (const incident of stale) {
      try {
        const reader = { ...deps, kinds, upstreamOf: upstreamReader(deps.graph, tenantId, kinds) };
        const split = await trySplit(reader, tenantId, incident.id);
        if (split.isChanged) continue;
        const findings = await analyse(reader, tenantId, incident.id);
        const isFinal = split.error === undefined;
        await incidentListsStore.putFindings(deps.postgres, tenantId, incident, findings, {
          now: deps.clock.now(),
          isFinal,
        });
        if (!isFinal) throw split.error;
      } catch (error) {
        if (await isOutage(error, deps.storesTakeWrites)) throw error;
        const tries = await incidentListsStore.recordFailure(deps.postgres, tenantId, incident);
        failed.push({ id: incident.id, tries, error });
      }
    }
    return { stale: stale.length, failed };
  };
}

/** What one incident is split and analysed with. */
interface IncidentDeps extends AnalyseDeps {
  kinds: PropagatingTypes;
  upstreamOf: (ciIds: readonly string[]) => Promise<Upstream>;
}

/** Reads what lies upstream of CIs, and reads it once where the same CIs are asked for again. */
function upstreamReader(graph: Graph, tenantId: string, kinds: PropagatingTypes): IncidentDeps["upstreamOf"] {
  const read = new Map<string, Upstream>();
  return async (ciIds) => {
    const key = [...ciIds].sort().join();
    const found = read.get(key) ?? (await correlationGraph.upstream(graph, tenantId, ciIds, kinds));
    read.set(key, found);
    return found;
  };
}

/** A failed split leaves the incident as it is, whose cause is computed all the same. */
async function trySplit(
  deps: IncidentDeps,
  tenantId: string,
  id: string,
): Promise<{ isChanged: boolean; error?: unknown }> {
  try {
    return { isChanged: await splitIncident(deps, tenantId, id) };
  } catch (error) {
    if (await isOutage(error, deps.storesTakeWrites)) throw error;
    return { isChanged: false, error };
  }
}

/** Null for a resolved incident, which keeps its last findings. */
async function analyse(deps: IncidentDeps, tenantId: string, id: string): Promise<Findings | null> {
  const { graph, postgres, kinds } = deps;
  const events = await incidentListsStore.unresolved(postgres, tenantId, id, MAX.events);
  if (events.length === 0) return null;
  const ciIds = [...new Set(events.flatMap(({ affectedCis }) => affectedCis))];
  const found =
    events.length === 1
      ? noCause("A single event tells no cause from its effects")
      : await findCauses(deps.postgres, tenantId, {
          events,
          upstream: await deps.upstreamOf(ciIds),
        });
  const hit = [...new Set([...(found.cause ? [found.cause.ciId] : []), ...ciIds])].slice(0, MAX.cis);
  const services = await correlationGraph.services(graph, tenantId, hit, kinds);
  return { ...found, services };
}
