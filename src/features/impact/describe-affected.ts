import type { RequestContext } from "../../context.ts";
import { mustGet } from "../../model/must-get.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import {
  type IndexedStep,
  isOptional,
  MAX_AFFECTED,
  type Propagation,
  type Reached,
  type ReachInput,
  type ReachVerbs,
} from "../reach/index.ts";
import { type BriefStep, impactGraph, type Member, type OutsidePeers } from "./impact.graph.store.ts";
import type { Redundancy } from "./impact.model.ts";
import { computeRedundancy, type DependencySet, groupKey } from "./redundancy.ts";
import { requiredWithin } from "./required.ts";
import { type ImpactPath, shortestPaths, walkedSteps } from "./shortest-paths.ts";

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
  reach: Pick<ReachVerbs, "search" | "searchFirst" | "indexedSteps" | "on">;
}

/** A reached CI with its path. */
export type DescribedCi = Omit<AffectedCi, "id" | "name" | "type"> & { ci: Member };

/** A search that was made, its starts with the smallest id first; `limit` as it was applied. */
export type Search = Propagation & ReachInput & { includeOptional: boolean; limit: number };

/** The starts and the reached CIs with their paths, without CIs that were removed since the search. */
export async function describeAffected(
  deps: DescribeDeps,
  ctx: RequestContext,
  search: Search,
  reached: Reached[],
): Promise<{ starts: Member[]; affected: DescribedCi[] }> {
  const starts = search.ids.length;
  const upstream = search.direction === "upstream";
  const ids = [...search.ids, ...reached.map(({ id }) => id)];
  const distances = [...search.ids.map(() => 0), ...reached.map(({ distance }) => distance)];
  const found = await impactGraph.membersAndSteps(deps.graph, ctx.tenantId, { ...search, ids, distances });
  const { members, steps } = found;
  const walked = search.includeOptional ? steps : steps.filter((step) => !isOptional(step));
  const paths = shortestPaths({ ids, distances, steps: walkedSteps(walked, upstream) });
  let read: Promise<IndexedStep[]> | undefined;
  const allSteps = () => (read ??= deps.reach.indexedSteps(ctx.tenantId, { ...search, ids }));
  const required = await requiredOf(deps, search, { ids, distances, steps, allSteps });
  const redundancy = await redundancyOf(deps, ctx, { ids, ...found, allSteps }, search);
  const affected = reached.flatMap(({ distance }, i) => {
    const place = starts + i;
    const ci = members[place];
    const path = paths[place];
    return ci && path ? [{ ci, distance, ...path, required: required[place]!, redundancy: redundancy[place]! }] : [];
  });
  return { starts: members.slice(0, starts).flatMap((start) => start ?? []), affected };
}

interface RequiredSet {
  ids: readonly string[];
  distances: readonly number[];
  /** Among them all of the shortest paths. */
  steps: readonly BriefStep[];
  /** All steps among them, read once. */
  allSteps: () => Promise<IndexedStep[]>;
}

/**
 * By position, whether a path without optional relationships leads to it. Often a shortest path does; if not, a detour
 * within the depth may. A detour passes only CIs that the search found, unless the limit cut some off: then a second
 * search, which follows no optional relationship, decides.
 */
async function requiredOf(
  { reach }: DescribeDeps,
  { customKinds, ...search }: Search,
  { ids, distances, steps, allSteps }: RequiredSet,
): Promise<boolean[]> {
  if (!search.includeOptional || !steps.some(isOptional)) return ids.map(() => true);
  const upstream = search.direction === "upstream";
  const stepwise = steps.filter(({ from, to }) => Math.abs(distances[to]! - distances[from]!) === 1);
  const direct = requiredWithin(ids.length, stepwise, upstream, search.depth, search.ids.length);
  if (!direct.includes(false)) return direct;
  const starts = search.ids.length;
  if (ids.length < starts + search.limit) {
    return requiredWithin(ids.length, await allSteps(), upstream, search.depth, starts);
  }
  const { members } = await reach.search(customKinds, { ...search, includeOptional: false, limit: MAX_AFFECTED });
  const found = new Set(members.map(({ id }) => id));
  return ids.map((id) => found.has(id));
}

interface DescribedSet {
  ids: string[];
  steps: BriefStep[];
  members: readonly (Member | undefined)[];
  allSteps: () => Promise<IndexedStep[]>;
}

/** Redundancy by position. Reads all relationships among the members, but only if there is a redundancy group. */
async function redundancyOf(
  { graph }: DescribeDeps,
  ctx: RequestContext,
  { ids, steps: apart, members, allSteps }: DescribedSet,
  { customKinds, includeAi, direction, depth, ids: { length: starts } }: Search,
): Promise<Redundancy[]> {
  const grouped = [...new Set(apart.flatMap(({ to, redundancyGroup }) => (redundancyGroup === null ? [] : [to])))];
  if (grouped.length === 0) return ids.map(() => "none");
  const { tenantId } = ctx;
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
  const compute = (among: IndexedStep[]) => computeRedundancy({ ...set, steps: among }, upstream, ctx.signal, starts);
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
