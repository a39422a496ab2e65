import { z } from "@hono/zod-openapi";
import type { RequestContext } from "../../context.ts";
import { type HttpResult, ok } from "../../platform/http/answers.ts";
import { queryBoolean } from "../../platform/http/pagination.ts";
import { defineRoute, type ResponseSpec, type Route } from "../../platform/http/route.ts";
import { type QueryForm, type QueryVerbs, queryForm } from "./query.model.ts";
import { ANSWER_EXAMPLES, ANSWER_TYPE, type AnswerFormat, answerSchema, formatQuery, streamed } from "./query.wire.ts";

/** A little longer than a form may take. */
export const ANSWER_DEADLINE_MS = 15_000;

export const answerResponse: ResponseSpec = {
  description: "Rows; in CSV and NDJSON without their number",
  schema: answerSchema,
  contentType: Object.values(ANSWER_TYPE),
  headers: { "Content-Disposition": "" },
  examples: ANSWER_EXAMPLES,
};

/** JSON is for programs to read; the other representations are files. */
const SHOWN = { "Content-Disposition": "inline" };

/** The answer to a form in the representation that the caller asks for. */
export async function answerOf(
  verbs: QueryVerbs,
  ctx: RequestContext,
  form: QueryForm,
  format: AnswerFormat,
): Promise<HttpResult> {
  if (format === "json") return ok(await verbs.runQuery(ctx, form), SHOWN);
  return streamed(await verbs.streamQuery(ctx, form), format);
}

/** The closed query form. */
export function queryRoutes(verbs: QueryVerbs): Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/query",
      operationId: "runQuery",
      summary: "Ask for records, groups or figures by a closed form",
      description:
        "Texts compare without case, except for equality with an id. `ne` is the complement of `eq`: it holds where the " +
        "field is missing. `lt` to `gte` compare numbers with numbers. Of a list one entry must match. Besides " +
        "`reports.read`, the credential needs the scope by which the records are read elsewhere. A form takes at most ten " +
        "seconds, and a few of a tenant run at once; more wait and then answer 503. `?explain=true` tells the plan.",
      tags: ["Reports"],
      access: { scope: "reports.read" },
      limit: "standard",
      deadlineMs: ANSWER_DEADLINE_MS,
      query: z.object({
        ...formatQuery,
        explain: queryBoolean().optional().openapi({ description: "Answer `{plan}` without running the form" }),
      }),
      body: queryForm,
      formats: ANSWER_TYPE,
      errors: ["RESOURCE_NOT_FOUND"],
      responses: { 200: { ...answerResponse, schema: z.union([answerSchema, planSchema]) } },
      handle: async ({ ctx, body, query }) => {
        if (query.explain) return ok({ plan: await verbs.explainQuery(ctx, body) }, SHOWN);
        return answerOf(verbs, ctx, body, query.format);
      },
    }),
  ];
}

const planSchema = z
  .object({ plan: z.unknown().openapi({ description: "What the stores would do, with statements" }) })
  .openapi("QueryPlan");
