import { builtInType } from "../../model/relationships.ts";
import type { CorrelatedEvent, Way } from "./correlation.model.ts";
import type { FailureEdge } from "./failure-graph.ts";
import type { ServiceAbove, Upstream } from "./graph.store.ts";
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

/** Steps that count. */
const NEAR = 3;

interface Reach {
  steps: number;
  observed: boolean;
  way: Way;
}

/** How events stand to the primary one, worked out once for what the CIs of all of them need. */
export function createTies(world: {
  cis: readonly string[];
  neighbours: ReadonlyMap<string, number>;
  services: readonly ServiceAbove[];
  upstream: Upstream;
}): (event: CorrelatedEvent) => Tied {
  const { cis, neighbours, services, upstream } = world;
  const own = new Set(cis);
  const needs = walk(cis, upstream, "dependent");
  const neededBy = walk(cis, upstream, "needed");
  const shared = walk(cis, upstream, "any");
  const members = services.map(({ name, members: ids }) => ({ name, ids: new Set(ids) }));
  return ({ affectedCis }) => {
    const serviceNames = members.filter(({ ids }) => affectedCis.some((id) => ids.has(id))).map(({ name }) => name);
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
      way: known?.found.way,
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

/**
 * CIs within the steps that count, breadth first with the way to each: only towards what each needs (from the dependent
 * end), only towards what needs it (from the needed end), or either way. Declared relationships go before observed ones.
 */
function walk(
  from: readonly string[],
  { cis, edges }: Upstream,
  end: "dependent" | "needed" | "any",
): Map<string, Reach> {
  const next = new Map<string, { edge: FailureEdge; to: string }[]>();
  const link = (id: string, to: string, edge: FailureEdge) => {
    const list = next.get(id);
    if (list) list.push({ edge, to });
    else next.set(id, [{ edge, to }]);
  };
  for (const edge of [...edges].sort((a, b) => Number(a.observed) - Number(b.observed))) {
    if (end !== "needed") link(edge.dependent, edge.needed, edge);
    if (end !== "dependent") link(edge.needed, edge.dependent, edge);
  }
  const nameOf = (id: string) => cis.get(id)?.name ?? id;
  const found = new Map<string, Reach>();
  let front = new Map<string, Reach>(
    from.map((id) => [id, { steps: 0, observed: false, way: { names: [nameOf(id)], steps: [] } }]),
  );
  const seen = new Set(from);
  for (let steps = 1; steps <= NEAR; steps++) {
    const reached = new Map<string, Reach>();
    for (const [id, { observed, way }] of front) {
      for (const { edge, to } of next.get(id) ?? []) {
        if (seen.has(to)) continue;
        seen.add(to);
        const step = { type: edge.type, forward: isForward(edge, id) };
        const onward = { names: [...way.names, nameOf(to)], steps: [...way.steps, step] };
        reached.set(to, { steps, observed: observed || edge.observed, way: onward });
      }
    }
    for (const [id, reach] of reached) found.set(id, reach);
    front = reached;
  }
  return found;
}

/** Whether the relationship's source is where the step begins. */
function isForward({ type, dependent }: FailureEdge, from: string): boolean {
  const sourceIsNeeded = builtInType(type)?.failure === "source_to_target";
  return sourceIsNeeded ? dependent !== from : dependent === from;
}
