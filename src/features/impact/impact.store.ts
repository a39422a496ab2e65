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
import type { FailureKinds } from "../relationships/index.ts";
import { carryingKinds } from "./failure-kinds.ts";
import type { FailureStep, ImpactDirection, Reached } from "./impact.model.ts";

const tenantId = z.string();
const texts = z.array(z.string());
/** The built-in types stand in the queries; these are the tenant's own. */
const carrying = { sourceToTarget: propertyMap, targetToSource: propertyMap, includeAi: z.boolean() };
const walk = { ...carrying, downstream: z.boolean(), includeSoftware: z.boolean() };

const reach = query("impact/reach", {
  params: z.object({ tenantId, starts: propertyMap, ...walk, limit: z.int() }),
  row: z.object({ ids: texts, distances: z.array(z.int()) }),
});
const beyond = query("impact/beyond", {
  params: z.object({ tenantId, furthest: propertyMap, inside: propertyMap, ...walk }),
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
/** Likewise: to, graphType, confidence, redundancyGroup. */
const briefStep = z.tuple([z.int(), z.enum(GRAPH_RELATIONSHIP_TYPES), z.number().nullable(), z.string().nullable()]);
const steps = query("impact/steps", {
  params: z.object({ tenantId, places: propertyMap, ...carrying }),
  row: z.object({ from: z.int(), steps: z.array(step) }),
});
const member = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.enum(CI_STATUSES),
  criticality: z.unknown(),
});
const found = query("impact/found", {
  params: z.object({ tenantId, places: propertyMap, distanceStep: z.int(), ...carrying }),
  row: member.extend({ from: z.int(), steps: z.array(briefStep) }),
});
const one = query("impact/member", { params: z.object({ tenantId, id: z.string() }), row: member });
const outsidePeers = z.object({ id: z.string(), redundancyGroup: z.string(), peers: texts });
const kinds = { towardsTarget: texts, towardsSource: texts, includeAi: z.boolean() };
const peers = query("impact/peers", {
  params: z.object({ tenantId, ids: texts, inside: propertyMap, ...kinds }),
  row: outsidePeers,
});
const known = query("impact/known", {
  params: z.object({ tenantId, id: z.string(), kinds: texts, includeAi: z.boolean() }),
  row: z.object({ known: z.boolean() }),
});

/** What is shown of a CI; `criticality` as its attributes hold it, of business services alone. */
export type Member = z.output<typeof member>;
/** Who, outside a set, stands in a redundancy group of the CI `id`. */
export type OutsidePeers = z.output<typeof outsidePeers>;

/** On which of the tenant's own kinds a failure travels, and whether relationships that a model found count. */
export interface Carrying {
  own: FailureKinds;
  includeAi: boolean;
}
export interface Walk extends Carrying {
  direction: ImpactDirection;
  includeSoftware: boolean;
}
/** CIs by position, and how far each is from where a search began. */
export interface PlacedSet {
  ids: readonly string[];
  distances: readonly number[];
}

/** A step between positions in a list of ids. */
export interface PlacedStep extends Omit<FailureStep, "from" | "to"> {
  from: number;
  to: number;
}

/** Of a step between positions what a path and redundancy need. */
export type BriefStep = Pick<PlacedStep, "from" | "to" | "confidence" | "observed" | "redundancyGroup">;

export const impactReads = {
  /**
   * At most `limit`, nearest first, starts among them; `maxDepth` 2 to 64. Ids decide only who is left out, so that they
   * are put in order, which costs as much as a search, only where somebody may be.
   */
  async reach(
    graph: Graph,
    tenantId: string,
    search: Walk & { ids: readonly string[]; maxDepth: number; limit: number },
  ): Promise<Reached[]> {
    const { ids, maxDepth, limit } = search;
    const params = { tenantId, starts: placesOf(ids), ...walkOf(search), limit };
    const found = async (tie: "id" | "distance") => (await graph.read(reach.with({ maxDepth, tie }), params))[0];
    const any = await found("distance");
    const row = any && any.ids.length >= limit ? await found("id") : any;
    return row?.ids.map((id, i) => ({ id, distance: row.distances[i]! })) ?? [];
  },

  /** Whether a CI that is not `inside` lies one step from one of `furthest`. */
  async isBeyond(
    graph: Graph,
    tenantId: string,
    search: Walk & { furthest: readonly string[]; inside: readonly string[] },
  ): Promise<boolean> {
    const [furthest, inside] = [placesOf(search.furthest), placesOf(search.inside)];
    return (await graph.read(beyond, { tenantId, furthest, inside, ...walkOf(search) })).length > 0;
  },

  /**
   * What is shown of the CIs of a set, those that went since left out, and the steps among them that lead one further
   * from where the search began, upstream one nearer to it; besides, whatever has a redundancy group.
   */
  async found(
    graph: Graph,
    tenantId: string,
    search: Carrying & PlacedSet & { direction: ImpactDirection },
  ): Promise<{ members: Map<string, Member>; steps: BriefStep[] }> {
    const places = Object.fromEntries(search.ids.map((id, i) => [id, [i, search.distances[i]!]]));
    const distanceStep = search.direction === "downstream" ? 1 : -1;
    const rows = await graph.read(found, { tenantId, places, distanceStep, ...carryingOf(search) });
    return {
      members: new Map(rows.map(({ from: _from, steps: _steps, ...member }) => [member.id, member])),
      steps: rows.flatMap(({ from, steps }) =>
        steps.map(([to, graphType, confidence, redundancyGroup]) => {
          return { from, to, confidence, observed: isObserved(graphType), redundancyGroup };
        }),
      ),
    };
  },

  /** All steps between CIs of a set. */
  async steps(graph: Graph, tenantId: string, search: Carrying & { ids: readonly string[] }): Promise<PlacedStep[]> {
    const rows = await graph.read(steps, { tenantId, places: placesOf(search.ids), ...carryingOf(search) });
    return rows.flatMap(({ from, steps }) => steps.map((each) => placedStep(from, each)));
  },

  /** Active CIs outside of `inside` that share a redundancy group with what one of `ids` needs. */
  peers(
    graph: Graph,
    tenantId: string,
    { own, includeAi, ids, inside }: Carrying & { ids: string[]; inside: string[] },
  ): Promise<OutsidePeers[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return graph.read(peers, { tenantId, ...carryingKinds(own), includeAi, ids, inside: placesOf(inside) });
  },

  /** Whether a failure can travel to or from a CI on any relationship. */
  async known(graph: Graph, tenantId: string, { own, includeAi, id }: Carrying & { id: string }): Promise<boolean> {
    const { towardsTarget, towardsSource } = carryingKinds(own);
    const kinds = [...new Set([...towardsTarget, ...towardsSource])];
    return (await graph.read(known, { tenantId, id, kinds, includeAi }))[0]?.known ?? false;
  },

  async member(graph: Graph, tenantId: string, id: string): Promise<Member | undefined> {
    return (await graph.read(one, { tenantId, id }))[0];
  },
};

/** Position by id. Looking a key up costs a query the same however many there are. */
function placesOf(ids: readonly string[]): Record<string, number> {
  return Object.fromEntries(ids.map((id, i) => [id, i]));
}

function keysOf(kinds: readonly string[]): Record<string, true> {
  return Object.fromEntries(kinds.map((kind) => [kind, true]));
}

function carryingOf({ own, includeAi }: Carrying) {
  return { sourceToTarget: keysOf(own.sourceToTarget), targetToSource: keysOf(own.targetToSource), includeAi };
}

function walkOf(search: Walk) {
  const { direction, includeSoftware } = search;
  return { ...carryingOf(search), downstream: direction === "downstream", includeSoftware };
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
