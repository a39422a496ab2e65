import type { Route } from "../../platform/http/route.ts";
import { createExploreGraph, type ExploreDeps, type ExploreGraph } from "./explore-graph.ts";
import { explorerGraph } from "./explorer.graph.store.ts";
import { DEFAULT_GRAPH_DEPTH, DEFAULT_GRAPH_NODES, DEFAULT_PATH_HOPS } from "./explorer.model.ts";
import { explorerV1Routes } from "./explorer.v1.ts";
import { createFindPaths, type FindPaths } from "./find-paths.ts";

export interface Explorer {
  verbs: { exploreGraph: ExploreGraph; findPaths: FindPaths };
  routes: { v1: Route[] };
  /** Lets Neo4j plan the queries. `tenantId` names no tenant. */
  warmUp(tenantId: string): Promise<void>;
}

/** Graphs around CIs and paths between them, for maps that people explore. */
export function createExplorer(deps: ExploreDeps): Explorer {
  const verbs = { exploreGraph: createExploreGraph(deps), findPaths: createFindPaths(deps) };
  return {
    verbs,
    routes: { v1: explorerV1Routes(verbs) },
    async warmUp(tenantId) {
      const walk = {
        along: {},
        against: {},
        includeAi: false,
        types: undefined,
        statuses: [],
        includeSoftware: false,
      };
      const search = { starts: [tenantId], depth: DEFAULT_GRAPH_DEPTH, limit: DEFAULT_GRAPH_NODES };
      await explorerGraph.neighbourhood(deps.graph, tenantId, walk, search);
      await explorerGraph.nodes(deps.graph, tenantId, walk, [tenantId]);
      const ends = { from: tenantId, to: tenantId, maxHops: DEFAULT_PATH_HOPS, limit: 1 };
      await explorerGraph.paths(deps.graph, tenantId, walk, ends);
    },
  };
}
