import type { RequestContext } from "../../../context.ts";
import type { QueryForm, QueryVerbs } from "../../query/index.ts";
import { parametersSchema } from "../parameters/common-parameters.ts";
import type { ReportTemplate } from "../report.model.ts";
import { formTemplate } from "./form-template.ts";

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
  return formTemplate(query, {
    id: `${SAVED_QUERY_PREFIX}${saved.id}`,
    name: saved.name,
    description: saved.description || `Saved query of ${form.entity} records.`,
    parameters: parametersSchema({}),
    form,
    notes: [
      "The rows are those that the saved query finds at the time of the report; its own limit of rows does not apply.",
    ],
  });
}
