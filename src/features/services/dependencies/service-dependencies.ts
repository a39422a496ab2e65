import { type RequestContext, requireScope } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import { compare } from "../../../model/order.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { ReachVerb, StepsBetween } from "../../reach/index.ts";
import { SERVICE_TYPE } from "../service.model.ts";
import { type BriefCi, servicesGraph } from "../services.graph.store.ts";
import {
  type DependencyFacts,
  type FoundDependency,
  findDownstream,
  findUpstream,
  IMPACTS,
} from "./find-dependencies.ts";

/** A CI on the path between two services, and the relationship that leads to it. */
export interface ViaCi {
  ciId: string;
  name: string;
  type: string;
  relationship: string;
}

export interface Dependency extends Omit<FoundDependency, "path"> {
  name: string;
  via: ViaCi[];
}

export interface Dependencies {
  serviceId: string;
  /** Services that it depends on. */
  upstream: Dependency[];
  /** Services that depend on it. */
  downstream: Dependency[];
  /** Whether depth or size cut the search. */
  truncated: boolean;
}

/** Throws 404, and 403 without `services.read`. */
export type DependenciesOf = (ctx: RequestContext, serviceId: string) => Promise<Dependencies>;

/** Most relationships between two services. */
export const DEPENDENCY_DEPTH = 10;
const MAX_CIS = 5_000;

interface Deps {
  graph: Graph;
  reach: ReachVerb;
  stepsBetween: StepsBetween;
}

/** Finds the services that a service depends on and those that depend on it, by traversal between their components. */
export function createDependenciesOf(deps: Deps): DependenciesOf {
  return async (ctx, serviceId) => {
    requireScope(ctx, "services.read");
    const { tenantId } = ctx;
    if (!(await servicesGraph.isService(deps.graph, tenantId, serviceId))) throw notFound("service");
    const { facts, cis, truncated } = await readDependencyFacts(deps, tenantId, serviceId);
    const present = (found: FoundDependency[], directionId: (step: FoundDependency["path"][number]) => string) =>
      found
        .flatMap(({ path, ...dependency }): Dependency[] => {
          const service = cis.get(dependency.serviceId);
          if (!service) return [];
          const via = path.map((step): ViaCi => {
            const ci = cis.get(directionId(step));
            const { name = "", type = "" } = ci ?? {};
            return { ciId: directionId(step), name, type, relationship: step.type };
          });
          return [{ ...dependency, name: service.name, via }];
        })
        .sort(mostSevereFirst);
    return {
      serviceId,
      upstream: present(findUpstream(facts), ({ from }) => from),
      downstream: present(findDownstream(facts), ({ to }) => to),
      truncated,
    };
  };
}

function mostSevereFirst(a: Dependency, b: Dependency): number {
  return (
    IMPACTS.indexOf(a.impact) - IMPACTS.indexOf(b.impact) ||
    compare(a.name, b.name) ||
    compare(a.serviceId, b.serviceId)
  );
}

async function readDependencyFacts(
  { graph, reach, stepsBetween }: Deps,
  tenantId: string,
  serviceId: string,
): Promise<{ facts: DependencyFacts; cis: Map<string, BriefCi>; truncated: boolean }> {
  const own = (await servicesGraph.components(graph, tenantId, [serviceId])).get(serviceId) ?? [];
  const start = [serviceId, ...own.filter(({ status }) => status !== "inactive").map(({ ciId }) => ciId)];
  const request = { tenantId, depth: DEPENDENCY_DEPTH, limit: MAX_CIS };
  const [dependencies, dependents] = await Promise.all([
    reach({ ...request, ids: [serviceId], direction: "upstream" }),
    reach({ ...request, ids: start, direction: "downstream" }),
  ]);
  const reached = [
    ...new Set([...start, ...dependencies.members.map(({ id }) => id), ...dependents.members.map(({ id }) => id)]),
  ];
  const [steps, servicesOf, brief] = await Promise.all([
    stepsBetween({ tenantId, ids: reached }),
    servicesGraph.servicesOf(graph, tenantId, reached),
    servicesGraph.cis(graph, tenantId, reached),
  ]);
  const components = new Map<string, Set<string>>([[serviceId, new Set(own.map(({ ciId }) => ciId))]]);
  for (const [id, { type }] of brief) if (type === SERVICE_TYPE && !components.has(id)) components.set(id, new Set());
  for (const [ciId, services] of servicesOf) {
    for (const id of services) components.set(id, (components.get(id) ?? new Set()).add(ciId));
  }
  const missing = [...components.keys()].filter((id) => !brief.has(id));
  const cis = new Map([...brief, ...(await servicesGraph.cis(graph, tenantId, missing))]);
  return { facts: { serviceId, steps, components }, cis, truncated: dependencies.truncated || dependents.truncated };
}
