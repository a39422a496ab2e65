import { compare } from "../../model/order.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { FailureKinds, ReadFailureKinds } from "../relationships/index.ts";
import { type IndexedStep, type Propagation, reachGraph, type Traversal } from "./reach.graph.store.ts";
import {
  DEFAULT_DEPTH,
  type FailureStep,
  type ImpactDirection,
  MAX_AFFECTED,
  MAX_DEPTH,
  type Reached,
} from "./reach.model.ts";

export interface ReachInput {
  tenantId: string;
  /** Starts of the search; they are not part of the result. Unknown ids find nothing. */
  ids: readonly string[];
  direction: ImpactDirection;
  /** In relationships, 1 to 64. */
  depth: number;
  /** Whether to follow relationships found by an AI model; default false. */
  includeAi?: boolean;
  /** Whether to follow relationships without which the dependent works; default true. */
  includeOptional?: boolean;
  /** Whether the result includes software instances that lead no further; default true. */
  includeSoftware?: boolean;
  /** Most members, 1 to 10,000; default 10,000. */
  limit?: number;
  /** False: `truncated` tells of the limit alone, which saves looking beyond the depth; default true. */
  looksBeyond?: boolean;
}

export interface ReachedSet {
  /** Each CI once, at its shortest distance from any start; nearest first, then by id. */
  members: Reached[];
  /** Whether depth or limit cut the result. */
  truncated: boolean;
}

export interface StepsInput {
  tenantId: string;
  ids: readonly string[];
  includeAi?: boolean;
}

export interface ReachDeps {
  graph: Graph;
  /** Custom types of a tenant on which a failure propagates. */
  failureKinds: ReadFailureKinds;
}

export type ReachVerb = (input: ReachInput) => Promise<ReachedSet>;
export type StepsBetween = (input: StepsInput) => Promise<FailureStep[]>;

/** Searches of the graph along failures. They check no scope: the calling feature has done so. */
export interface ReachVerbs {
  /**
   * CIs that failures of the given CIs reach, or dependencies of these CIs, by one breadth-first search in the graph. It
   * does not traverse deleted or inactive CIs, though it may start at one.
   */
  reach: ReachVerb;
  /** As `reach`, for callers that have read the custom types. */
  search(customKinds: FailureKinds, input: ReachInput): Promise<ReachedSet>;
  /**
   * Failure steps among the given CIs, from the failing CI to the dependent. A relationship that propagates both ways makes
   * two steps. Sorted by from, to and id.
   */
  stepsBetween: StepsBetween;
  /** As `stepsBetween`, unsorted, with positions in `ids`; for callers that have read the custom types. */
  indexedSteps(tenantId: string, among: Propagation & { ids: readonly string[] }): Promise<IndexedStep[]>;
  /** The same searches with the reads of another graph, such as one with a deadline (`boundedReads`). */
  on(graph: Graph): ReachVerbs;
}

export function createReachVerbs({ graph, failureKinds }: ReachDeps): ReachVerbs {
  return {
    reach: async (input) => search(graph, await failureKinds(input.tenantId), input),
    search: (customKinds, input) => search(graph, customKinds, input),
    stepsBetween: async (input) => stepsBetween(graph, await failureKinds(input.tenantId), input),
    indexedSteps: (tenantId, among) => reachGraph.steps(graph, tenantId, among),
    on: (other) => createReachVerbs({ graph: other, failureKinds }),
  };
}

/** Starts from which one search costs more than steps. */
export const MANY_STARTS = 20;
/** CIs of one step; more than starts and a result together may have. */
const MOST_OF_STEP = 50_000;

async function search(graph: Graph, customKinds: FailureKinds, input: ReachInput): Promise<ReachedSet> {
  const { tenantId, direction, includeAi = false, includeOptional = true, includeSoftware = true } = input;
  const { looksBeyond = true } = input;
  const starts = new Set(input.ids);
  if (starts.size === 0) return { members: [], truncated: false };
  const depth = Math.min(Math.max(1, input.depth), MAX_DEPTH);
  const limit = Math.min(input.limit ?? MAX_AFFECTED, MAX_AFFECTED);
  // Upstream, every member has a dependent: the CI from which the search reached it.
  const software = includeSoftware || direction === "upstream";
  const traversal = { customKinds, direction, includeAi, includeOptional, includeSoftware: software };
  if (starts.size > MANY_STARTS && !looksBeyond) {
    return searchBySteps(graph, tenantId, { ...traversal, starts: [...starts], depth, limit });
  }
  const maxDepth = searchDepth(depth);
  // One CI above the limit shows that more exist; the result may contain the starts.
  const request = { ...traversal, ids: [...starts], maxDepth, limit: limit + 1 + starts.size };
  const found = (await reachGraph.reach(graph, tenantId, request)).filter(({ id }) => !starts.has(id));
  const members = found
    .filter(({ distance }) => distance <= depth)
    .sort((a, b) => a.distance - b.distance || compare(a.id, b.id))
    .slice(0, limit);
  if (found.length > members.length) return { members, truncated: true };
  if (maxDepth > depth || !looksBeyond) return { members, truncated: false };
  const furthest = members.filter(({ distance }) => distance === depth).map(({ id }) => id);
  if (furthest.length === 0) return { members, truncated: false };
  const inside = [...starts, ...members.map(({ id }) => id)];
  const beyond = { ...traversal, furthest, inside, limit: 1 };
  return { members, truncated: (await reachGraph.beyond(graph, tenantId, beyond)).length > 0 };
}

/**
 * The same search step by step, for many starts: each CI is visited once, whereas one search would visit it once for each
 * start that leads to it. It never looks beyond the depth.
 */
async function searchBySteps(
  graph: Graph,
  tenantId: string,
  { starts, depth, limit, ...traversal }: Traversal & { starts: readonly string[]; depth: number; limit: number },
): Promise<ReachedSet> {
  const members: Reached[] = [];
  const seen = new Set(starts);
  let furthest: readonly string[] = starts;
  for (let distance = 1; distance <= depth && furthest.length > 0; distance++) {
    const next = await reachGraph.step(graph, tenantId, { ...traversal, furthest, limit: MOST_OF_STEP });
    furthest = next.filter((id) => !seen.has(id)).sort(compare);
    const room = limit - members.length;
    for (const id of furthest.slice(0, room)) members.push({ id, distance });
    if (furthest.length > room) return { members, truncated: true };
    for (const id of furthest) seen.add(id);
  }
  return { members, truncated: false };
}

/**
 * Depth of the query for a requested depth. Neo4j plans each bound as a separate statement, which takes longer than the
 * search; few graphs go beyond ten steps, so all deeper requests share the deepest query.
 */
export function searchDepth(depth: number): number {
  return depth <= DEFAULT_DEPTH ? Math.max(2, depth) : MAX_DEPTH;
}

async function stepsBetween(graph: Graph, customKinds: FailureKinds, input: StepsInput): Promise<FailureStep[]> {
  const { tenantId, includeAi = false } = input;
  const ids = [...new Set(input.ids)].sort();
  if (ids.length < 2) return [];
  const placed = await reachGraph.steps(graph, tenantId, { customKinds: customKinds, includeAi, ids });
  placed.sort((a, b) => a.from - b.from || a.to - b.to || compare(a.id, b.id));
  return placed.map((step) => ({ ...step, from: ids[step.from]!, to: ids[step.to]! }));
}
