import type { Graph } from "../../../platform/graph/graph.ts";
import type { ReachVerb, StepsBetween } from "../../reach/index.ts";
import type { Component } from "../service.model.ts";
import { servicesGraph } from "../services.graph.store.ts";
import { type HealthFacts, type HealthView, roleKey } from "./health.model.ts";
import { healthIssuesOf, type OpenEventsOf } from "./health-issues.ts";
import { createRateHealth } from "./rate-health.ts";

/** Health by service; ids that name no CI are absent. */
export type ServiceHealth = (tenantId: string, ids: readonly string[]) => Promise<Map<string, HealthView>>;

export interface ServiceHealthDeps {
  graph: Graph;
  reach: ReachVerb;
  stepsBetween: StepsBetween;
  openEventsOf: OpenEventsOf;
}

/** Most relationships between a service and a health issue that counts. */
export const HEALTH_DEPTH = 6;
/** Most CIs examined for all services of one call together, nearest first. */
const MAX_CIS = 5_000;

/**
 * Health of any number of services in a constant number of round trips: one search finds the dependencies of all of them.
 * Checks no scope.
 */
export function createServiceHealth(deps: ServiceHealthDeps): ServiceHealth {
  return async (tenantId, given) => {
    const ids = [...new Set(given)];
    if (ids.length === 0) return new Map();
    const [components, { members }] = await Promise.all([
      servicesGraph.components(deps.graph, tenantId, ids),
      deps.reach({ tenantId, ids, direction: "upstream", depth: HEALTH_DEPTH, limit: MAX_CIS }),
    ]);
    const facts = await readHealthFacts(
      deps,
      tenantId,
      components,
      members.map(({ id }) => id),
    );
    const rate = createRateHealth(facts);
    return new Map(
      [...components].map(([id, own]) => [
        id,
        own.length > 0 ? rate(id) : { status: "unknown", score: 0, contributors: [] },
      ]),
    );
  };
}

async function readHealthFacts(
  { graph, stepsBetween, openEventsOf }: ServiceHealthDeps,
  tenantId: string,
  components: ReadonlyMap<string, Component[]>,
  reached: readonly string[],
): Promise<HealthFacts> {
  const own = [...components.values()].flat();
  const all = [...new Set([...components.keys(), ...reached, ...own.map(({ ciId }) => ciId)])];
  const [cis, steps, events] = await Promise.all([
    servicesGraph.cis(graph, tenantId, all),
    stepsBetween({ tenantId, ids: all }),
    openEventsOf(tenantId, all),
  ]);
  const roles = new Map<string, string | null>();
  for (const [serviceId, list] of components) {
    for (const { ciId, role } of list) roles.set(roleKey(serviceId, ciId), role);
  }
  return { cis, steps, issues: healthIssuesOf(cis, events), roles };
}
