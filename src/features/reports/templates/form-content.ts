import type { RequestContext } from "../../../context.ts";
import type { EntityName, QueryColumn, QueryForm, QueryRow, QueryVerbs } from "../../query/index.ts";
import {
  type Chart,
  type Figure,
  MAX_REPORT_ROWS,
  type ReportColumn,
  type ReportContent,
  type ReportRun,
  type ReportTable,
  type ReportTemplate,
} from "../report.model.ts";
import { contentOf } from "./content.ts";
import { describeForm, RECORDS_OF } from "./describe-form.ts";
import { labelOf } from "./read-data.ts";

const STREAM_MS = 900_000;
const CHARTED = 12;

interface FormReport {
  template: Pick<ReportTemplate, "id" | "name" | "description" | "usedParameters">;
  /** Its limit of rows is that of the table; default that of a report. */
  form: QueryForm;
  notes: readonly string[];
}

/** What a form finds: its figures, a chart of groups, and all rows as one table. */
export async function contentOfForm(query: QueryVerbs, run: ReportRun, report: FormReport): Promise<ReportContent> {
  const { template, notes } = report;
  const ctx = { ...run.ctx, signal: run.signal };
  const { limit = MAX_REPORT_ROWS, ...form } = report.form;
  const { columns, rows, total } = await query.runQuery(ctx, { ...form, limit: Math.min(limit, CHARTED) });
  const isOneRow = form.aggregate !== undefined && form.group_by === undefined;
  const [figures] = rows;
  return contentOf(template, run, {
    dataAsOf: await newestChange(query, ctx, form),
    scope: [["Records", describeForm(form, run.parameters.time_zone)]],
    figures: isOneRow ? figuresOf(form, columns, figures) : [rowFigure(form, Math.min(total, limit))],
    charts: chartsOf(form, columns, rows, total),
    tables: [tableOf(query, ctx, { form, columns, limit, total, isOneRow })],
    notes,
  });
}

function rowFigure({ entity, group_by }: QueryForm, value: number): Figure {
  return { key: "rows", label: group_by ? "Groups" : RECORDS_OF[entity], value };
}

function figuresOf({ entity }: QueryForm, columns: readonly QueryColumn[], row: QueryRow | undefined): Figure[] {
  return columns.map(({ name, type }) => {
    const value = row?.[name];
    const isShown = typeof value === "number" || typeof value === "string";
    return {
      key: name.replace(/[^a-z0-9]+/gi, "_").replace(/^_|_$/g, ""),
      label: name === "count" ? RECORDS_OF[entity] : figureLabel(name),
      value: isShown ? value : null,
      ...(type === "time" && { kind: "time" as const }),
      ...(!isShown && { comparison: "no record has a value" }),
    };
  });
}

const WORDS: Readonly<Record<string, string>> = {
  sum: "Sum of",
  avg: "Mean of",
  min: "Least",
  max: "Most",
  p50: "Median of",
  p95: "95 % are at most, of",
  count_distinct: "Different values of",
};

/** `avg(attributes.cpu_cores)` as `Mean of attributes.cpu_cores`. */
function figureLabel(name: string): string {
  const [, fn, field] = /^(\w+)\((.+)\)$/.exec(name) ?? [];
  if (!fn || !field) return name === "count" ? "Count" : name;
  return `${WORDS[fn] ?? fn} ${field}`;
}

/** Groups by one field as bars, in the order of the rows. */
function chartsOf(
  { group_by = [] }: QueryForm,
  columns: readonly QueryColumn[],
  rows: readonly QueryRow[],
  total: number,
): Chart[] {
  const [field] = group_by;
  const figure = columns.find(({ name, type }) => name !== field && type === "number");
  if (field === undefined || group_by.length > 1 || !figure || rows.length < 2) return [];
  const part = total > rows.length ? `The first ${rows.length} of ${total} groups.` : "Every group.";
  const values = rows.map((row) => row[figure.name]);
  return [
    {
      key: "groups",
      kind: "bar",
      title: `${figureLabel(figure.name)} by ${field}`,
      summary: part,
      labels: rows.map((row) => labelOf(row[field])),
      series: [
        { name: figureLabel(figure.name), values: values.map((value) => (typeof value === "number" ? value : null)) },
      ],
    },
  ];
}

interface FormTable {
  form: QueryForm;
  columns: readonly QueryColumn[];
  limit: number;
  total: number;
  isOneRow: boolean;
}

function tableOf(query: QueryVerbs, ctx: RequestContext, table: FormTable): ReportTable {
  const { form, columns, limit, total, isOneRow } = table;
  // Who asked for no columns reads names.
  const hidesId = form.fields === undefined && columns.some(({ name }) => name === "name" || name === "title");
  const shown = columns.map(
    ({ name, type }): ReportColumn => ({
      key: name,
      label: figureLabel(name),
      type: type === "object" ? "any" : type,
      ...(hidesId && ID_COLUMNS.has(name) && { dataOnly: true }),
    }),
  );
  return {
    key: "rows",
    title: form.group_by ? `By ${form.group_by.join(", ")}` : RECORDS_OF[form.entity],
    total: Math.min(total, limit),
    columns: shown,
    empty: "No record fits.",
    ...(isOneRow && { shown: "nowhere" as const }),
    async *rows() {
      const { pages } = await query.streamQuery(ctx, form, { limit, timeoutMs: STREAM_MS });
      yield* pages;
    },
  };
}

const ID_COLUMNS: ReadonlySet<string> = new Set(["id", "affected_cis"]);

/** By entity, the time that tells when a record last changed, where that is not `updated_at`. */
const CHANGED_AT: Partial<Record<EntityName, string>> = {
  history: "at",
  scan: "created_at",
  change_analysis: "created_at",
  vulnerability: "found_at",
};

/** Newest change among the records that the form finds. */
async function newestChange(query: QueryVerbs, ctx: RequestContext, form: QueryForm): Promise<string | null> {
  const { entity, filters, match, time, path, impact } = form;
  const field = CHANGED_AT[entity] ?? "updated_at";
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
