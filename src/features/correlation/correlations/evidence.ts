import type { FailureEdge } from "../causes/failure-graph.ts";
import { type CiPath, type CorrelatedEvent, type DependentService, NEIGHBOURHOOD_STEPS } from "../correlation.model.ts";
import type { Upstream } from "../upstream/upstream.ts";
import type { Evidence } from "./score.ts";

/** The evidence that an event is correlated with the primary one, and what its explanation names. */
export interface EventEvidence extends Evidence {
  /** Its CI nearest to a CI of the primary event; undefined where none is in the neighbourhood. */
  ciId: string | undefined;
  /** The path to that CI, where it is known. */
  path: CiPath | undefined;
  /** Business services that depend on CIs of both. */
  serviceNames: string[];
}

/** A business service with the CIs that it depends on, itself included. */
export interface ServiceMembers {
  name: string;
  members: ReadonlySet<string>;
}

/** A CI that a walk reached, and where it came from. */
interface Reached {
  id: string;
  steps: number;
  observed: boolean;
  /** Undefined at the start. */
  from: Reached | undefined;
  edge: FailureEdge | undefined;
}

/** The CIs within the neighbourhood below each service. @param needed by CI the ids of its direct dependencies */
export function membersOf(
  services: readonly DependentService[],
  needed: ReadonlyMap<string, readonly string[]>,
): ServiceMembers[] {
  return services.map(({ id, name }) => {
    const members = new Set([id]);
    let frontier = [id];
    for (let steps = 1; steps <= NEIGHBOURHOOD_STEPS; steps++) {
      frontier = [...new Set(frontier.flatMap((at) => needed.get(at) ?? []))].filter((at) => !members.has(at));
      for (const at of frontier) members.add(at);
    }
    return { name, members };
  });
}

/** Prepares the search for evidence once for all candidate events; the function returned judges one event. */
export function createEvidence(world: {
  cis: readonly string[];
  neighbours: ReadonlyMap<string, number>;
  services: readonly ServiceMembers[];
  upstream: Upstream;
}): (event: CorrelatedEvent) => EventEvidence {
  const { cis, neighbours, services, upstream } = world;
  const own = new Set(cis);
  const links = linksOf(upstream.edges);
  const needs = walk(cis, [links.towardsNeeded]);
  const neededBy = walk(cis, [links.towardsDependent]);
  const shared = walk(cis, [links.towardsNeeded, links.towardsDependent]);
  return ({ affectedCis }) => {
    const above = services.filter(({ members }) => affectedCis.some((id) => members.has(id)));
    const serviceNames = above.map(({ name }) => name);
    const service = serviceNames.length > 0;
    if (affectedCis.some((id) => own.has(id))) {
      return { steps: 0, dependency: undefined, service, serviceNames, ciId: undefined, path: undefined };
    }
    const dependency = nearest(affectedCis, (id) => needs.get(id) ?? neededBy.get(id));
    const other = nearest(affectedCis, (id) => shared.get(id));
    const place = nearest(affectedCis, (id) => {
      const steps = neighbours.get(id) ?? shared.get(id)?.steps;
      return steps === undefined ? undefined : { steps };
    });
    const steps = place?.found.steps;
    const known = dependency ?? (other && other.found.steps === steps ? other : undefined);
    return {
      steps,
      dependency: dependency && { steps: dependency.found.steps, observed: dependency.found.observed },
      service,
      serviceNames,
      ciId: known?.id ?? place?.id,
      path: known && pathTo(known.found, upstream),
    };
  };
}

function nearest<T extends { steps: number }>(ids: readonly string[], find: (id: string) => T | undefined) {
  let best: { id: string; found: T } | undefined;
  for (const id of ids) {
    const found = find(id);
    if (found && (!best || found.steps < best.found.steps)) best = { id, found };
  }
  return best;
}

/** By CI its relationships in one direction, declared ones before observed ones. */
type Links = ReadonlyMap<string, readonly { edge: FailureEdge; to: string }[]>;

function linksOf(edges: readonly FailureEdge[]): { towardsNeeded: Links; towardsDependent: Links } {
  const towardsNeeded = new Map<string, { edge: FailureEdge; to: string }[]>();
  const towardsDependent = new Map<string, { edge: FailureEdge; to: string }[]>();
  for (const observed of [false, true]) {
    for (const edge of edges) {
      if (edge.observed !== observed) continue;
      add(towardsNeeded, edge.dependent, { edge, to: edge.needed });
      add(towardsDependent, edge.needed, { edge, to: edge.dependent });
    }
  }
  return { towardsNeeded, towardsDependent };
}

function add<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** CIs within the neighbourhood, breadth first, each by the first path that reaches it. */
function walk(from: readonly string[], links: readonly Links[]): Map<string, Reached> {
  const found = new Map<string, Reached>();
  const seen = new Set(from);
  let frontier = from.map((id): Reached => ({ id, steps: 0, observed: false, from: undefined, edge: undefined }));
  for (let steps = 1; steps <= NEIGHBOURHOOD_STEPS; steps++) {
    const reached: Reached[] = [];
    for (const at of frontier) {
      for (const { edge, to } of onwardFrom(at.id, links)) {
        if (seen.has(to)) continue;
        seen.add(to);
        const reach = { id: to, steps, observed: at.observed || edge.observed, from: at, edge };
        found.set(to, reach);
        reached.push(reach);
      }
    }
    frontier = reached;
  }
  return found;
}

/** Declared relationships first, in either direction. */
function onwardFrom(id: string, links: readonly Links[]): readonly { edge: FailureEdge; to: string }[] {
  const [first = [], second = []] = links.map((each) => each.get(id) ?? []);
  if (second.length === 0) return first;
  if (first.length === 0) return second;
  return [...first, ...second].sort((a, b) => Number(a.edge.observed) - Number(b.edge.observed));
}

function pathTo(reach: Reached, { cis }: Upstream): CiPath {
  const names: string[] = [];
  const steps: CiPath["steps"] = [];
  for (let at: Reached | undefined = reach; at; at = at.from) {
    names.unshift(cis.get(at.id)?.name ?? at.id);
    if (at.from && at.edge) steps.unshift({ type: at.edge.type, forward: isForward(at.edge, at.from.id) });
  }
  return { names, steps };
}

/** Whether the step goes from the relationship's source to its target. */
function isForward({ outgoing, dependent }: FailureEdge, from: string): boolean {
  return outgoing === (dependent === from);
}
