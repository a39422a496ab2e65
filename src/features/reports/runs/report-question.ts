import { type RequestContext, requireScope } from "../../../context.ts";
import { invalidField } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { RecordAiQuery } from "../../ai-usage/index.ts";
import type { ReadInWords } from "../../questions/index.ts";
import type { ReportFormat } from "../report.model.ts";
import { QUESTION_TEMPLATE, type ReportedQuestion } from "../templates/question.ts";
import type { RequestedReport, RequestReport } from "./request-report.ts";
import { REPORT_LIMITS } from "./stored-report.model.ts";
import { asReader } from "./viewer.ts";

export interface QuestionReport {
  query: string;
  format: ReportFormat;
  /** Default: the question. */
  name?: string | undefined;
}

/**
 * Has a report made of what a question in words asks for. Throws 400 on `query` naming the words that were not understood,
 * 403 without `reports.create`, `ai.use` and the scopes of the data, and 409 while too many reports wait.
 *
 * @param id the same for every try of one request
 */
export type ReportQuestion = (ctx: RequestContext, asked: QuestionReport, id?: string) => Promise<RequestedReport>;

export function createReportQuestion(deps: {
  clock: Clock;
  readInWords: ReadInWords;
  recordAiQuery: RecordAiQuery;
  request: RequestReport["request"];
}): ReportQuestion {
  return async (ctx, { query, format, name }, id) => {
    requireScope(ctx, "reports.create");
    requireScope(ctx, "ai.use");
    const { read } = await deps.recordAiQuery(
      ctx,
      { operation: "reports.generate", question: query },
      async (queryId) => {
        const clock = { now: deps.clock.now(), zone: "UTC" };
        const found = await deps.readInWords(asReader(ctx), query, clock, queryId);
        const { source, fellBack } = found;
        return { read: found, source, fellBack, confidence: null, plan: found.understood ? found.form : null };
      },
    );
    if (!read.understood) throw invalidField("query", refusalOf(read));
    const question = oneLine(query);
    const parameters = { question, form: read.form } satisfies ReportedQuestion;
    return deps.request(
      ctx,
      {
        templateId: QUESTION_TEMPLATE,
        isQuestion: true,
        parameters,
        format,
        delivery: { method: "none", recipients: [] },
        name: name ?? [...question].slice(0, REPORT_LIMITS.name).join(""),
      },
      id,
    );
  };
}

/** Why, with the words that the reason itself does not name. */
function refusalOf({ words, reason }: { words: readonly string[]; reason: string }): string {
  const unnamed = words.filter((word) => !reason.includes(word)).map((word) => JSON.stringify(word));
  return `was not understood: ${reason}${unnamed.length > 0 ? ` (${unnamed.join(", ")})` : ""}`;
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}
