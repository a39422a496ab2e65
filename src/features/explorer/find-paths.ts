import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { CI_STATUSES } from "../../model/ci-types.ts";
import { mustGet } from "../../model/must-get.ts";
import { compare } from "../../model/order.ts";
import { isId } from "../../platform/ids.ts";
import { describeGraph } from "./describe-graph.ts";
import type { ExploreDeps } from "./explore-graph.ts";
import { explorerGraph, type GraphWalk } from "./explorer.graph.store.ts";
import { type CiGraph, MAX_PATHS } from "./explorer.model.ts";
import { type WalkedKinds, walkedKinds } from "./walked-kinds.ts";

export interface PathInput {
  from: string;
  to: string;
  maxHops: number;
  /** In any spelling; undefined: those that carry failures. */
  relationshipTypes?: readonly string[] | undefined;
  includeAi?: boolean | undefined;
}

export interface PathAnswer extends CiGraph {
  /** Ids from the first CI to the second; all of the same, the least, length. */
  paths: string[][];
  /** Whether there are more of that length. */
  truncated: boolean;
}

export type FindPaths = (ctx: RequestContext, input: PathInput) => Promise<PathAnswer>;

/** Several relationships may join the same two CIs: each choice among them is a path to the graph. */
const MAX_CHOICES = 500;

/** Shortest paths between two CIs whichever way the relationships point. Throws 404 naming an unknown end, and 400. */
export function createFindPaths(deps: ExploreDeps): FindPaths {
  return async (ctx, { from, to, maxHops, relationshipTypes, includeAi = false }) => {
    requireScope(ctx, "cmdb.read");
    const { tenantId } = ctx;
    const types = await deps.listTypes(ctx);
    const every = walkedKinds(types, { direction: "both", types: relationshipTypes });
    const kinds = { along: walkedAlways(every.along), against: walkedAlways(every.against) };
    const walk: GraphWalk = { ...kinds, includeAi, types: undefined, statuses: CI_STATUSES, includeSoftware: false };
    await requireEnds(deps, tenantId, walk, { from, to });
    const found =
      from === to
        ? [[from]]
        : await explorerGraph.paths(deps.graph, tenantId, walk, { from, to, maxHops, limit: MAX_CHOICES });
    const sorted = found.toSorted((a, b) => compare(a.join(), b.join()));
    const paths = sorted.slice(0, MAX_PATHS);
    const hopOf = new Map(paths.flatMap((path) => path.map((id, hop) => [id, hop] as const)));
    const ids = [...hopOf.keys()].sort((a, b) => mustGet(hopOf, a) - mustGet(hopOf, b) || compare(a, b));
    const hops = ids.map((id) => mustGet(hopOf, id));
    const described = await describeGraph(deps, tenantId, { walk, ids, hops, types });
    return { paths, ...described, truncated: sorted.length > paths.length };
  };
}

function walkedAlways(kinds: WalkedKinds["along"]): WalkedKinds["along"] {
  return Object.fromEntries(Object.entries(kinds).filter(([, everywhere]) => everywhere));
}

async function requireEnds(
  { graph }: ExploreDeps,
  tenantId: string,
  walk: GraphWalk,
  ends: { from: string; to: string },
): Promise<void> {
  const known = await explorerGraph.nodes(graph, tenantId, walk, [ends.from, ends.to].filter(isId));
  const places = [ends.from, ends.to].filter(isId);
  const exists = (id: string) => isId(id) && known.has(places.lastIndexOf(id));
  const unknown = (["from", "to"] as const).filter((end) => !exists(ends[end]));
  if (unknown.length > 0) throw notFound("CI", ...unknown.map((end) => `query.${end}`));
}
