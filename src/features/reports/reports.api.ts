import { z } from "@hono/zod-openapi";
import { accepted } from "../../platform/http/answers.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { LONGEST_QUESTION } from "../questions/index.ts";
import { REPORT_FORMATS } from "./report.model.ts";
import { reportName } from "./reports.wire.ts";
import { statusPath } from "./runs/paths.ts";
import type { ReportQuestion } from "./runs/report-question.ts";
import { REPORT_STATUSES } from "./runs/stored-report.model.ts";

/** As long as a question may take to be understood. */
const DEADLINE_MS = 30_000;

const body = z.strictObject({
  query: z.string().max(LONGEST_QUESTION).regex(/\S/, "must not be blank").openapi({
    description: "A question in English, 1 to 1,000 characters",
    example: "How many servers are in maintenance?",
  }),
  format: z.enum(REPORT_FORMATS).default("html").openapi({ description: "Default html" }),
  name: reportName.optional().openapi({ description: "Default: the question" }),
});

const requested = z.object({
  reportId: z.string(),
  status: z.enum(REPORT_STATUSES),
  statusUrl: z.string(),
  estimatedCompletion: z.iso.datetime(),
});

/** Reports of questions in words: section 7 of the interface specification. */
export function reportApiRoutes({ reportQuestion }: { reportQuestion: ReportQuestion }): Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/reports/ai/generate",
      operationId: "generateReportInWords",
      summary: "Have a report of a question in English generated",
      description:
        "The question is read as by `POST /v1/reports/ai/query`. One that is not understood is refused with the words that are " +
        "not known. The form that it means is kept with the report, whose status and file are those of every report. Besides " +
        "`reports.create` the credential needs `ai.use` and the scopes of the data.",
      tags: ["Reports"],
      access: { scope: "reports.create" },
      limit: "ai",
      deadlineMs: DEADLINE_MS,
      body,
      idempotent: true,
      errors: ["CONFLICT"],
      responses: { 202: { description: "It is being generated", schema: requested, headers: { Location: "" } } },
      handle: async ({ ctx, body: asked, idempotencyId }) => {
        const { id, status, estimatedCompletion } = await reportQuestion(ctx, asked, idempotencyId);
        const statusUrl = statusPath(id);
        const made = { reportId: id, status, statusUrl, estimatedCompletion: estimatedCompletion.toISOString() };
        return accepted(made, statusUrl);
      },
    }),
  ];
}
