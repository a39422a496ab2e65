import { compare } from "../../model/order.ts";
import { builtInTypeByGraphType, displayType, typeKey } from "../../model/relationships.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { HealthOfCis } from "../maps/index.ts";
import { isObserved, isOptional } from "../reach/index.ts";
import type { RelationshipTypeView } from "../relationships/index.ts";
import { explorerGraph, type GraphWalk, type LinkRow, type NodeRow } from "./explorer.graph.store.ts";
import type { CiGraph, GraphLink, Place } from "./explorer.model.ts";

export interface DescribeGraphDeps {
  graph: Graph;
  healthOfCis: HealthOfCis;
}

export interface FoundCis {
  walk: GraphWalk;
  ids: readonly string[];
  /** Steps from the nearest root, by position. */
  hops: readonly number[];
  types: readonly RelationshipTypeView[];
}

/** What a map shows of the CIs, with every relationship among them. A CI that is gone by now is left out. */
export async function describeGraph(
  { graph, healthOfCis }: DescribeGraphDeps,
  tenantId: string,
  { walk, ids, hops, types }: FoundCis,
): Promise<CiGraph> {
  const rows = await explorerGraph.nodes(graph, tenantId, walk, ids);
  const shown = ids.flatMap((id, position) => {
    const row = rows.get(position);
    return row ? [{ id, hop: hops[position]!, row }] : [];
  });
  const health = await healthOfCis(
    tenantId,
    shown.map(({ id, row: { type, status } }) => ({ id, type, status })),
  );
  const nodes = shown.map(({ id, hop, row }) => ({
    id,
    name: row.name,
    type: row.type,
    status: row.status,
    health: health.get(id) ?? ("unknown" as const),
    services: row.services.map(([serviceId, name]) => ({ id: serviceId, name })),
    location: locationOf(row),
    hop,
    hiddenNeighbours: row.hidden,
  }));
  const failures = new Map(types.map(({ name, failure }) => [typeKey(name), failure]));
  const links = shown.flatMap(({ id, row }) =>
    row.links.flatMap((link): GraphLink[] => (rows.has(link[1]) ? [linkOf(id, ids[link[1]]!, link, failures)] : [])),
  );
  return { nodes, links: links.sort((a, b) => compare(a.id, b.id)) };
}

/** One place of each distance, the innermost first; without any, what the attributes name. */
function locationOf({ location, site }: NodeRow): Place[] {
  const places: Place[] = [];
  let last = 0;
  for (const [id, name, type, distance] of location) {
    if (distance === last) continue;
    last = distance;
    places.push({ id, name, type });
  }
  return places.length === 0 && site !== null && site !== "" ? [{ id: null, name: site, type: null }] : places;
}

function linkOf(
  source: string,
  target: string,
  [id, , graphType, spelling, criticality, redundancyGroup, confidence, discoveredBy]: LinkRow,
  failures: ReadonlyMap<string, GraphLink["failure"]>,
): GraphLink {
  const type = displayType(graphType, spelling);
  const failure = builtInTypeByGraphType(graphType)?.failure ?? failures.get(typeKey(type)) ?? "none";
  const [observed, optional] = [isObserved(graphType), isOptional({ criticality })];
  return {
    id,
    type,
    source,
    target,
    failure,
    observed,
    optional,
    criticality,
    redundancyGroup,
    confidence,
    discoveredBy,
  };
}
