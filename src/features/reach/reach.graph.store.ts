import { z } from "zod";
import {
  builtInTypeByGraphType,
  displayType,
  GRAPH_RELATIONSHIP_TYPES,
  type GraphRelationshipType,
} from "../../model/relationships.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { propertyMap, query } from "../../platform/graph/query.ts";
import type { FailureKinds } from "../relationships/index.ts";
import type { FailureStep, ImpactDirection, Reached } from "./reach.model.ts";

const tenantId = z.string();
const texts = z.array(z.string());
/** Parameters of a traversal: the tenant's custom types. The queries spell out the built-in types. */
export const propagationParams = { sourceToTarget: propertyMap, targetToSource: propertyMap, includeAi: z.boolean() };
/** Parameters of a search, which may leave out relationships without which the dependent works. */
const traversalParams = {
  ...propagationParams,
  includeOptional: z.boolean(),
  downstream: z.boolean(),
  includeSoftware: z.boolean(),
};

const reach = query("reach/reach", {
  params: z.object({ tenantId, starts: propertyMap, ...traversalParams, limit: z.int() }),
  row: z.object({ ids: texts, distances: z.array(z.int()) }),
});
const beyond = query("reach/beyond", {
  params: z.object({ tenantId, furthest: propertyMap, inside: propertyMap, ...traversalParams, limit: z.int() }),
  row: z.object({ id: z.string() }),
});
const step = query("reach/step", {
  params: z.object({ tenantId, furthest: propertyMap, ...traversalParams, limit: z.int() }),
  row: z.object({ ids: texts }),
});
/** In the order of the query: to, id, graphType, spelling, confidence, redundancyGroup, criticality, discoveredBy. */
const failureStep = z.tuple([
  z.int(),
  z.string(),
  z.enum(GRAPH_RELATIONSHIP_TYPES),
  z.string().nullable(),
  z.number().nullable(),
  z.string().nullable(),
  z.string().nullable(),
  z.string().nullable(),
]);
const steps = query("reach/steps", {
  params: z.object({ tenantId, places: propertyMap, ...propagationParams }),
  row: z.object({ from: z.int(), steps: z.array(failureStep) }),
});
/** Custom types on which a failure propagates, and whether relationships found by an AI model count. */
export interface Propagation {
  customKinds: FailureKinds;
  includeAi: boolean;
}
export interface Traversal extends Propagation {
  includeOptional: boolean;
  direction: ImpactDirection;
  includeSoftware: boolean;
}
/** CIs by position, each with its distance from the start of a search. */
export interface IndexedSet {
  ids: readonly string[];
  distances: readonly number[];
}

/** A step between positions in a list of ids. */
export interface IndexedStep extends Omit<FailureStep, "from" | "to"> {
  from: number;
  to: number;
}

export const reachGraph = {
  /**
   * At most `limit` CIs, nearest first, including starts; `maxDepth` is 2 to 64. Ids only decide which CIs are cut off, so
   * the query sorts by id, which costs as much as the search, only if the limit is reached.
   */
  async reach(
    graph: Graph,
    tenantId: string,
    search: Traversal & { ids: readonly string[]; maxDepth: number; limit: number },
  ): Promise<Reached[]> {
    const { ids, maxDepth, limit } = search;
    const params = { tenantId, starts: positionsOf(ids), ...traversalParamsOf(search), limit };
    const found = async (tie: "id" | "distance") => (await graph.read(reach.with({ maxDepth, tie }), params))[0];
    const any = await found("distance");
    const row = any && any.ids.length >= limit ? await found("id") : any;
    return row?.ids.map((id, i) => ({ id, distance: row.distances[i]! })) ?? [];
  },

  /** At most `limit` CIs outside of `inside` that are one step away from any of `furthest`. */
  async beyond(
    graph: Graph,
    tenantId: string,
    search: Traversal & { furthest: readonly string[]; inside: readonly string[]; limit: number },
  ): Promise<string[]> {
    const [furthest, inside] = [setOf(search.furthest), setOf(search.inside)];
    const { limit } = search;
    const rows = await graph.read(beyond, { tenantId, furthest, inside, ...traversalParamsOf(search), limit });
    return rows.map(({ id }) => id);
  },

  /** At most `limit` CIs one step away from any of `furthest`, which may be among them; in any order. */
  async step(
    graph: Graph,
    tenantId: string,
    search: Traversal & { furthest: readonly string[]; limit: number },
  ): Promise<string[]> {
    const furthest = setOf(search.furthest);
    const params = { tenantId, furthest, ...traversalParamsOf(search), limit: search.limit };
    return (await graph.read(step, params))[0]?.ids ?? [];
  },

  /** All failure steps between CIs of a set. */
  async steps(
    graph: Graph,
    tenantId: string,
    search: Propagation & { ids: readonly string[] },
  ): Promise<IndexedStep[]> {
    const rows = await graph.read(steps, { tenantId, places: positionsOf(search.ids), ...propagationParamsOf(search) });
    return rows.flatMap(({ from, steps }) => steps.map((each) => indexedStep(from, each)));
  },
};

/** Position by id, as a map: a query looks up a key in constant time. */
export function positionsOf(ids: readonly string[]): Record<string, number> {
  return Object.fromEntries(ids.map((id, i) => [id, i]));
}

function setOf(kinds: readonly string[]): Record<string, true> {
  return Object.fromEntries(kinds.map((kind) => [kind, true]));
}

/** The parameters of `carryingParams`. */
export function propagationParamsOf({ customKinds, includeAi }: Propagation) {
  return {
    sourceToTarget: setOf(customKinds.sourceToTarget),
    targetToSource: setOf(customKinds.targetToSource),
    includeAi,
  };
}

function traversalParamsOf(search: Traversal) {
  const { direction, includeOptional, includeSoftware } = search;
  return { ...propagationParamsOf(search), downstream: direction === "downstream", includeOptional, includeSoftware };
}

function indexedStep(from: number, row: z.output<typeof failureStep>): IndexedStep {
  const [to, id, graphType, spelling, confidence, redundancyGroup, criticality, discoveredBy] = row;
  const type = displayType(graphType, spelling);
  const observed = isObserved(graphType);
  return { id, type, graphType, from, to, confidence, observed, redundancyGroup, criticality, discoveredBy };
}

/** Whether relationships of this type are observed, not declared. */
export function isObserved(graphType: GraphRelationshipType): boolean {
  return builtInTypeByGraphType(graphType)?.observed === true;
}
