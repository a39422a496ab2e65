import { type RequestContext, requireScope } from "../../context.ts";
import { CI_STATUSES, type CiStatus } from "../../model/ci-types.ts";
import { mustGet } from "../../model/must-get.ts";
import { isId } from "../../platform/ids.ts";
import type { RelationshipVerbs } from "../relationships/index.ts";
import { type DescribeGraphDeps, describeGraph } from "./describe-graph.ts";
import { explorerGraph, type GraphWalk } from "./explorer.graph.store.ts";
import type { CiGraph, GraphDirection } from "./explorer.model.ts";
import { walkedKinds } from "./walked-kinds.ts";

export interface GraphInput {
  roots: readonly string[];
  /** Steps from the roots; 0: the roots alone. */
  depth: number;
  direction: GraphDirection;
  /** Canonical types of the CIs beside the roots; undefined: every type. */
  types?: readonly string[] | undefined;
  statuses?: readonly CiStatus[] | undefined;
  /** In any spelling. */
  relationshipTypes?: readonly string[] | undefined;
  includeAi?: boolean | undefined;
  includeSoftware?: boolean | undefined;
  /** Shown too, wherever they are; nothing is walked from them. */
  also?: readonly string[] | undefined;
  /** CIs of the graph whose neighbours are shown too. */
  expand?: readonly string[] | undefined;
  /** Most nodes. */
  limit: number;
}

export interface GraphAnswer extends CiGraph {
  /** Roots that do not exist. */
  missing: string[];
  /** Whether the limit cut the graph. */
  truncated: boolean;
  /** How to ask for less, if it was cut. */
  narrow: string | null;
}

export type ExploreGraph = (ctx: RequestContext, input: GraphInput) => Promise<GraphAnswer>;

export interface ExploreDeps extends DescribeGraphDeps {
  listTypes: RelationshipVerbs["listTypes"];
}

/** Starts from which one search costs more than steps: it would visit each CI once for each of them. */
const MANY_STARTS = 20;
/** Deeper, one search would visit most of a dense graph before the limit cuts it; steps end at the limit. */
const SEARCH_DEPTH = 2;
const NARROW =
  "More lies within the depth. Ask for fewer steps, one direction, or some types of CIs or relationships, or raise the limit.";

/** The CIs around some CIs, with all relationships among them. Throws 400 for an unknown relationship type. */
export function createExploreGraph(deps: ExploreDeps): ExploreGraph {
  return async (ctx, input) => {
    requireScope(ctx, "cmdb.read");
    const { tenantId } = ctx;
    const types = await deps.listTypes(ctx);
    const kinds = walkedKinds(types, { direction: input.direction, types: input.relationshipTypes });
    const walk: GraphWalk = {
      ...kinds,
      types: input.types,
      statuses: input.statuses ?? CI_STATUSES,
      includeAi: input.includeAi ?? false,
      includeSoftware: (input.includeSoftware ?? false) || (input.types?.includes("software_instance") ?? false),
    };
    const asked = [...new Set(input.roots)];
    const roots = asked.filter(isId).slice(0, input.limit);
    const around = await findAround(deps, tenantId, walk, { ...input, roots });
    const hopOf = new Map([
      ...roots.map((id) => [id, 0] as const),
      ...around.found.map(({ id, distance }) => [id, distance] as const),
    ]);
    for (const id of input.also ?? [])
      if (isId(id) && hopOf.size < input.limit && !hopOf.has(id)) hopOf.set(id, input.depth + 1);
    const isCutByExpanding = await expandNodes(deps.graph, tenantId, walk, { hopOf, ...input });
    const byHop = [...hopOf].sort(([, a], [, b]) => a - b);
    const [ids, hops] = [byHop.map(([id]) => id), byHop.map(([, hop]) => hop)];
    const described = await describeGraph(deps, tenantId, { walk, ids, hops, types });
    const known = new Set(described.nodes.map(({ id }) => id));
    const truncated = around.truncated || isCutByExpanding || asked.filter(isId).length > roots.length;
    return {
      ...described,
      missing: asked.filter((id) => !isId(id) || (roots.includes(id) && !known.has(id))),
      truncated,
      narrow: truncated ? NARROW : null,
    };
  };
}

interface Around {
  found: { id: string; distance: number }[];
  truncated: boolean;
}

async function findAround(
  { graph }: ExploreDeps,
  tenantId: string,
  walk: GraphWalk,
  { roots, depth, limit }: Pick<GraphInput, "roots" | "depth" | "limit">,
): Promise<Around> {
  if (depth === 0 || roots.length === 0) return { found: [], truncated: false };
  const room = limit - roots.length;
  if (roots.length > MANY_STARTS || depth > SEARCH_DEPTH)
    return findBySteps(graph, tenantId, walk, { roots, depth, room });
  const starts = new Set(roots);
  // One above the limit shows that more exist; the result may contain the starts.
  const search = { starts: roots, depth, limit: limit + 1 };
  const all = (await explorerGraph.neighbourhood(graph, tenantId, walk, search)).filter(({ id }) => !starts.has(id));
  return { found: all.slice(0, room), truncated: all.length > room };
}

async function findBySteps(
  graph: ExploreDeps["graph"],
  tenantId: string,
  walk: GraphWalk,
  { roots, depth, room }: { roots: readonly string[]; depth: number; room: number },
): Promise<Around> {
  const found: Around["found"] = [];
  const inside = [...roots];
  let furthest: readonly string[] = roots;
  for (let distance = 1; distance <= depth && furthest.length > 0; distance++) {
    const limit = room - found.length + 1;
    const step = { furthest, inside, limit };
    const next = await explorerGraph.neighbours(graph, tenantId, distance === 1 ? fromStarts(walk) : walk, step);
    const taken = next.slice(0, limit - 1);
    for (const id of taken) found.push({ id, distance });
    if (next.length > taken.length) return { found, truncated: true };
    inside.push(...taken);
    furthest = taken;
  }
  return { found, truncated: false };
}

/**
 * Adds the neighbours of the expanded CIs to the graph; one that only another expanded one brings in comes in the next turn.
 * Tells whether the limit left any out.
 */
async function expandNodes(
  graph: ExploreDeps["graph"],
  tenantId: string,
  walk: GraphWalk,
  { hopOf, expand = [], limit }: { hopOf: Map<string, number>; expand?: readonly string[] | undefined; limit: number },
): Promise<boolean> {
  const waiting = new Set(expand);
  for (;;) {
    const furthest = [...waiting].filter((id) => hopOf.has(id));
    if (furthest.length === 0) return false;
    for (const id of furthest) waiting.delete(id);
    const room = limit - hopOf.size;
    const step = { furthest, inside: [...hopOf.keys()], limit: room + 1 };
    const next = await explorerGraph.neighbours(graph, tenantId, fromStarts(walk), step);
    const hop = 1 + Math.min(...furthest.map((id) => mustGet(hopOf, id)));
    for (const id of next.slice(0, room)) hopOf.set(id, hop);
    if (next.length > room) return true;
  }
}

/** What is walked from a start alone is walked in the first step. */
function fromStarts(walk: GraphWalk): GraphWalk {
  const all = (kinds: Record<string, boolean>) => Object.fromEntries(Object.keys(kinds).map((kind) => [kind, true]));
  return { ...walk, along: all(walk.along), against: all(walk.against) };
}
