import { compare } from "../../model/order.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { FailureKinds, ReadFailureKinds } from "../relationships/index.ts";
import { type IndexedStep, type Propagation, reachGraph } from "./reach.graph.store.ts";
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
  /** Where the search begins, several at once: they are not part of the answer. Unknown ones find nothing. */
  ids: readonly string[];
  direction: ImpactDirection;
  /** Relationships, 1 to 64. */
  depth: number;
  /** Whether relationships that a model found are walked; default false. */
  includeAi?: boolean;
  /** Whether software instances that lead no further are part of the answer; default true. */
  includeSoftware?: boolean;
  /** Members at most, 1 to 10,000; default 10,000. */
  limit?: number;
}

export interface ReachedSet {
  /** Each once, at its shortest distance from any of the starts; nearest first, ties by id. */
  members: Reached[];
  /** Whether anything lies beyond the depth or the limit. */
  truncated: boolean;
}

export interface StepsInput {
  tenantId: string;
  ids: readonly string[];
  includeAi?: boolean;
}

export interface ReachDeps {
  graph: Graph;
  /** On which of a tenant's own types a failure travels. */
  failureKinds: ReadFailureKinds;
}

export type ReachVerb = (input: ReachInput) => Promise<ReachedSet>;
export type StepsBetween = (input: StepsInput) => Promise<FailureStep[]>;

/** Searches of the graph along failures. None asks for a scope: the features that use them have asked already. */
export interface ReachVerbs {
  /**
   * What failures of the given CIs reach, or what these CIs need, by one breadth-first search in the graph. It passes
   * neither deleted nor inactive CIs: they are no longer there. It may begin at one.
   */
  reach: ReachVerb;
  /** The same where the tenant's kinds are known already. */
  search(customKinds: FailureKinds, input: ReachInput): Promise<ReachedSet>;
  /**
   * The relationships among the given CIs on which a failure travels, each from the CI that fails to the one that needs
   * it; one that carries it both ways comes twice. Sorted by from, to and id.
   */
  stepsBetween: StepsBetween;
  /** The same by position in `ids`, in no order, where the tenant's kinds are known already. */
  indexedSteps(tenantId: string, among: Propagation & { ids: readonly string[] }): Promise<IndexedStep[]>;
}

export function createReachVerbs({ graph, failureKinds }: ReachDeps): ReachVerbs {
  return {
    reach: async (input) => search(graph, await failureKinds(input.tenantId), input),
    search: (customKinds, input) => search(graph, customKinds, input),
    stepsBetween: async (input) => stepsBetween(graph, await failureKinds(input.tenantId), input),
    indexedSteps: (tenantId, among) => reachGraph.steps(graph, tenantId, among),
  };
}

async function search(graph: Graph, customKinds: FailureKinds, input: ReachInput): Promise<ReachedSet> {
  const { tenantId, direction, includeAi = false, includeSoftware = true } = input;
  const starts = new Set(input.ids);
  if (starts.size === 0) return { members: [], truncated: false };
  const depth = Math.min(Math.max(1, input.depth), MAX_DEPTH);
  const limit = Math.min(input.limit ?? MAX_AFFECTED, MAX_AFFECTED);
  // Against the failure every member has somebody who depends on it: the one that it was reached from.
  const traversal = { customKinds, direction, includeAi, includeSoftware: includeSoftware || direction === "upstream" };
  const maxDepth = searchDepth(depth);
  // One more than are listed tells that there are more; the starts themselves may be among what is found.
  const request = { ...traversal, ids: [...starts], maxDepth, limit: limit + 1 + starts.size };
  const found = (await reachGraph.reach(graph, tenantId, request)).filter(({ id }) => !starts.has(id));
  const members = found
    .filter(({ distance }) => distance <= depth)
    .sort((a, b) => a.distance - b.distance || compare(a.id, b.id))
    .slice(0, limit);
  if (found.length > members.length) return { members, truncated: true };
  if (maxDepth > depth) return { members, truncated: false };
  const furthest = members.filter(({ distance }) => distance === depth).map(({ id }) => id);
  const inside = [...starts, ...members.map(({ id }) => id)];
  const truncated =
    furthest.length > 0 && (await reachGraph.hasMoreBeyond(graph, tenantId, { ...traversal, furthest, inside }));
  return { members, truncated };
}

/**
 * How deep to search for an answer of this depth. Each bound is a text of its own that Neo4j has to plan, which takes it
 * longer than the search; few graphs go on beyond ten steps, so that all deeper questions share the deepest one.
 */
function searchDepth(depth: number): number {
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
