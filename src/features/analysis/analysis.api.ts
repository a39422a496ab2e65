import { z } from "@hono/zod-openapi";
import type { RequestContext } from "../../context.ts";
import { ok } from "../../platform/http/answers.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { analysisSchema, analyzeBody, ciInsightsSchema, generateBody, insightsSchema } from "./analysis.wire.ts";
import type { Analysis, AnalyzeInput } from "./analyze.ts";
import type { CiInsightRecord, GeneratedInsights, GenerateInsights } from "./generate-insights.ts";

type Recorded<T> = Promise<T & { queryId: string }>;

export interface AnalysisVerbs {
  analyze(ctx: RequestContext, input: AnalyzeInput): Recorded<Analysis>;
  generateInsights(ctx: RequestContext, input: Parameters<GenerateInsights>[1]): Recorded<GeneratedInsights>;
  insightsOf(ctx: RequestContext, ciId: string): Recorded<CiInsightRecord>;
}

/** Longer than a model may take. */
const DEADLINE_MS = 30_000;
const INSIGHTS_DEADLINE_MS = 150_000;
const shared = { tags: ["AI"], limit: "ai", access: { scope: "ai.use" }, method: "POST" } as const;

/** Section 4 of the interface specification: analyses and insights. */
export function analysisApiRoutes(verbs: AnalysisVerbs): Route[] {
  return [
    defineRoute({
      ...shared,
      path: "/ai/analyze",
      operationId: "analyze",
      summary: "Analyse a text or a CI",
      description:
        "Either `text` or `ciId`. What a text names is found through identifiers; findings come from the records of the CIs " +
        "and name the records that show them. A model, where one is configured, words the summary. Needs `cmdb.read` too; open " +
        "events are told of to holders of `events.read`.",
      deadlineMs: DEADLINE_MS,
      body: analyzeBody,
      errors: ["RESOURCE_NOT_FOUND"],
      responses: { 200: { description: "What was found", schema: analysisSchema } },
      handle: async ({ ctx, body }) => {
        const { fellBack: _, ...found } = await verbs.analyze(ctx, body);
        return ok(found);
      },
    }),
    defineRoute({
      ...shared,
      path: "/ai/generate-insights",
      operationId: "generateInsights",
      summary: "Make insights of CIs",
      description:
        "Of one CI, or of the newest of a type; either `ciId` or `type`. A model, where one is configured, tells role, " +
        "criticality and dependencies of the first ten. Needs `cmdb.read` too.",
      deadlineMs: DEADLINE_MS,
      body: generateBody,
      errors: ["RESOURCE_NOT_FOUND"],
      responses: { 200: { description: "The insights", schema: insightsSchema } },
      handle: async ({ ctx, body }) => {
        const { fellBack: _, ...made } = await verbs.generateInsights(ctx, body);
        return ok(made);
      },
    }),
    defineRoute({
      ...shared,
      path: "/cmdb-ai/insights/{ciId}",
      operationId: "makeCiInsights",
      summary: "Make the insights of a CI",
      description: "By a model where one answers, else by rules; kept as the CI's record. Needs `cmdb.read` too.",
      deadlineMs: INSIGHTS_DEADLINE_MS,
      params: z.object({ ciId: pathId() }),
      responses: { 200: { description: "The insights", schema: ciInsightsSchema } },
      handle: async ({ ctx, params }) => {
        const { fellBack: _, generatedAt, ...made } = await verbs.insightsOf(ctx, params.ciId);
        return ok({ ...made, generatedAt: generatedAt.toISOString() });
      },
    }),
  ];
}
