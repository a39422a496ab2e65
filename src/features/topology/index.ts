import type { Route } from "../../platform/http/route.ts";
import { topologyRoutes } from "./topology.v1.ts";
import { createTopologyVerbs, type TopologyDeps, type TopologyVerbs } from "./topology.verbs.ts";

export type { TopologyDeps, TopologyVerbs } from "./topology.verbs.ts";

export interface Topology {
  verbs: TopologyVerbs;
  /**
   * The same routes twice: `v1` below `/v1`, `bare` at the root, in a variant B with an empty base. Their paths begin with
   * `/api`, so they are served at `/v1/api/...` and `/api/...`.
   */
  routes: { v1: Route[]; api: Route[]; bare: Route[] };
}

/** Connections of processes, listening processes, and CIs by IP address. */
export function createTopology(deps: TopologyDeps): Topology {
  const verbs = createTopologyVerbs(deps);
  const routes = topologyRoutes(verbs);
  return { verbs, routes: { v1: routes, api: [], bare: routes } };
}
