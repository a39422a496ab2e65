import { z } from "@hono/zod-openapi";
import { type QueryForm, type QueryVerbs, queryForm } from "../../query/index.ts";
import { parametersSchema } from "../parameters/common-parameters.ts";
import type { ReportTemplate } from "../report.model.ts";
import { formTemplate } from "./form-template.ts";

export const QUESTION_TEMPLATE = "question";

/** A question in words and the form that it meant when it was asked; stored with the report, so that it can be made again. */
export interface ReportedQuestion {
  question: string;
  form: QueryForm;
}

const reported = z.looseObject({ question: z.string(), form: queryForm });

/** The template of one question; undefined where the parameters hold none. */
export function questionTemplate(query: QueryVerbs, parameters: Record<string, unknown>): ReportTemplate | undefined {
  const { data } = reported.safeParse(parameters);
  if (!data) return undefined;
  const { question, form } = data;
  return formTemplate(query, {
    id: QUESTION_TEMPLATE,
    name: question,
    description: "The answer to a question in words.",
    parameters: parametersSchema({ question: z.string(), form: queryForm }),
    form,
    notes: ["The question was read once, when the report was asked for. “Records” above says how it was understood."],
  });
}
