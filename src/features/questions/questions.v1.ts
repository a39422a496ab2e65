import { z } from "@hono/zod-openapi";
import { IANAZone } from "luxon";
import { ok } from "../../platform/http/answers.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { queryForm } from "../query/index.ts";
import type { AskQuestion } from "./ask-question.ts";
import { LONGEST_QUESTION, type QuestionAnswer } from "./questions.model.ts";

const questionText = z.string().max(LONGEST_QUESTION).regex(/\S/, "must not be blank");

const body = z.strictObject({
  query: questionText.openapi({
    description: "A question in English, 1 to 1,000 characters",
    example: "How many servers are in maintenance?",
  }),
  context: z
    .strictObject({
      time_zone: z
        .string()
        .max(100)
        .refine((zone) => IANAZone.isValidZone(zone), "must be the IANA name of a time zone")
        .optional()
        .openapi({ description: "Of `yesterday` and the like; default UTC", example: "Europe/Lisbon" }),
      include_predictions: z
        .boolean()
        .optional()
        .openapi({ description: "Add the trend of what is counted; default false", example: false }),
    })
    .optional()
    .openapi({ description: "Where and how the question is asked" }),
});

const anyObject = z.record(z.string(), z.unknown());
const schema = z
  .object({
    query_id: z.string().openapi({ description: "For feedback", example: "0198a8a0-5c1e-7000-8000-00000000000a" }),
    understood: z
      .boolean()
      .openapi({ description: "False: `results` is empty, and `recommendations` say what can be asked" }),
    source: z.enum(["rules", "model"]).openapi({ description: "What read the question" }),
    interpretation: z
      .object({
        entities: z
          .array(
            z.object({
              text: z.string().openapi({ description: "As asked", example: "servers" }),
              type: z.enum(["ci", "type", "field", "service", "family", "source"]),
              ci_id: z.string().nullable().openapi({ description: "Id of the CI, where it is one", example: null }),
              value: z.string().nullable().openapi({ description: "What it stands for", example: "server" }),
            }),
          )
          .openapi({ description: "What of the question stands for something in the data" }),
        time_range: z
          .object({ from: z.iso.datetime().nullable(), to: z.iso.datetime().nullable() })
          .nullable()
          .openapi({ description: "`from` belongs to it, `to` does not", example: null }),
        filters: anyObject.openapi({
          description: "By field: a value, several of which one holds, or values by operator",
          example: { type: "server", status: "maintenance" },
        }),
      })
      .openapi({ description: "How the question was understood" }),
    plan: z.union([queryForm, z.null()]).openapi({
      description: "The closed query form; `POST /v1/query` runs it again",
      example: { entity: "ci", filters: [{ field: "type", op: "eq", value: "server" }], aggregate: [{ fn: "count" }] },
    }),
    results: z.array(anyObject).openapi({ description: "Rows by column", example: [{ count: 3 }] }),
    insights: z.array(z.string()).openapi({
      description: "What stands out in the results, with its figures; why, where the question was not understood",
      example: ["9 of 14 (64 %) have attributes.location Lyon"],
    }),
    recommendations: z
      .array(
        z.object({
          action: z.string().openapi({ example: "Set attributes.owner where it is missing" }),
          impact: z.string().openapi({ example: "3 more would count in a group of their own" }),
          confidence: z.number().min(0).max(1),
        }),
      )
      .openapi({ description: "Never empty" }),
    truncated: z.boolean().openapi({ description: "Whether there are more rows than `results` holds" }),
    took_ms: z.int().openapi({ description: "Milliseconds", example: 42 }),
  })
  .openapi("QuestionAnswer");

function present(answer: QuestionAnswer): z.output<typeof schema> {
  return {
    query_id: answer.queryId,
    understood: answer.understood,
    source: answer.source,
    interpretation: answer.interpretation,
    plan: answer.plan,
    results: answer.results,
    insights: answer.insights,
    recommendations: answer.recommendations,
    truncated: answer.truncated,
    took_ms: answer.tookMs,
  };
}

/** A little longer than a question and the form that it means may take. */
const DEADLINE_MS = 30_000;

/** Questions in words: section 2 of the interface specification. */
export function questionV1Routes({ askQuestion }: { askQuestion: AskQuestion }): Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/reports/ai/query",
      operationId: "askQuestion",
      summary: "Ask a question in English",
      description:
        "Counts, lists, figures, dependencies, failures, installed software, events and changes, by a documented grammar. Two CIs " +
        "of one name are both named, and a word that is neither grammar nor known in the tenant's data is named: the question is " +
        "then not understood, and nothing is guessed. Besides `ai.use`, the credential needs the scopes by which the data is " +
        "read elsewhere.",
      tags: ["Reports"],
      access: { scope: "ai.use" },
      limit: "ai",
      deadlineMs: DEADLINE_MS,
      body,
      responses: { 200: { description: "The answer, or why there is none", schema } },
      handle: async ({ ctx, body: { query, context } }) => {
        const { time_zone: timeZone, include_predictions: includePredictions } = context ?? {};
        return ok(present(await askQuestion(ctx, { query, timeZone, includePredictions })));
      },
    }),
  ];
}
