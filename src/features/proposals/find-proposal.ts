import { type RequestContext, withScopes } from "../../context.ts";
import { isNotFound, notFound } from "../../errors.ts";
import { isProposal, type Relationship, type RelationshipVerbs } from "../relationships/index.ts";

export interface FindProposalDeps {
  relationships: Pick<RelationshipVerbs, "get">;
}

/** A relationship that a model found; undefined where it is gone, or no model found it. Checks no scope. */
export async function findProposal(
  { relationships }: FindProposalDeps,
  ctx: RequestContext,
  id: string,
): Promise<Relationship | undefined> {
  const found = await relationships.get(withScopes(ctx, "cmdb.read"), id).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  return found && isProposal(found) ? found : undefined;
}

/** Throws 404 unless a model found the relationship. */
export async function requireProposal(deps: FindProposalDeps, ctx: RequestContext, id: string): Promise<Relationship> {
  const found = await findProposal(deps, ctx, id);
  if (!found) throw notFound("relationship");
  return found;
}
