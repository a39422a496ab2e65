import type { RequestContext } from "../../../context.ts";
import type { EntityName, QueryForm, QueryVerbs } from "../../query/index.ts";
import { parametersSchema } from "../parameters/common-parameters.ts";
import type { ReportCategory, ReportColumn, ReportTemplate } from "../report.model.ts";
import { MAX_REPORT_ROWS } from "../report.model.ts";
import { contentOf } from "./content.ts";

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

const CATEGORY_OF: Readonly<Record<EntityName, ReportCategory>> = {
  ci: "inventory",
  relationship: "inventory",
  software: "software",
  service: "operations",
  event: "operations",
  incident: "operations",
  scan: "quality",
  history: "risk",
};

/** A saved query as a template: its rows as one table, without its own limit. */
export function savedQueryTemplate(query: QueryVerbs, saved: SavedQueryForReport): ReportTemplate {
  const template = {
    id: `${SAVED_QUERY_PREFIX}${saved.id}`,
    name: saved.name,
    category: CATEGORY_OF[saved.query.entity],
    description: saved.description || `Saved query of ${saved.query.entity} records.`,
    parameters: parametersSchema({}),
    formats: ["pdf", "html", "xlsx", "csv", "json"],
    usedParameters: [],
    scopes: [],
  } as const satisfies Omit<ReportTemplate, "build">;
  const { limit: _, ...form } = saved.query;
  return {
    ...template,
    check: (ctx) => query.checkQuery(ctx, form),
    async build(run) {
      const ctx = { ...run.ctx, signal: run.signal };
      const { columns, total } = await query.runQuery(ctx, { ...form, limit: 1 });
      const known = columns.map(
        ({ name, type }): ReportColumn => ({ key: name, label: name, type: type === "object" ? "any" : type }),
      );
      return contentOf(template, run, {
        dataAsOf: await newestChange(query, ctx, form),
        scope: [["Records of", saved.query.entity]],
        figures: [{ key: "rows", label: "Rows", value: total }],
        tables: [
          {
            key: "rows",
            title: saved.name,
            total,
            columns: known,
            async *rows() {
              const { pages } = await query.streamQuery(ctx, form, { limit: MAX_REPORT_ROWS, timeoutMs: 900_000 });
              yield* pages;
            },
          },
        ],
        notes: [
          "The rows are those that the saved query finds at the time of the report; its own limit of rows does not apply.",
        ],
      });
    },
  };
}

/** Newest change among the records that the query finds. */
async function newestChange(query: QueryVerbs, ctx: RequestContext, form: QueryForm): Promise<string | null> {
  const { entity, filters, match, time, path, impact } = form;
  const field = entity === "history" ? "at" : entity === "scan" ? "created_at" : "updated_at";
  const limits = {
    ...(filters && { filters }),
    ...(match && { match }),
    ...(time && { time }),
    ...(path && { path }),
    ...(impact && { impact }),
  };
  const { rows } = await query.runQuery(ctx, { entity, ...limits, aggregate: [{ fn: "max", field }] });
  const [newest] = Object.values(rows[0] ?? {});
  return typeof newest === "string" ? newest : null;
}
