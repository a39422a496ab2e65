import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { aiQueriesStore } from "./ai-queries.store.ts";
import type { Rating } from "./ai-usage.model.ts";

export interface NewFeedback {
  queryId: string;
  rating: Rating;
  comment?: string | null | undefined;
}

/** Keeps what a caller says of an answer that it got. Throws 403 without `ai.use`, 404 for any other answer. */
export type GiveFeedback = (
  ctx: RequestContext,
  feedback: NewFeedback,
) => Promise<NewFeedback & { id: string; createdAt: Date }>;

export function createGiveFeedback({ postgres, clock }: { postgres: Postgres; clock: Clock }): GiveFeedback {
  return async (ctx, { queryId, rating, comment = null }) => {
    requireScope(ctx, "ai.use");
    const actor = actorName(ctx.actor);
    const createdAt = clock.now();
    const feedback = { id: newId(), queryId, actor, rating, comment, at: createdAt };
    const id = await aiQueriesStore.rate(postgres, ctx.tenantId, feedback);
    if (id === undefined) throw notFound("answer", "queryId");
    return { id, queryId, rating, comment, createdAt };
  };
}
