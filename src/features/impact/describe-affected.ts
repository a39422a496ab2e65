import type { RequestContext } from "../../context.ts";
import { mustGet } from "../../model/must-get.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { isOptional, MAX_AFFECTED, type Propagation, type ReachInput, type ReachVerbs } from "../reach/index.ts";
import type { FoundSet } from "./affected.graph.store.ts";
import { type BriefStep, impactGraph, type Member, type OutsidePeers } from "./impact.graph.store.ts";
import type { Redundancy } from "./impact.model.ts";
import { computeRedundancy, type DependencySet, groupKey } from "./redundancy.ts";
import { requiredWithin } from "./required.ts";
import { type ImpactPath, shortestPaths } from "./shortest-paths.ts";

export interface AffectedCi extends ImpactPath {
  id: string;
  name: string;
  /** Canonical. */
  type: string;
  /** In relationships. */
  distance: number;
  /** False if every path within the depth leads over a relationship without which the dependent works. */
  required: boolean;
  redundancy: Redundancy;
}

export interface DescribeDeps {
  graph: Graph;
  reach: Pick<ReachVerbs, "search" | "indexedSteps" | "on">;
}

/** What was searched for, from starts that may be unknown; `limit` as it was applied. */
export type Search = Propagation & ReachInput & { includeOptional: boolean; limit: number };

/** The result of a search. */
export interface SearchedSet extends FoundSet {
  /** All steps among them on which detours within the depth and redundancy depend, read once. */
  allSteps: () => Promise<BriefStep[]>;
}

/** The starts and the reached CIs with their paths, without CIs that were removed since the search. */
export interface DescribedSet {
  starts: Member[];
  /** Nearest first, ties by id. */
  affected: AffectedCi[];
  /** Criticality of the business services among them, by id. */
  criticalities: ReadonlyMap<string, unknown>;
}

/** Describes what a search found. */
export async function describeAffected(
  deps: DescribeDeps,
  ctx: Pick<RequestContext, "tenantId" | "signal">,
  search: Search,
  found: SearchedSet,
): Promise<DescribedSet> {
  const { ids, distances, members, steps, starts } = found;
  const upstream = search.direction === "upstream";
  const walked = search.includeOptional ? steps : steps.filter((step) => !isOptional(step));
  const paths = shortestPaths({ ids, distances, steps: walked, upstream });
  const required = await requiredOf(deps, search, found);
  const redundancy = await redundancyOf(deps, ctx, found, search);
  const affected: AffectedCi[] = [];
  const criticalities = new Map<string, unknown>();
  for (let place = starts; place < ids.length; place++) {
    const ci = members[place];
    const way = paths[place];
    if (!ci || !way) continue;
    affected.push({
      id: ci.id,
      name: ci.name,
      type: ci.type,
      distance: distances[place]!,
      path: way.path,
      confidence: way.confidence,
      required: required[place]!,
      redundancy: redundancy[place]!,
    });
    if (ci.criticality !== null) criticalities.set(ci.id, ci.criticality);
  }
  return { starts: members.slice(0, starts).flatMap((start) => start ?? []), affected, criticalities };
}

/**
 * By position, whether a path without optional relationships leads to it. Often a shortest path does; if not, a detour
 * within the depth may. A detour passes only CIs that the search found, unless the limit cut some off: then a second
 * search, which follows no optional relationship, decides.
 */
async function requiredOf(
  { reach }: DescribeDeps,
  { customKinds, ...search }: Search,
  { ids, distances, steps, allSteps, starts }: SearchedSet,
): Promise<boolean[]> {
  if (!search.includeOptional || !steps.some(isOptional)) return ids.map(() => true);
  const upstream = search.direction === "upstream";
  const stepwise = steps.filter(({ from, to }) => Math.abs(distances[to]! - distances[from]!) === 1);
  const direct = requiredWithin(ids.length, stepwise, upstream, search.depth, starts);
  if (!direct.includes(false)) return direct;
  if (ids.length < starts + search.limit) {
    return requiredWithin(ids.length, await allSteps(), upstream, search.depth, starts);
  }
  const { members } = await reach.search(customKinds, { ...search, includeOptional: false, limit: MAX_AFFECTED });
  const found = new Set(members.map(({ id }) => id));
  return ids.map((id) => found.has(id));
}

/** Redundancy by position. Reads all relationships among the members, but only if there is a redundancy group. */
async function redundancyOf(
  { graph }: DescribeDeps,
  { tenantId, signal }: Pick<RequestContext, "tenantId" | "signal">,
  { ids, steps: apart, members, allSteps, starts }: SearchedSet,
  { customKinds, includeAi, direction, depth }: Search,
): Promise<Redundancy[]> {
  const grouped = [...new Set(apart.filter(({ redundancyGroup }) => redundancyGroup !== null).map(({ to }) => to))];
  if (grouped.length === 0) return ids.map(() => "none");
  const propagation = { customKinds, includeAi };
  const positionOf = new Map(ids.map((id, i) => [id, i]));
  const [steps, peers] = await Promise.all([
    allSteps(),
    impactGraph.outsidePeers(graph, tenantId, { ...propagation, ids: grouped.map((i) => ids[i]!), inside: ids }),
  ]);
  const keysOf = (groups: OutsidePeers[]) =>
    new Set(groups.map(({ id, redundancyGroup }) => groupKey(mustGet(positionOf, id), redundancyGroup)));
  const set = {
    count: ids.length,
    healthy: members.map((member) => member?.status === "active"),
    groupsWithOutsidePeers: keysOf(peers.filter((group) => group.peers.length > 0)),
  };
  const upstream = direction === "upstream";
  const compute = (among: BriefStep[]) => computeRedundancy({ ...set, steps: among }, upstream, signal, starts);
  const certain = await compute(withoutOptional(steps, keysOf(peers.filter(({ needed }) => needed))));
  // What works without the CI fails in neither sense: its redundancy is that of the failure which reaches it all the same.
  // So is that of a CI that needs it only by way of CIs which the limit cut off.
  const required = requiredWithin(ids.length, steps, upstream, depth, starts);
  const any = required.includes(false) ? await compute(steps) : certain;
  return required.map((isRequired, i) => (isRequired ? certain : any)[i]!);
}

/**
 * The steps by which a failure is certain to spread: without optional ones. An optional member of a group still replaces a
 * failing peer, so it stays as long as the group has one that is not optional, in the set or outside (`needed`).
 */
function withoutOptional<S extends DependencySet["steps"][number] & { criticality: string | null }>(
  steps: readonly S[],
  needed: ReadonlySet<string>,
): S[] {
  const keysOf = ({ to, redundancyGroup }: S) => (redundancyGroup === null ? [] : [groupKey(to, redundancyGroup)]);
  const groups = new Set([...needed, ...steps.filter((step) => !isOptional(step)).flatMap(keysOf)]);
  return steps.filter((step) => !isOptional(step) || keysOf(step).some((key) => groups.has(key)));
}
