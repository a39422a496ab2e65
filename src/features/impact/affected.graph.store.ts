import { z } from "zod";
import { mustGet } from "../../model/must-get.ts";
import { compare } from "../../model/order.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { joinedTexts } from "../../platform/graph/joined-texts.ts";
import { propertyMap, query } from "../../platform/graph/query.ts";
import {
  type ImpactDirection,
  type Propagation,
  positionsOf,
  propagationParams,
  propagationParamsOf,
} from "../reach/index.ts";
import { type BriefStep, listOf, type Member } from "./impact.graph.store.ts";

/** Whether a relationship is observed; with its attributes if it has any. */
type Detail =
  | boolean
  | [observed: boolean, confidence: number | null, redundancyGroup: string | null, criticality: string | null];

const affectedRow = z
  .object({
    starts: z.int(),
    nodes: joinedTexts,
    ids: joinedTexts,
    names: joinedTexts,
    types: joinedTexts,
    statuses: listOf<[node: string, status: Member["status"]]>(),
    criticalities: listOf<[node: string, criticality: unknown]>(),
    distances: listOf<number>(),
    from: joinedTexts,
    to: joinedTexts,
    details: listOf<Detail>(),
    truncated: z.boolean(),
  })
  // Neo4j returns null for properties of what is deleted while it is read, and `collect` leaves null out.
  .refine(
    ({ nodes, ids, names, types }) => [ids, names, types].every(({ length }) => length === nodes.length),
    "a CI without a property",
  )
  .refine(({ from, details }) => from.length === details.length, "a step without a type");
const affectedQuery = query("impact/affected", {
  params: z.object({
    tenantId: z.string(),
    starts: propertyMap,
    depth: z.int(),
    downstream: z.boolean(),
    ...propagationParams,
    includeOptional: z.boolean(),
    includeSoftware: z.boolean(),
    looksBeyond: z.boolean(),
    limit: z.int(),
  }),
  row: affectedRow,
});

/** CIs of a search by position, and the steps among them. */
export interface FoundSet {
  /** So many of the CIs are starts. They come first, smallest id first; the others follow nearest first, then by id. */
  starts: number;
  ids: string[];
  /** Of a start 0. */
  distances: number[];
  /** Undefined if removed since the search. */
  members: (Member | undefined)[];
  /** Relationships among them on which a failure propagates, between positions: at least those of `membersAndSteps`. */
  steps: BriefStep[];
}

export interface AffectedSearch extends Propagation {
  ids: readonly string[];
  direction: ImpactDirection;
  /** Greatest distance, at most `maxDepth`. */
  depth: number;
  /** Bound of the search, 2 to 64; each is a statement of its own. */
  maxDepth: number;
  includeOptional: boolean;
  includeSoftware: boolean;
  looksBeyond: boolean;
  limit: number;
}

export const affectedGraph = {
  /** Searches and describes in one statement; unknown starts are left out. `truncated` as of `ReachedSet`. */
  async find(graph: Graph, tenantId: string, search: AffectedSearch): Promise<FoundSet & { truncated: boolean }> {
    const { direction, depth, maxDepth, includeOptional, includeSoftware, looksBeyond, limit } = search;
    const [row] = await graph.read(affectedQuery.with({ maxDepth }), {
      tenantId,
      starts: positionsOf(search.ids),
      depth,
      downstream: direction === "downstream",
      ...propagationParamsOf(search),
      includeOptional,
      includeSoftware,
      looksBeyond,
      limit,
    });
    if (!row) throw new Error("an impact without a row");
    return foundSetOf(row, direction === "upstream");
  },
};

function foundSetOf(row: z.output<typeof affectedRow>, upstream: boolean): FoundSet & { truncated: boolean } {
  const { starts, truncated } = row;
  const order = row.nodes.map((_, i) => i);
  const startOrder = order.slice(0, starts).sort((a, b) => compare(row.ids[a]!, row.ids[b]!));
  for (const [place, i] of startOrder.entries()) order[place] = i;
  const positionOf = new Map(order.map((i, place) => [row.nodes[i]!, place]));
  const [statuses, criticalities] = [new Map(row.statuses), new Map(row.criticalities)];
  const members = order.map((i): Member => {
    const [node, id, name, type] = [row.nodes[i]!, row.ids[i]!, row.names[i]!, row.types[i]!];
    return { id, name, type, status: statuses.get(node) ?? "active", criticality: criticalities.get(node) ?? null };
  });
  // A failure travels as the search walked, or upstream against it.
  const [failing, needing] = upstream ? [row.to, row.from] : [row.from, row.to];
  const steps = row.details.map((detail, i): BriefStep => {
    const [observed, confidence, redundancyGroup, criticality] =
      typeof detail === "boolean" ? [detail, null, null, null] : detail;
    const [from, to] = [mustGet(positionOf, failing[i]!), mustGet(positionOf, needing[i]!)];
    return { from, to, confidence, observed, redundancyGroup, criticality };
  });
  const ids = members.map(({ id }) => id);
  return { starts, ids, distances: order.map((i) => row.distances[i]!), members, steps, truncated };
}
