import { MANY_STARTS, searchDepth } from "../reach/index.ts";
import { affectedGraph } from "./affected.graph.store.ts";
import type { DescribeDeps, Search, SearchedSet } from "./describe-affected.ts";
import { impactGraph } from "./impact.graph.store.ts";

/** A search with `looksBeyond`; see `ReachInput`. */
export type WholeSearch = Search & { includeSoftware: boolean; looksBeyond: boolean };

/**
 * Searches the graph along failures and reads what `describeAffected` needs: in one statement, from many starts in several.
 * `truncated` as of `ReachedSet`. Starts that do not exist are left out, or have no member.
 */
export async function searchAffected(
  deps: DescribeDeps,
  tenantId: string,
  search: WholeSearch,
): Promise<SearchedSet & { truncated: boolean }> {
  const { graph } = deps;
  const { depth, looksBeyond, ids, includeAi = false } = search;
  if (ids.length > MANY_STARTS) return searchFromMany(deps, tenantId, search);
  const maxDepth = searchDepth(depth);
  // A search that goes deeper shows by itself whether there is more.
  const bounds = { includeAi, maxDepth, looksBeyond: looksBeyond && maxDepth === depth };
  // Upstream, every CI has a dependent: the one from which the search reached it.
  const includeSoftware = search.includeSoftware || search.direction === "upstream";
  const found = await affectedGraph.find(graph, tenantId, { ...search, ...bounds, includeSoftware });
  return { ...found, allSteps: async () => found.steps };
}

async function searchFromMany(
  { graph, reach }: DescribeDeps,
  tenantId: string,
  { customKinds, ...search }: WholeSearch,
) {
  const { members: reached, truncated } = await reach.search(customKinds, search);
  const starts = [...search.ids].sort();
  const ids = [...starts, ...reached.map(({ id }) => id)];
  const distances = [...starts.map(() => 0), ...reached.map(({ distance }) => distance)];
  const propagation = { customKinds, includeAi: search.includeAi };
  const among = { ...propagation, ids, distances, direction: search.direction };
  const found = await impactGraph.membersAndSteps(graph, tenantId, among);
  let read: ReturnType<SearchedSet["allSteps"]> | undefined;
  const allSteps = () => (read ??= reach.indexedSteps(tenantId, { ...propagation, ids }));
  return { starts: starts.length, ids, distances, ...found, allSteps, truncated };
}
