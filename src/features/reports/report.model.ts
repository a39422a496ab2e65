import type { z } from "@hono/zod-openapi";
import type { RequestContext } from "../../context.ts";
import type { Scope } from "../../model/scopes.ts";
import type { DateRangeInput } from "./parameters/date-range.ts";

export const REPORT_FORMATS = ["pdf", "html", "xlsx", "csv", "json"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const REPORT_CATEGORIES = ["inventory", "software", "security", "operations", "quality", "risk"] as const;
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];

/** Parameters that every template accepts; it ignores those that it does not list in `usedParameters`. */
export const COMMON_PARAMETERS = ["ci_type", "date_range", "grouping"] as const;
export type CommonParameter = (typeof COMMON_PARAMETERS)[number];

/** Most rows of a report's table. */
export const MAX_REPORT_ROWS = 1_000_000;

/** Parameters after `parseParameters`; JSON, so that they can be stored and parsed again with the same result. */
export interface ReportParameters {
  /** Canonical. */
  ci_type?: string[] | undefined;
  /** As given; relative ranges are resolved when the report is built. */
  date_range?: DateRangeInput | undefined;
  grouping?: string[] | undefined;
  /** IANA name. */
  time_zone: string;
  /** Parameters of one template, checked by its schema. */
  [own: string]: unknown;
}

/** One generation of a report. */
export interface ReportRun {
  /** The owner of the report, with the scopes under which it was asked for. */
  ctx: RequestContext;
  /** Name of the tenant, for the cover. */
  tenant: string;
  parameters: ReportParameters;
  now: Date;
  signal: AbortSignal;
}

/** What can be generated: a built-in report or a saved query. */
export interface ReportTemplate {
  /** `ci_inventory`, or `query:<id>` of a saved query. */
  id: string;
  name: string;
  category: ReportCategory;
  description: string;
  /** Of `parameters` in `POST /v1/reports/generate`; strict. Use `parseParameters` to read and `z.toJSONSchema` to show. */
  parameters: z.ZodType<ReportParameters>;
  formats: readonly ReportFormat[];
  usedParameters: readonly CommonParameter[];
  /** Scopes that its data needs besides `reports.read`; all of them. */
  scopes: readonly Scope[];
  /** Throws 400 naming each grouping that its data has no field for, like `parameters.grouping.0`. Absent: any goes. */
  check?(ctx: RequestContext, parameters: ReportParameters): Promise<void>;
  /**
   * Rows of the main table, about, without reading them: for the estimate of the time. Undefined where it cannot be known
   * cheaply.
   */
  estimateRows?(run: Pick<ReportRun, "ctx" | "parameters" | "now">): Promise<number | undefined>;
  /** Reads figures and charts; rows of tables are read while the report is rendered. Throws as the verbs that it calls. */
  build(run: ReportRun): Promise<ReportContent>;
}

/** The templates of a caller: the built-in ones, then saved queries that are the caller's own or shared. */
export interface ReportTemplates {
  list(ctx: RequestContext): Promise<ReportTemplate[]>;
  /** Undefined where there is none, or it is another's unshared query. */
  find(ctx: RequestContext, id: string): Promise<ReportTemplate | undefined>;
  /** That of a question in words, made of the parameters stored with its report; undefined where these hold none. */
  ofQuestion(parameters: Record<string, unknown>): ReportTemplate | undefined;
}

/** A report before its rendering. Times are ISO 8601 in UTC; renderers for people show them in `timeZone`. */
export interface ReportContent {
  templateId: string;
  title: string;
  /** One sentence below the title. */
  subtitle: string;
  tenant: string;
  /** As they apply, in words, e.g. `["Period", "1 Oct 2026 to 1 Nov 2026 (UTC)"]`; for renderers for people. */
  scope: readonly (readonly [label: string, value: string])[];
  /** As given, without those that the template ignores; for JSON. */
  parameters: Record<string, unknown>;
  timeZone: string;
  /** When the data was read; not in JSON and CSV, which hold nothing of the run. */
  readAt: string;
  /** Newest change in the data; null without data. JSON and CSV hold it. */
  dataAsOf: string | null;
  /** Most important first. */
  figures: readonly Figure[];
  charts: readonly Chart[];
  /** SVG documents of our own making: no script, no outside resource. */
  pictures: readonly Picture[];
  /** The first is the main table: it alone makes the CSV, and `rows` counts its rows. */
  tables: readonly ReportTable[];
  /** What the reader must know to read the figures right, in sentences. */
  notes: readonly string[];
}

export interface Figure {
  /** Snake case: the key in JSON. */
  key: string;
  label: string;
  /** Null: not known, shown as a dash with `comparison` saying why. */
  value: number | string | null;
  /** `%`, `min` ..., shown after the value. Of `duration` values the unit is seconds. */
  unit?: string;
  kind?: "number" | "percent" | "duration" | "text" | "time";
  /** Short sentence below the value: a part of a whole, a target, a change against the period before. */
  comparison?: string;
  tone?: Tone;
}

export type Tone = "neutral" | "good" | "warning" | "bad";

export interface ChartSeries {
  name: string;
  values: readonly (number | null)[];
  tone?: Tone | "grey" | "severity-critical" | "severity-high" | "severity-medium" | "severity-low";
}

/** A chart as data. `bar` shows one value for each label, `stacked` and `line` one for each label and series. */
export type Chart = {
  key: string;
  title: string;
  /** What is to be seen, in one sentence; also read by screen readers. */
  summary: string;
  unit?: string;
} & (
  | { kind: "bar" | "stacked" | "columns" | "line"; labels: readonly string[]; series: readonly ChartSeries[] }
  /** One strip for each row, one cell for each label; values 0 to 1 of the best, null without data. */
  | {
      kind: "heat";
      labels: readonly string[];
      rows: readonly { name: string; values: readonly (number | null)[]; text?: string }[];
    }
);

export interface Picture {
  title: string;
  svg: string;
}

export type ReportColumnType =
  | "text"
  | "number"
  | "percent"
  | "boolean"
  | "time"
  | "date"
  | "duration"
  | "list"
  | "any";

export interface ReportColumn {
  /** Key in the rows, header in CSV, key in JSON. */
  key: string;
  /** Header in documents for people. */
  label: string;
  type: ReportColumnType;
  /** Not shown in documents for people: ids and the like. */
  dataOnly?: boolean;
}

/** Values by key of column: text, number, boolean, ISO 8601 text for times, list, object, or null. */
export type ReportRow = Record<string, unknown>;

export interface ReportTable {
  key: string;
  title: string;
  /** One sentence below the title. */
  note?: string;
  columns: readonly ReportColumn[];
  /** Reads the rows anew, in pages. */
  rows(): AsyncIterable<readonly ReportRow[]>;
  /** Undefined where it is known only after reading. */
  total?: number | undefined;
  /** Shown where there are no rows. */
  empty?: string;
  /**
   * Where documents for people show it: `first`, before the main table, for what they look for at once; `nowhere`, since
   * figures say the same.
   */
  shown?: "first" | "nowhere";
}

/** A report being rendered. */
export interface RenderedReport {
  contentType: string;
  /** Without the dot. */
  extension: ReportFormat;
  /** The file, in pieces, made as they are taken. Rejects with the error of a query or of `signal`. */
  bytes: AsyncIterable<Uint8Array>;
  /** Rows of the main table that have been written. */
  rows(): number;
}

/** Renders a content; what it holds in memory does not grow with the number of rows. */
export type RenderReport = (
  content: ReportContent,
  format: ReportFormat,
  options: { signal: AbortSignal; onRows?: (written: number) => void },
) => RenderedReport;

/** Parameters as they were given, checked. */
export interface ParsedParameters {
  parameters: ReportParameters;
  /** Given ones that the template has no use for. */
  ignored: CommonParameter[];
}

/** `parseParameters(template, given)` throws 400 with every fault, fields named like `parameters.date_range`. */
export type ParseParameters = (
  template: ReportTemplate,
  given: Record<string, unknown> | undefined,
) => ParsedParameters;
