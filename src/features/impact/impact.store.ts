import { z } from "zod";
import { CI_STATUSES } from "../../model/ci-types.ts";
import {
  builtInTypeOfGraph,
  GRAPH_RELATIONSHIP_TYPES,
  type GraphRelationshipType,
  shownType,
} from "../../model/relationships.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { propertyMap, query } from "../../platform/graph/query.ts";
import type { CarryingKinds, WalkedKinds } from "./failure-kinds.ts";
import type { FailureStep, Reached } from "./impact.model.ts";

const tenantId = z.string();
const texts = z.array(z.string());
const walk = {
  forward: texts,
  backward: texts,
  ownForward: texts,
  ownBackward: texts,
  includeAi: z.boolean(),
  includeSoftware: z.boolean(),
};
const carrying = { towardsTarget: texts, towardsSource: texts, includeAi: z.boolean() };

const reach = query("impact/reach", {
  params: z.object({ tenantId, ids: texts, ...walk, limit: z.int() }),
  row: z.object({ ids: texts, distances: z.array(z.int()) }),
});
const beyond = query("impact/beyond", {
  params: z.object({ tenantId, ids: texts, inside: propertyMap, ...walk }),
  row: z.object({ id: z.string() }),
});
/** In the order of the query: to, id, graphType, spelling, confidence, redundancyGroup, criticality, discoveredBy. */
const step = z.tuple([
  z.int(),
  z.string(),
  z.enum(GRAPH_RELATIONSHIP_TYPES),
  z.string().nullable(),
  z.number().nullable(),
  z.string().nullable(),
  z.string().nullable(),
  z.string().nullable(),
]);
const steps = query("impact/steps", {
  params: z.object({
    tenantId,
    ids: texts,
    place: propertyMap,
    distances: z.array(z.int()),
    gap: z.int().nullable(),
    ...carrying,
  }),
  row: z.object({ from: z.int(), steps: z.array(step) }),
});
const outsidePeers = z.object({ id: z.string(), redundancyGroup: z.string(), peers: texts });
const peers = query("impact/peers", {
  params: z.object({ tenantId, ids: texts, inside: propertyMap, ...carrying }),
  row: outsidePeers,
});
const known = query("impact/known", {
  params: z.object({ tenantId, id: z.string(), kinds: texts, includeAi: z.boolean() }),
  row: z.object({ known: z.boolean() }),
});
const member = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.enum(CI_STATUSES),
  criticality: z.unknown(),
});
const members = query("impact/members", { params: z.object({ tenantId, ids: texts }), row: member });

/** What is shown of a CI; `criticality` as its attributes hold it, of business services alone. */
export type Member = z.output<typeof member>;
/** Who, outside a set, stands in a redundancy group of the CI `id`. */
export type OutsidePeers = z.output<typeof outsidePeers>;

export interface Walk extends WalkedKinds {
  includeAi: boolean;
  includeSoftware: boolean;
}
export interface Carrying extends CarryingKinds {
  includeAi: boolean;
}

/** A step between positions in a list of ids. */
export interface PlacedStep extends Omit<FailureStep, "from" | "to"> {
  from: number;
  to: number;
}

export const impactReads = {
  /** At most `limit`, nearest first, ties by id; `maxDepth` 2 to 64. */
  async reach(
    graph: Graph,
    tenant: string,
    search: Walk & { ids: string[]; maxDepth: number; limit: number },
  ): Promise<Reached[]> {
    const { maxDepth, ...params } = search;
    const row = (await graph.read(reach.with({ maxDepth }), { tenantId: tenant, ...params }))[0];
    if (!row) return [];
    return row.ids.map((id, i) => ({ id, distance: row.distances[i]! }));
  },

  /** Whether a CI that is not `inside` lies one step from one of `ids`. */
  async isBeyond(graph: Graph, tenant: string, search: Walk & { ids: string[]; inside: string[] }): Promise<boolean> {
    const params = { tenantId: tenant, ...search, inside: placesOf(search.inside) };
    return (await graph.read(beyond, params)).length > 0;
  },

  /**
   * The steps between CIs of a set. With `apart`, those alone that lead one further from where a search began (1) or
   * nearer to it (-1), and whatever has a redundancy group.
   */
  async steps(
    graph: Graph,
    tenant: string,
    search: Carrying & { ids: string[]; apart?: { distances: number[]; gap: 1 | -1 } },
  ): Promise<PlacedStep[]> {
    const { apart, ...params } = search;
    const rows = await graph.read(steps, {
      tenantId: tenant,
      ...params,
      place: placesOf(search.ids),
      distances: apart?.distances ?? [],
      gap: apart?.gap ?? null,
    });
    return rows.flatMap((row) => row.steps.map((each) => placedStep(row.from, each)));
  },

  /** Active CIs outside of `inside` that share a redundancy group with what one of `ids` needs. */
  peers(graph: Graph, tenant: string, search: Carrying & { ids: string[]; inside: string[] }): Promise<OutsidePeers[]> {
    if (search.ids.length === 0) return Promise.resolve([]);
    return graph.read(peers, { tenantId: tenant, ...search, inside: placesOf(search.inside) });
  },

  /** Whether a CI has any relationship of these kinds. */
  async known(
    graph: Graph,
    tenant: string,
    search: { id: string; kinds: string[]; includeAi: boolean },
  ): Promise<boolean> {
    return (await graph.read(known, { tenantId: tenant, ...search }))[0]?.known ?? false;
  },

  async members(graph: Graph, tenant: string, ids: string[]): Promise<Map<string, Member>> {
    if (ids.length === 0) return new Map();
    const rows = await graph.read(members, { tenantId: tenant, ids });
    return new Map(rows.map((row) => [row.id, row]));
  },
};

/** Position by id. Looking a key up costs a query the same however many there are. */
function placesOf(ids: readonly string[]): Record<string, number> {
  return Object.fromEntries(ids.map((id, i) => [id, i]));
}

function placedStep(from: number, row: z.output<typeof step>): PlacedStep {
  const [to, id, graphType, spelling, confidence, redundancyGroup, criticality, discoveredBy] = row;
  const type = shownType(graphType, spelling);
  const observed = isObserved(graphType);
  return { id, type, graphType, from, to, confidence, observed, redundancyGroup, criticality, discoveredBy };
}

function isObserved(graphType: GraphRelationshipType): boolean {
  return builtInTypeOfGraph(graphType)?.observed === true;
}
