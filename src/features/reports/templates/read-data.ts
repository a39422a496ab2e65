import type { RequestContext } from "../../../context.ts";
import { AppError } from "../../../errors.ts";
import { createSequence } from "../../../platform/sequence.ts";
import type { EntityName, QueryForm, QueryRow, QueryVerbs } from "../../query/index.ts";
import {
  MAX_REPORT_ROWS,
  type ReportColumn,
  type ReportRow,
  type ReportRun,
  type ReportTable,
} from "../report.model.ts";

export type Filters = NonNullable<QueryForm["filters"]>;

/** Longest time of a stream of rows, in milliseconds. */
const STREAM_MS = 900_000;
/** Most groups of one query. */
const MAX_GROUPS = 10_000;

/** Shown in the place of installations. */
export const NO_SOFTWARE = "No installation fits: scans that list installed applications bring them.";

/** Reads of one run through the query verbs. */
export interface DataReader {
  /** Rows that fit. */
  count(entity: EntityName, filters?: Filters, time?: QueryForm["time"]): Promise<number>;
  /** Groups or figures; at most 10,000. */
  rows(form: QueryForm): Promise<QueryRow[]>;
  /** All rows, in pages. */
  stream(form: QueryForm): AsyncIterable<readonly QueryRow[]>;
  /** Those of these fields that the tenant has: no field of `attributes` or `custom_fields` is everywhere. */
  known(entity: EntityName, fields: readonly string[]): Promise<string[]>;
  /** The largest value of a time field. */
  newest(entity: EntityName, field: string, filters?: Filters, time?: QueryForm["time"]): Promise<string | null>;
}

export function createDataReader(query: QueryVerbs, run: Pick<ReportRun, "ctx" | "signal">): DataReader {
  const ctx: RequestContext = { ...run.ctx, signal: run.signal };
  const inSequence = createSequence();
  /** One query after another: a report waits, people who look at pages do not. */
  const rows = (form: QueryForm): Promise<QueryRow[]> =>
    inSequence(async () => (await query.runQuery(ctx, { limit: MAX_GROUPS, ...form })).rows);
  const figure = async (form: QueryForm) => Object.values((await rows(form))[0] ?? {})[0];
  return {
    rows,
    async count(entity, filters = [], time) {
      return Number((await figure({ entity, filters, aggregate: [{ fn: "count" }], ...(time && { time }) })) ?? 0);
    },
    async *stream(form) {
      run.signal.throwIfAborted();
      const { pages } = await query.streamQuery(ctx, form, { limit: MAX_REPORT_ROWS, timeoutMs: STREAM_MS });
      yield* pages;
    },
    async known(entity, fields) {
      const unknown = await unknownFields(query, ctx, { entity, fields: [...fields], limit: 1 });
      return fields.filter((_, i) => !unknown.has(i));
    },
    async newest(entity, field, filters = [], time) {
      const value = await figure({ entity, filters, aggregate: [{ fn: "max", field }], ...(time && { time }) });
      return typeof value === "string" ? value : null;
    },
  };
}

/** Positions in `fields` of those that the check refuses. */
async function unknownFields(query: QueryVerbs, ctx: RequestContext, form: QueryForm): Promise<Set<number>> {
  try {
    await query.checkQuery(ctx, form);
    return new Set();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "VALIDATION_ERROR") throw error;
    const places = error.violations.map(({ field }) => /^fields\.(\d+)$/.exec(field)?.[1]);
    if (places.includes(undefined)) throw error;
    return new Set(places.map(Number));
  }
}

export interface QueryTable {
  key: string;
  title: string;
  note?: string;
  empty?: string;
  columns: readonly ReportColumn[];
  form: QueryForm;
  total?: number;
  /** A row of the report from one of the query; default: equal keys. */
  toRow?: (row: QueryRow) => ReportRow;
}

/** A table whose rows a query streams. */
export function queryTable(data: DataReader, { form, toRow, ...table }: QueryTable): ReportTable {
  return {
    ...table,
    async *rows() {
      for await (const page of data.stream(form)) yield toRow ? page.map(toRow) : page;
    },
  };
}

/** A table whose few rows are at hand. */
export function readyTable(table: Omit<ReportTable, "rows" | "total">, rows: readonly ReportRow[]): ReportTable {
  return {
    ...table,
    total: rows.length,
    async *rows() {
      yield rows;
    },
  };
}

/** Values of a group or a figure as a number. */
export function numberIn(row: QueryRow | undefined, name: string): number {
  return Number(row?.[name] ?? 0);
}

/** Text of a value, for labels of groups; a missing one is `(none)`. */
export function labelOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "(none)";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** `part` of `whole` in percent, with two digits; null of nothing. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;
}

/** The newest of several times. */
export function newestOf(...times: readonly (string | null)[]): string | null {
  return times.reduce((newest, time) => (time !== null && (newest === null || time > newest) ? time : newest), null);
}
