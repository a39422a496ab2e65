import type { RequestContext } from "../../context.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Route } from "../../platform/http/route.ts";
import type { RecordAiQuery } from "../ai-usage/index.ts";
import { type AnalysisVerbs, analysisApiRoutes } from "./analysis.api.ts";
import { createAnalyze } from "./analyze.ts";
import { createCiInsightsOf, createGenerateInsights, type InsightDeps } from "./generate-insights.ts";

export type { AnalysisVerbs } from "./analysis.api.ts";
export { type Analysis, createAnalyze } from "./analyze.ts";

export interface AnalysisDeps extends InsightDeps {
  recordAiQuery: RecordAiQuery;
}

export interface AnalysisFeature extends Feature {
  verbs: AnalysisVerbs;
  routes: { api: Route[] };
}

/** Analyses of texts and CIs, and insights, by rules on the records; a model words them where there is one. */
export function createAnalysis(deps: AnalysisDeps): AnalysisFeature {
  const [analyze, generate, insightsOf] = [createAnalyze(deps), createGenerateInsights(deps), createCiInsightsOf(deps)];
  const { recordAiQuery } = deps;
  const insightQuery = { operation: "ai.insights", question: null };
  const verbs: AnalysisVerbs = {
    analyze: (ctx: RequestContext, input) =>
      recordAiQuery(ctx, { operation: "ai.analyze", question: input.text ?? null }, (queryId) =>
        analyze(ctx, input, { queryId }),
      ),
    generateInsights: (ctx, input) => recordAiQuery(ctx, insightQuery, (queryId) => generate(ctx, input, { queryId })),
    insightsOf: (ctx, ciId) => recordAiQuery(ctx, insightQuery, (queryId) => insightsOf(ctx, ciId, { queryId })),
  };
  return { verbs, routes: { api: analysisApiRoutes(verbs) } };
}
