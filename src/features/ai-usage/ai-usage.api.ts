import { z } from "@hono/zod-openapi";
import { created } from "../../platform/http/answers.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { RATINGS } from "./ai-usage.model.ts";
import type { GiveFeedback } from "./give-feedback.ts";

const LONGEST_COMMENT = 5_000;

const QUERY_ID = { description: "`query_id` of the answer", example: "0198a8a0-5c1e-7000-8000-00000000000a" };
const RATING = { description: "Whether the answer was right", example: "up" } as const;

const feedbackBody = z.strictObject({
  queryId: z.string().min(1).max(100).openapi(QUERY_ID),
  rating: z.enum(RATINGS).openapi(RATING),
  comment: z.string().max(LONGEST_COMMENT).nullish().openapi({ description: "In words", example: "Ghent is missing" }),
});

const feedbackSchema = z
  .object({
    id: z.string(),
    queryId: z.string().openapi(QUERY_ID),
    rating: z.enum(RATINGS).openapi(RATING),
    comment: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .openapi("AnswerFeedback");

/** What people say of answers. */
export function aiUsageApiRoutes({ giveFeedback }: { giveFeedback: GiveFeedback }): Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/ai-analytics/feedback",
      operationId: "giveAnswerFeedback",
      summary: "Say whether an answer was right",
      description: "Of an answer that the same caller got. Said again, it replaces what was said before.",
      tags: ["Reports"],
      access: { scope: "ai.use" },
      limit: "standard",
      body: feedbackBody,
      errors: ["RESOURCE_NOT_FOUND"],
      responses: { 201: { description: "It is kept", schema: feedbackSchema } },
      handle: async ({ ctx, body, variant }) => {
        const { createdAt, ...kept } = await giveFeedback(ctx, body);
        const shown = { ...kept, comment: kept.comment ?? null, createdAt: createdAt.toISOString() };
        // Where answers are listed with what was said of them.
        return created(shown, { location: `${variant.base}/ai-analytics/queries` });
      },
    }),
  ];
}
