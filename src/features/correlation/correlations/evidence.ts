import type { FailureEdge } from "../causes/failure-graph.ts";
import type { CorrelatedEvent, ServiceAbove, Way } from "../correlation.model.ts";
import { NEAR } from "../correlation.model.ts";
import type { Upstream } from "../upstream/upstream.ts";
import type { Ties } from "./score.ts";

/** How an event stands to the primary one, with what is told of it. */
export interface Tied extends Ties {
  /** Its CI nearest to one of the primary event; undefined where it has none nearby. */
  ciId: string | undefined;
  /** The way to that CI, where it is known. */
  way: Way | undefined;
  /** Business services that lie over both. */
  serviceNames: string[];
}

/** A business service with what lies under it, itself included. */
export interface ServiceMembers {
  name: string;
  members: ReadonlySet<string>;
}

/** A CI that was reached, and from where. */
interface Reach {
  id: string;
  steps: number;
  observed: boolean;
  /** Undefined where the walk began. */
  from: Reach | undefined;
  edge: FailureEdge | undefined;
}

/** What lies within the steps that count under each service. @param needed by CI what it needs directly */
export function membersOf(
  services: readonly ServiceAbove[],
  needed: ReadonlyMap<string, readonly string[]>,
): ServiceMembers[] {
  return services.map(({ id, name }) => {
    const members = new Set([id]);
    let front = [id];
    for (let steps = 1; steps <= NEAR; steps++) {
      front = [...new Set(front.flatMap((at) => needed.get(at) ?? []))].filter((at) => !members.has(at));
      for (const at of front) members.add(at);
    }
    return { name, members };
  });
}

/** How events stand to the primary one, worked out once for what the CIs of all of them need. */
export function createTies(world: {
  cis: readonly string[];
  neighbours: ReadonlyMap<string, number>;
  services: readonly ServiceMembers[];
  upstream: Upstream;
}): (event: CorrelatedEvent) => Tied {
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
      return { steps: 0, dependency: undefined, service, serviceNames, ciId: undefined, way: undefined };
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
      way: known && wayTo(known.found, upstream),
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

/** By CI the relationships that lead on from it, declared ones before observed ones. */
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

/** CIs within the steps that count, breadth first, each by the first way that leads to it. */
function walk(from: readonly string[], links: readonly Links[]): Map<string, Reach> {
  const found = new Map<string, Reach>();
  const seen = new Set(from);
  let front = from.map((id): Reach => ({ id, steps: 0, observed: false, from: undefined, edge: undefined }));
  for (let steps = 1; steps <= NEAR; steps++) {
    const reached: Reach[] = [];
    for (const at of front) {
      for (const { edge, to } of onwardFrom(at.id, links)) {
        if (seen.has(to)) continue;
        seen.add(to);
        const reach = { id: to, steps, observed: at.observed || edge.observed, from: at, edge };
        found.set(to, reach);
        reached.push(reach);
      }
    }
    front = reached;
  }
  return found;
}

/** Declared relationships first, whichever way they lead. */
function onwardFrom(id: string, links: readonly Links[]): readonly { edge: FailureEdge; to: string }[] {
  const [first = [], second = []] = links.map((each) => each.get(id) ?? []);
  if (second.length === 0) return first;
  if (first.length === 0) return second;
  return [...first, ...second].sort((a, b) => Number(a.edge.observed) - Number(b.edge.observed));
}

function wayTo(reach: Reach, { cis }: Upstream): Way {
  const names: string[] = [];
  const steps: Way["steps"] = [];
  for (let at: Reach | undefined = reach; at; at = at.from) {
    names.unshift(cis.get(at.id)?.name ?? at.id);
    if (at.from && at.edge) steps.unshift({ type: at.edge.type, forward: isForward(at.edge, at.from.id) });
  }
  return { names, steps };
}

/** Whether the relationship's source is where the step begins. */
function isForward({ outgoing, dependent }: FailureEdge, from: string): boolean {
  return outgoing === (dependent === from);
}
