import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { conflict, isNotFound, notFound } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { isProposal, type Relationship, type RelationshipVerbs, settleProposal } from "../relationships/index.ts";
import type { Verdict } from "./proposals.model.ts";
import { proposalsStore } from "./proposals.store.ts";

export interface VerdictDeps {
  postgres: Postgres;
  outbox: Outbox;
  clock: Clock;
  relationships: Pick<RelationshipVerbs, "get" | "update">;
}

export interface VerdictInput {
  relationshipId: string;
  verdict: Verdict;
  comment?: string | null | undefined;
}

/**
 * Confirms or rejects a relationship that a model found. A confirmed one counts as declared; a rejected one goes and is not
 * proposed again. Throws 403 without `ai.use` and `cmdb.write`, 404 for anything that no model found, 409 while another
 * verdict is being applied.
 */
export type GiveVerdict = (ctx: RequestContext, input: VerdictInput) => Promise<Relationship | undefined>;

/**
 * The verdict is kept first, and the graph follows what is kept, under the locks of both ends: whatever order two callers, a
 * scan and a crash come in, graph and memory agree in the end.
 */
export function createGiveVerdict(deps: VerdictDeps): GiveVerdict {
  const { postgres, clock } = deps;
  const apply = createApplyVerdict(deps);
  return async (ctx, { relationshipId, verdict, comment = null }) => {
    requireScope(ctx, "ai.use");
    requireScope(ctx, "cmdb.write");
    const { source, target, type } = await requireProposal(deps, ctx, relationshipId);
    const ends = { sourceId: source.id, targetId: target.id, type };
    const said = { relationshipId, ...ends, verdict, comment, actor: actorName(ctx.actor), at: clock.now() };
    if ((await proposalsStore.judge(postgres, ctx.tenantId, said)) !== verdict) {
      throw conflict("Another verdict on the relationship is being applied");
    }
    const confirmed = await apply(ctx, relationshipId);
    if (verdict === "confirm" && !confirmed) throw notFound("relationship", "relationshipId");
    return confirmed;
  };
}

/** Lets the graph follow the verdict that is kept. May be repeated. */
export type ApplyVerdict = (ctx: RequestContext, relationshipId: string) => Promise<Relationship | undefined>;

export function createApplyVerdict({ postgres, outbox, clock }: VerdictDeps): ApplyVerdict {
  return async (ctx, relationshipId) => {
    const { tenantId } = ctx;
    let verdict: Verdict | undefined;
    const settled = await outbox.write(tenantId, (tx, publish) =>
      settleProposal(tx, ctx, relationshipId, publish, clock, async () => {
        verdict = await proposalsStore.verdictOf(postgres, tenantId, relationshipId);
        return verdict;
      }),
    );
    // Where the relationship is gone, its end was deleted or it was rejected: nothing is left to follow.
    verdict ??= await proposalsStore.verdictOf(postgres, tenantId, relationshipId);
    if (verdict) await proposalsStore.markApplied(postgres, tenantId, relationshipId, verdict, clock.now());
    return settled;
  };
}

/** Throws 404 unless a model found the relationship. */
export async function requireProposal(
  { relationships }: Pick<VerdictDeps, "relationships">,
  ctx: RequestContext,
  id: string,
): Promise<Relationship> {
  const reader = { ...ctx, scopes: new Set([...ctx.scopes, "cmdb.read" as const]) };
  const found = await relationships.get(reader, id).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  if (!found || !isProposal(found)) throw notFound("relationship");
  return found;
}

/** Sets the confidence of a proposal; later analyses leave it. Throws as `GiveVerdict`. */
export type SetConfidence = (ctx: RequestContext, id: string, confidence: number) => Promise<Relationship>;

export function createSetConfidence(deps: Pick<VerdictDeps, "relationships">): SetConfidence {
  return async (ctx, id, confidence) => {
    requireScope(ctx, "ai.use");
    requireScope(ctx, "cmdb.write");
    await requireProposal(deps, ctx, id);
    const attributes = { confidence_set_by: actorName(ctx.actor) };
    return (await deps.relationships.update(ctx, { id, patch: { confidence, attributes } })).relationship;
  };
}
