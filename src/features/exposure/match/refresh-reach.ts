import type { Graph } from "../../../platform/graph/graph.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { DEFAULT_DEPTH, type ReachVerbs } from "../../reach/index.ts";
import { exposureGraph, type WalkPlace } from "../state/exposure.graph.store.ts";
import { reachStore } from "./reach.store.ts";

export interface RefreshReachDeps {
  graph: Graph;
  reach: Pick<ReachVerbs, "reach">;
}

const SERVICES_AT_ONCE = 100;

/**
 * Finds, for each business service, the servers and programs that it needs, by one search upstream in the graph; lists show
 * the services of many CVEs at once from it. The service itself fails with them unless a relationship is optional.
 */
export function createRefreshReach({ graph, reach }: RefreshReachDeps) {
  return async (tx: Sql, tenantId: string): Promise<void> => {
    await reachStore.clear(tx, tenantId);
    for (let after: WalkPlace | undefined = { at: "", id: "" }; after; ) {
      const services: { id: string; createdAt: string }[] = await exposureGraph.walk(
        graph,
        tenantId,
        "business_service",
        after,
        SERVICES_AT_ONCE,
      );
      for (const { id } of services) {
        const { members } = await neededBy(reach, tenantId, id);
        await reachStore.put(
          tx,
          tenantId,
          id,
          members.map((member) => member.id),
        );
      }
      const last: { id: string; createdAt: string } | undefined = services.at(-1);
      after = last && services.length === SERVICES_AT_ONCE ? { at: last.createdAt, id: last.id } : undefined;
    }
  };
}

/** What a service cannot do without, by one search. */
export function neededBy(reach: Pick<ReachVerbs, "reach">, tenantId: string, serviceId: string) {
  return reach.reach({
    tenantId,
    ids: [serviceId],
    direction: "upstream",
    depth: DEFAULT_DEPTH,
    includeOptional: false,
    looksBeyond: false,
  });
}
