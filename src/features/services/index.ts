import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import type { CiVerbs } from "../ci/index.ts";
import type { ReachVerb, StepsBetween } from "../reach/index.ts";
import { createCreateService } from "./create-service.ts";
import { createDeleteService } from "./delete-service.ts";
import { createDependenciesOf } from "./dependencies/service-dependencies.ts";
import type { HealthStatus } from "./health/health.model.ts";
import { healthIssuesOf, type OpenEventsOf } from "./health/health-issues.ts";
import { createServiceHealth, type ServiceHealth } from "./health/service-health.ts";
import { createReadServices } from "./read-services.ts";
import type { Component } from "./service.model.ts";
import { type BriefCi, servicesGraph } from "./services.graph.store.ts";
import { serviceV1Routes } from "./services.v1.ts";
import type { ServiceVerbs } from "./services.verbs.ts";
import { createUpdateService } from "./update-service.ts";
import { createWarmUp } from "./warm-up.ts";

export type { Dependencies } from "./dependencies/service-dependencies.ts";
export { HEALTH_STATUSES, type HealthIssue, type HealthStatus } from "./health/health.model.ts";
export type { OpenEventsOf } from "./health/health-issues.ts";
export type { ServiceHealth } from "./health/service-health.ts";
export { type Component, SERVICE_TYPE } from "./service.model.ts";
export type { BriefCi } from "./services.graph.store.ts";
export type { ServiceVerbs } from "./services.verbs.ts";
// For maps, which show the health of each CI.
export { healthIssuesOf };

export interface Services {
  verbs: ServiceVerbs;
  /** Health of any number of services at once; checks no scope. */
  serviceHealth: ServiceHealth;
  /** Only the status, by service id. */
  healthStatus(tenantId: string, ids: readonly string[]): Promise<Map<string, HealthStatus>>;
  /** For maps: CIs, and components of services. They check no scope. */
  reads: {
    cis(tenantId: string, ids: readonly string[]): Promise<Map<string, BriefCi>>;
    components(tenantId: string, ids: readonly string[]): Promise<Map<string, Component[]>>;
  };
  routes: { v1: Route[] };
  /** Lets Neo4j plan the queries of reading a service. `tenantId` names no tenant. */
  warmUp(tenantId: string): Promise<void>;
}

export interface ServicesDeps {
  graph: Graph;
  outbox: Outbox;
  clock: Clock;
  ci: CiVerbs;
  reach: ReachVerb;
  stepsBetween: StepsBetween;
  openEventsOf: OpenEventsOf;
}

/** Business services: section 2 of the interface specification. A service is a CI of type `business_service`. */
export function createServices(deps: ServicesDeps): Services {
  const serviceHealth = createServiceHealth(deps);
  const read = createReadServices({ ...deps, health: serviceHealth });
  const verbs: ServiceVerbs = {
    ...read,
    create: createCreateService(deps),
    update: createUpdateService(deps),
    delete: createDeleteService({ ...deps, read }),
    dependencies: createDependenciesOf(deps),
  };
  const reads: Services["reads"] = {
    cis: (tenantId, ids) => servicesGraph.cis(deps.graph, tenantId, ids),
    components: (tenantId, ids) => servicesGraph.components(deps.graph, tenantId, ids),
  };
  return {
    verbs,
    serviceHealth,
    healthStatus: async (tenantId, ids) =>
      new Map([...(await serviceHealth(tenantId, ids))].map(([id, { status }]) => [id, status])),
    reads,
    routes: { v1: serviceV1Routes(verbs) },
    warmUp: createWarmUp(deps),
  };
}
