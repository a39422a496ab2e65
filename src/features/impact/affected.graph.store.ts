import { z } from "zod";
import { mustGet } from "../../model/must-get.ts";
import { compare } from "../../model/order.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { joinedNumbers, joinedTexts } from "../../platform/graph/joined-texts.ts";
import { propertyMap, query } from "../../platform/graph/query.ts";
import {
  type ImpactDirection,
  type Propagation,
  positionsOf,
  propagationParams,
  propagationParamsOf,
} from "../reach/index.ts";
import { type BriefStep, DISTANCES, listOf, type Member } from "./impact.graph.store.ts";

/** Whether a relationship is observed; with its attributes if it has any. */
type Detail =
  | boolean
  | [observed: boolean, confidence: number | null, redundancyGroup: string | null, criticality: string | null];

const affectedRow = z
  .object({
    starts: z.int(),
    places: joinedNumbers,
    ids: joinedTexts,
    names: joinedTexts,
    types: joinedTexts,
    statuses: listOf<[id: string, status: Member["status"]]>(),
    criticalities: listOf<[id: string, criticality: unknown]>(),
    steps: joinedNumbers,
    details: listOf<Detail>(),
    truncated: z.boolean(),
  })
  // Neo4j returns null for properties of what is deleted while it is read, and `collect` leaves null out.
  .refine(
    ({ places, ids, names, types }) => [ids, names, types].every(({ length }) => length === places.length),
    "a CI without a property",
  )
  .refine(({ steps, details }) => steps.length === details.length, "a step without a type");
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

/** A step is the number of the node that it leads to multiplied by this, plus the position of the CI where it begins. */
const POSITIONS = 16_384;

function foundSetOf(row: z.output<typeof affectedRow>, upstream: boolean): FoundSet & { truncated: boolean } {
  const { starts, places, truncated } = row;
  const order = places.map((_, i) => i);
  const startOrder = order.slice(0, starts).sort((a, b) => compare(row.ids[a]!, row.ids[b]!));
  for (const [position, i] of startOrder.entries()) order[position] = i;
  const statuses = new Map(row.statuses);
  const criticalities = new Map(row.criticalities);
  const members = order.map((i): Member => {
    const id = row.ids[i]!;
    const status = statuses.get(id) ?? "active";
    return { id, name: row.names[i]!, type: row.types[i]!, status, criticality: criticalities.get(id) ?? null };
  });
  const positionOf = places.map((_, i) => (i < starts ? startOrder.indexOf(i) : i));
  const positionOfNode = new Map<number, number>();
  for (let i = 0; i < places.length; i++) positionOfNode.set(Math.floor(places[i]! / DISTANCES), positionOf[i]!);
  const steps = row.steps.map((step, k): BriefStep => {
    // A failure travels as the search walked, or upstream against it.
    const walkedFrom = positionOf[step % POSITIONS]!;
    const walkedTo = mustGet(positionOfNode, Math.floor(step / POSITIONS));
    const from = upstream ? walkedTo : walkedFrom;
    const to = upstream ? walkedFrom : walkedTo;
    const detail = row.details[k]!;
    if (typeof detail === "boolean") {
      return { from, to, observed: detail, confidence: null, redundancyGroup: null, criticality: null };
    }
    const [observed, confidence, redundancyGroup, criticality] = detail;
    return { from, to, observed, confidence, redundancyGroup, criticality };
  });
  const ids = members.map(({ id }) => id);
  return { starts, ids, distances: order.map((i) => places[i]! % DISTANCES), members, steps, truncated };
}
