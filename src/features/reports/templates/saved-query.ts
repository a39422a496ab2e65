import type { RequestContext } from "../../../context.ts";
import { type QueryForm, type QueryVerbs, scopesOfForm } from "../../query/index.ts";
import { parametersSchema } from "../parameters/common-parameters.ts";
import { REPORT_FORMATS, type ReportTemplate } from "../report.model.ts";
import { CATEGORY_OF, contentOfForm } from "./form-content.ts";

/** A saved query that a caller may run. */
export interface SavedQueryForReport {
  id: string;
  name: string;
  description: string | null;
  query: QueryForm;
}

/** Reads saved queries: the caller's own and shared ones. Another's unshared one is undefined. */
export interface SavedQueryReads {
  list(ctx: RequestContext): Promise<SavedQueryForReport[]>;
  find(ctx: RequestContext, id: string): Promise<SavedQueryForReport | undefined>;
}

export const SAVED_QUERY_PREFIX = "query:";

/** A saved query as a template: its rows as one table, without its own limit. */
export function savedQueryTemplate(query: QueryVerbs, saved: SavedQueryForReport): ReportTemplate {
  const { limit: _, ...form } = saved.query;
  const template = {
    id: `${SAVED_QUERY_PREFIX}${saved.id}`,
    name: saved.name,
    category: CATEGORY_OF[form.entity],
    description: saved.description || `Saved query of ${form.entity} records.`,
    parameters: parametersSchema({}),
    formats: REPORT_FORMATS,
    usedParameters: [],
    scopes: scopesOfForm(form),
  } satisfies Omit<ReportTemplate, "build">;
  return {
    ...template,
    check: (ctx) => query.checkQuery(ctx, form),
    build: (run) =>
      contentOfForm(query, run, {
        template,
        form,
        notes: [
          "The rows are those that the saved query finds at the time of the report; its own limit of rows does not apply.",
        ],
      }),
  };
}
