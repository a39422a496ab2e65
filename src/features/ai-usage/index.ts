import type { Clock } from "../../platform/clock.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { aiQueriesStore } from "./ai-queries.store.ts";
import { aiUsageApiRoutes } from "./ai-usage.api.ts";
import type { RecordAiQuery } from "./ai-usage.model.ts";
import { createGiveFeedback } from "./give-feedback.ts";
import { createRecordAiQuery } from "./record-ai-query.ts";

export type { AiAnswer, AskedOperation, RecordAiQuery } from "./ai-usage.model.ts";

export interface AiUsageDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
}

export interface AiUsage extends Feature {
  recordAiQuery: RecordAiQuery;
  routes: { api: Route[] };
}

/** How long AI operations and what was said of their answers are kept. */
const KEPT_DAYS = 90;

/** The log of AI operations: what was asked, how it was answered, what it used, and what callers say of it. */
export function createAiUsage(deps: AiUsageDeps): AiUsage {
  const { postgres, clock } = deps;
  const verbs = { giveFeedback: createGiveFeedback(deps) };
  return {
    recordAiQuery: createRecordAiQuery(deps),
    routes: { api: aiUsageApiRoutes(verbs) },
    retention: {
      ai_queries: (tenantId) => {
        const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000);
        return aiQueriesStore.deleteBefore(postgres, tenantId, before);
      },
    },
  };
}
