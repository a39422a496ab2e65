import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { createFindByIp, type FindByIp } from "./find-by-ip.ts";
import { createFindListeningProcess, type FindListeningProcess } from "./listening-process.ts";
import { createProcessConnections, type ProcessConnections } from "./process-connections.ts";

export interface TopologyDeps {
  graph: Graph;
  postgres: Postgres;
}

export interface TopologyVerbs {
  processConnections: ProcessConnections;
  listeningProcess: FindListeningProcess;
  findByIp: FindByIp;
}

export function createTopologyVerbs(deps: TopologyDeps): TopologyVerbs {
  return {
    processConnections: createProcessConnections(deps),
    listeningProcess: createFindListeningProcess(deps),
    findByIp: createFindByIp(deps),
  };
}
