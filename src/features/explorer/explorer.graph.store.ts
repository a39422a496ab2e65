import { z } from "zod";
import { CI_STATUSES, type CiStatus } from "../../model/ci-types.ts";
import { GRAPH_RELATIONSHIP_TYPES } from "../../model/relationships.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { propertyMap, query } from "../../platform/graph/query.ts";
import { positionsOf } from "../reach/index.ts";
import { MOST_HIDDEN } from "./explorer.model.ts";
import type { WalkedKinds } from "./walked-kinds.ts";

const tenantId = z.string();
const texts = z.array(z.string());
const text = z.string().nullable();
const walkParams = { along: propertyMap, against: propertyMap, includeAi: z.boolean() };
const filterParams = {
  anyType: z.boolean(),
  types: propertyMap,
  statuses: propertyMap,
  includeSoftware: z.boolean(),
};

const neighbourhood = query("explorer/neighbourhood", {
  params: z.object({
    tenantId,
    starts: propertyMap,
    ...walkParams,
    ...filterParams,
    depth: z.int(),
    limit: z.int(),
  }),
  row: z.object({ ids: texts, distances: z.array(z.int()) }),
});
const neighbours = query("explorer/neighbours", {
  params: z.object({
    tenantId,
    furthest: propertyMap,
    inside: propertyMap,
    ...walkParams,
    ...filterParams,
    limit: z.int(),
  }),
  row: z.object({ id: z.string() }),
});
/** In the order of the query. */
const linkTuple = z.tuple([
  z.string(),
  z.int(),
  z.enum(GRAPH_RELATIONSHIP_TYPES),
  text,
  text,
  text,
  z.number().nullable(),
  text,
]);
const nodes = query("explorer/nodes", {
  params: z.object({ tenantId, places: propertyMap, ...walkParams, ...filterParams, mostHidden: z.int() }),
  row: z.object({
    position: z.int(),
    name: z.string(),
    type: z.string(),
    status: z.enum(CI_STATUSES),
    site: text,
    services: z.array(z.tuple([z.string(), z.string()])),
    location: z.array(z.tuple([z.string(), z.string(), z.string(), z.int()])),
    links: z.array(linkTuple),
    hidden: z.int(),
  }),
});
const paths = query("explorer/paths", {
  params: z.object({ tenantId, from: z.string(), to: z.string(), ...walkParams, limit: z.int() }),
  row: z.object({ ids: texts }),
});

/** Which CIs a graph shows beside its roots. */
export interface CiFilter {
  /** Canonical; undefined: every type. */
  types: readonly string[] | undefined;
  statuses: readonly CiStatus[];
  includeSoftware: boolean;
}

export interface GraphWalk extends WalkedKinds, CiFilter {
  includeAi: boolean;
}

/** A CI of a graph, with its links to others, by position. */
export type NodeRow = ReturnType<typeof nodes.decode>;
export type LinkRow = NodeRow["links"][number];

const paramsOf = ({ along, against, includeAi, types, statuses, includeSoftware }: GraphWalk) => ({
  along,
  against,
  includeAi,
  anyType: types === undefined,
  types: positionsOf(types ?? []),
  statuses: positionsOf(statuses),
  includeSoftware,
});

export const explorerGraph = {
  /** At most `limit` CIs within 1 or 2 steps of the starts, nearest first, then by id; starts may be among them. */
  async neighbourhood(
    graph: Graph,
    tenantId: string,
    walk: GraphWalk,
    { starts, depth, limit }: { starts: readonly string[]; depth: number; limit: number },
  ): Promise<{ id: string; distance: number }[]> {
    const params = { tenantId, starts: positionsOf(starts), ...paramsOf(walk), depth, limit };
    const [row] = await graph.read(neighbourhood, params);
    return row?.ids.map((id, i) => ({ id, distance: row.distances[i]! })) ?? [];
  },

  /** At most `limit` CIs outside of `inside` next to any of `furthest`, by id. */
  async neighbours(
    graph: Graph,
    tenantId: string,
    walk: GraphWalk,
    step: { furthest: readonly string[]; inside: readonly string[]; limit: number },
  ): Promise<string[]> {
    const [furthest, inside] = [positionsOf(step.furthest), positionsOf(step.inside)];
    const rows = await graph.read(neighbours, { tenantId, furthest, inside, ...paramsOf(walk), limit: step.limit });
    return rows.map(({ id }) => id);
  },

  /** By position in `ids`; CIs that do not exist are absent. */
  async nodes(graph: Graph, tenantId: string, walk: GraphWalk, ids: readonly string[]): Promise<Map<number, NodeRow>> {
    if (ids.length === 0) return new Map();
    const params = { tenantId, places: positionsOf(ids), ...paramsOf(walk), mostHidden: MOST_HIDDEN };
    const rows = await graph.read(nodes, params);
    return new Map(rows.map((row) => [row.position, row]));
  },

  /** Ids along shortest paths, at most `limit` relationships' choices of them. */
  async paths(
    graph: Graph,
    tenantId: string,
    { along, against, includeAi }: WalkedKinds & { includeAi: boolean },
    { from, to, maxHops, limit }: { from: string; to: string; maxHops: number; limit: number },
  ): Promise<string[][]> {
    const params = { tenantId, from, to, along, against, includeAi, limit };
    const rows = await graph.read(paths.with({ maxHops }), params);
    return rows.map(({ ids }) => ids);
  },
};
