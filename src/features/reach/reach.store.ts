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
/** Parameters of a walk: the built-in types stand in the queries; these are the tenant's own. */
export const carryingParams = { sourceToTarget: propertyMap, targetToSource: propertyMap, includeAi: z.boolean() };
const walk = { ...carryingParams, downstream: z.boolean(), includeSoftware: z.boolean() };

const reach = query("reach/reach", {
  params: z.object({ tenantId, starts: propertyMap, ...walk, limit: z.int() }),
  row: z.object({ ids: texts, distances: z.array(z.int()) }),
});
const beyond = query("reach/beyond", {
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
const steps = query("reach/steps", {
  params: z.object({ tenantId, places: propertyMap, ...carryingParams }),
  row: z.object({ from: z.int(), steps: z.array(step) }),
});
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

export const reachGraph = {
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

  /** All steps between CIs of a set. */
  async steps(graph: Graph, tenantId: string, search: Carrying & { ids: readonly string[] }): Promise<PlacedStep[]> {
    const rows = await graph.read(steps, { tenantId, places: placesOf(search.ids), ...carryingOf(search) });
    return rows.flatMap(({ from, steps }) => steps.map((each) => placedStep(from, each)));
  },
};

/** Position by id. Looking a key up costs a query the same however many there are. */
export function placesOf(ids: readonly string[]): Record<string, number> {
  return Object.fromEntries(ids.map((id, i) => [id, i]));
}

function keysOf(kinds: readonly string[]): Record<string, true> {
  return Object.fromEntries(kinds.map((kind) => [kind, true]));
}

/** The parameters of `carryingParams`. */
export function carryingOf({ own, includeAi }: Carrying) {
  return { sourceToTarget: keysOf(own.sourceToTarget), targetToSource: keysOf(own.targetToSource), includeAi };
}

function walkOf(search: Walk) {
  const { direction, includeSoftware } = search;
  return { ...carryingOf(search), downstream: direction === "downstream", includeSoftware };
}

function placedStep(from: number, row: z.output<typeof step>): PlacedStep {
  const [to, id, graphType, spelling, confidence, redundancyGroup, criticality, discoveredBy] = row;
  const type = displayType(graphType, spelling);
  const observed = isObserved(graphType);
  return { id, type, graphType, from, to, confidence, observed, redundancyGroup, criticality, discoveredBy };
}

/** Whether relationships of the type are observed, not declared. */
export function isObserved(graphType: GraphRelationshipType): boolean {
  return builtInTypeByGraphType(graphType)?.observed === true;
}
