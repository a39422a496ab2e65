import { z } from "@hono/zod-openapi";
import { listed, ok } from "../../platform/http/answers.ts";
import { pageQuery, pageRequest, sortQueryA } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { timedPage, timedPageInput } from "../../platform/http/timed-pages.ts";
import type { ListedQuery } from "./analytics.store.ts";
import { type AnalyticsVerbs, PERIODS, type Period } from "./read-analytics.ts";
import type { TestModel } from "./test-model.ts";

const figure = (description: string, example: number) => z.number().openapi({ description, example });
const known = (description: string, example: number) => z.number().nullable().openapi({ description, example });
const named = (description: string, example: string) => z.string().openapi({ description, example });
const periodSchema = z
  .enum(Object.keys(PERIODS) as [Period, ...Period[]])
  .default("24h")
  .openapi({ description: "How far back", example: "24h" });

const tokens = z
  .object({ prompt: known("Tokens of prompts", 41_200), completion: known("Tokens of answers", 3_100) })
  .nullable()
  .openapi({ description: "Null where the service tells none", example: { prompt: 41_200, completion: 3_100 } });
const cost = known("In the currency of the configured price; null without one", 0.0081);
const p50 = figure("Median of milliseconds", 310);
const p95 = figure("Milliseconds that 95 of 100 do not exceed", 2_400);
const errors = figure("How many failed", 2);
const fallbackRate = known(
  "Share that rules answered because the model gave nothing of use; null where none was asked",
  0.04,
);
const requests = figure("How many", 120);
const operation = named("Operation, or purpose of what Orrery asks a model by itself", "questions");
const usage = { requests, errors, tokens, cost, p50, p95 };

const dashboardSchema = z
  .object({
    ...{ period: periodSchema, requests, tokens, cost, errors, fallbackRate },
    byOperation: z
      .array(z.object({ operation, ...usage, fallbackRate }))
      .openapi({ description: "By operation, and by purpose of what Orrery asks a model by itself" }),
    byModel: z
      .array(z.object({ model: named("Name of the model", "gpt-4o-mini"), ...usage }))
      .openapi({ description: "By model; requests are those to the service" }),
    limiter: z
      .object({
        limit: figure("Requests a minute to the model service, of the whole installation", 30),
        used: figure("Requests within the last minute", 12),
        waiting: figure("Requests of the process that answers which wait for their turn", 0),
      })
      .openapi({ description: "The limit of requests to the model service" }),
  })
  .openapi("AiDashboard");

const querySchema = z
  .object({
    id: z.string(),
    operation,
    latencyMs: figure("Milliseconds", 310),
    tokens,
    cost,
    status: z.enum(["completed", "failed"]).openapi({ description: "How it ended", example: "completed" }),
    source: z
      .enum(["model", "rules"])
      .nullable()
      .openapi({ description: "What answered; null where it failed", example: "rules" }),
    confidence: known("0 to 1; null where nothing says it", 1),
    feedback: z
      .enum(["up", "down"])
      .nullable()
      .openapi({ description: "What the asker said of the answer", example: "up" }),
    createdAt: z.iso.datetime(),
  })
  .openapi("AiQuery");

const recommendationSchema = z
  .object({
    title: named("What to do", "Save a question as a query"),
    detail: named("Why and how", '"How many servers are there?" was asked 9 times.'),
    evidence: z
      .record(z.string(), z.unknown())
      .openapi({ description: "The figures that say so", example: { times: 9 } }),
    estimatedSaving: z
      .object({
        requests: figure("How many fewer", 8),
        tokens: known("Tokens", 9_600),
        cost,
        ms: known("Milliseconds", 2_480),
      })
      .nullable()
      .openapi({ description: "Over the period; null where nothing can be estimated", example: null }),
  })
  .openapi("AiRecommendation");

const testSchema = z
  .object({
    configured: z.boolean().openapi({ description: "Whether there is a key", example: true }),
    connected: z.boolean().openapi({ description: "Whether a right answer came", example: true }),
    model: z.string().nullable().openapi({ description: "Name of the model", example: "gpt-4o-mini" }),
    embeddingModel: z.string().nullable().openapi({ description: "Name of the embedding model", example: null }),
    latencyMs: known("Milliseconds, waits for the limit included", 840),
    error: z.string().nullable().openapi({ description: "Why no answer came", example: null }),
  })
  .openapi("AiTest");

function presentQuery({
  promptTokens,
  completionTokens,
  createdAt,
  ...rest
}: ListedQuery): z.output<typeof querySchema> {
  const told = promptTokens === null && completionTokens === null;
  return {
    ...rest,
    tokens: told ? null : { prompt: promptTokens, completion: completionTokens },
    createdAt: createdAt.toISOString(),
  };
}

/** Usage of AI operations (section 15 of the interface contract). */
export function analyticsApiRoutes(verbs: AnalyticsVerbs & { testModel: TestModel }): Route[] {
  const shared = { tags: ["AI"], access: { scope: "ai.use" }, limit: "ai", method: "GET" } as const;
  return [
    defineRoute({
      ...shared,
      path: "/ai-analytics/dashboard",
      operationId: "getAiDashboard",
      summary: "Show what AI operations used",
      description: "Requests, tokens, cost, failures and fall-backs to rules, of the tenant.",
      query: z.object({ period: periodSchema }),
      responses: { 200: { description: "Figures of the period", schema: dashboardSchema } },
      handle: async ({ ctx, query }) => ok(await verbs.dashboard(ctx, query.period)),
    }),
    defineRoute({
      ...shared,
      path: "/ai-analytics/queries",
      operationId: "listAiQueries",
      summary: "List AI operations",
      description:
        "Newest first, without the questions themselves. Median and 95 of 100 by operation stand in the dashboard.",
      query: z.object({ period: periodSchema, ...pageQuery, ...sortQueryA(["created_at"]) }),
      responses: { 200: { description: "One page", schema: querySchema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = timedPageInput(pageRequest(query));
        return listed(timedPage(await verbs.queries(ctx, query.period, input), input), presentQuery, query.fields);
      },
    }),
    defineRoute({
      ...shared,
      path: "/ai-analytics/optimization-recommendations",
      operationId: "listAiRecommendations",
      summary: "List what would make AI operations cheaper, faster or better",
      description:
        "Computed from the log: questions that are asked often, operations that fail, fall back, are slow, or cost more than " +
        "their ratings are worth. Questions are the caller's own; with `admin.audit` those of everybody.",
      query: z.object({ period: periodSchema }),
      responses: { 200: { description: "Recommendations", schema: z.array(recommendationSchema) } },
      handle: async ({ ctx, query }) => ok(await verbs.recommendations(ctx, query.period)),
    }),
    defineRoute({
      ...shared,
      path: "/cmdb-ai/test",
      operationId: "testAi",
      summary: "Test the model service",
      description: "Asks the model and the embedding model one small question each; never shows the key.",
      deadlineMs: 30_000,
      responses: { 200: { description: "Whether they answered", schema: testSchema } },
      handle: async ({ ctx }) => ok(await verbs.testModel(ctx)),
    }),
  ];
}
