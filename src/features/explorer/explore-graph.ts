import { type RequestContext, requireScope } from "../../context.ts";
import { CI_STATUSES, type CiStatus } from "../../model/ci-types.ts";
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
    const ids = [...roots, ...around.found.map(({ id }) => id)];
    const hops = [...roots.map(() => 0), ...around.found.map(({ distance }) => distance)];
    const described = await describeGraph(deps, tenantId, { walk, ids, hops, types });
    const known = new Set(described.nodes.map(({ id }) => id));
    const truncated = around.truncated || asked.filter(isId).length > roots.length;
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

/** What is walked from a start alone is walked in the first step. */
function fromStarts(walk: GraphWalk): GraphWalk {
  const all = (kinds: Record<string, boolean>) => Object.fromEntries(Object.keys(kinds).map((kind) => [kind, true]));
  return { ...walk, along: all(walk.along), against: all(walk.against) };
}
