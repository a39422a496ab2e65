import type { Embedder, LimiterUsage, Model } from "../../platform/ai/index.ts";
import { type Clock, daysAgo } from "../../platform/clock.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Logger } from "../../platform/log.ts";
import type { MetricSource } from "../../platform/metrics.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { aiQueriesStore } from "./ai-queries.store.ts";
import { aiUsageApiRoutes } from "./ai-usage.api.ts";
import type { PerformanceOf, RecordAiQuery } from "./ai-usage.model.ts";
import { analyticsApiRoutes } from "./analytics.api.ts";
import { analyticsStore } from "./analytics.store.ts";
import { createGiveFeedback } from "./give-feedback.ts";
import { createReadAnalytics } from "./read-analytics.ts";
import { createRecordAiQuery } from "./record-ai-query.ts";
import { createTestModel } from "./test-model.ts";

export type { AiAnswer, AskedOperation, OperationPerformance, PerformanceOf, RecordAiQuery } from "./ai-usage.model.ts";

export interface AiUsageDeps {
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  model: Model;
  embedder: Embedder;
  modelLimiter: () => Promise<LimiterUsage>;
}

export interface AiUsage extends Feature {
  recordAiQuery: RecordAiQuery;
  performanceOf: PerformanceOf;
  routes: { api: Route[] };
  metrics: MetricSource[];
}

/** How long AI operations and the feedback on their answers are kept. */
const KEPT_DAYS = 90;
const METRICS_MS = 15 * 60_000;

/** The log of AI operations: what was asked, how it was answered, what it used, and what callers say of it. */
export function createAiUsage(deps: AiUsageDeps): AiUsage {
  const { postgres, clock } = deps;
  const giveFeedback = createGiveFeedback(deps);
  const analytics = { ...createReadAnalytics(deps), testModel: createTestModel(deps) };
  return {
    recordAiQuery: createRecordAiQuery(deps),
    performanceOf: (tenantId, operations) => aiQueriesStore.performanceOf(postgres, tenantId, operations),
    routes: { api: [...aiUsageApiRoutes({ giveFeedback }), ...analyticsApiRoutes(analytics)] },
    metrics: metricsOf(deps),
    retention: {
      ai_queries: (tenantId) => aiQueriesStore.deleteBefore(postgres, tenantId, daysAgo(clock, KEPT_DAYS)),
    },
  };
}

function metricsOf({ postgres, clock, modelLimiter }: AiUsageDeps): MetricSource[] {
  return [
    {
      name: "orrery_ai_operations",
      help: "AI operations of the last 15 minutes, by outcome: model, rules, fell_back (rules, since the model gave nothing of use) or failed",
      labels: ["operation", "outcome"],
      read: async () => {
        const since = new Date(clock.now().getTime() - METRICS_MS);
        const found = await analyticsStore.outcomes(postgres, since);
        return found.map(({ operation, outcome, count }) => ({ labels: { operation, outcome }, value: count }));
      },
    },
    {
      name: "orrery_model_requests_waiting",
      help: "Requests to the model service of this process that wait for the limit",
      read: async () => [{ value: (await modelLimiter()).waiting }],
    },
  ];
}
