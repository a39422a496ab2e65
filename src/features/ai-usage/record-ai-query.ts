import { actorName } from "../../context.ts";
import { coerceError } from "../../errors.ts";
import { redactedText, sumCallsOfQuery } from "../../platform/ai/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { aiQueriesStore } from "./ai-queries.store.ts";
import type { AiAnswer, RecordAiQuery } from "./ai-usage.model.ts";

export interface RecordAiQueryDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
}

/** Characters of a question that are kept. */
const MAX_QUESTION = 1_000;

export function createRecordAiQuery({ postgres, clock, log }: RecordAiQueryDeps): RecordAiQuery {
  return async (ctx, { operation, question }, work) => {
    const id = newId();
    const at = clock.now();
    const start = performance.now();
    const keep = async (answer: AiAnswer | undefined) => {
      const latencyMs = Math.round(performance.now() - start);
      const usage = await sumCallsOfQuery(postgres, ctx.tenantId, id);
      await aiQueriesStore.insert(postgres, ctx.tenantId, {
        ...{ id, operation, at, latencyMs, ...usage },
        actor: actorName(ctx.actor),
        question: question === null ? null : redactedText(question).slice(0, MAX_QUESTION),
        status: answer ? "completed" : "failed",
        source: answer?.source ?? null,
        confidence: answer?.confidence ?? null,
        fellBack: answer?.fellBack ?? false,
        plan: answer?.plan ?? null,
      });
    };
    const kept = (answer: AiAnswer | undefined) =>
      keep(answer).catch((error) =>
        log.error({ error: coerceError(error).message, operation }, "an AI operation was not recorded"),
      );
    try {
      const answer = await work(id);
      await kept(answer);
      return { ...answer, queryId: id };
    } catch (error) {
      await kept(undefined);
      throw error;
    }
  };
}
