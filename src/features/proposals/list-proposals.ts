import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Relationship } from "../relationships/index.ts";
import { type FindProposalDeps, findProposal } from "./find-proposal.ts";
import { proposalsGraph } from "./proposals.graph.store.ts";

/** One page of a CI's relationships that a model found, confirmed ones included, newest first. Throws 403, 404. */
export type ListProposals = (
  ctx: RequestContext,
  ciId: string,
  window: { page: number; limit: number },
) => Promise<{ items: Relationship[]; total: number }>;

export function createListProposals(deps: FindProposalDeps & { graph: Graph }): ListProposals {
  return async (ctx, ciId, { page, limit }) => {
    requireScope(ctx, "cmdb.read");
    const found = await proposalsGraph.ofCi(deps.graph, ctx.tenantId, ciId, (page - 1) * limit, limit);
    if (!found) throw notFound("CI");
    const read = await Promise.all(found.ids.map((id) => findProposal(deps, ctx, id)));
    return { items: read.filter((one) => one !== undefined), total: found.total };
  };
}
