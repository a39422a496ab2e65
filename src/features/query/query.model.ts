import { z } from "@hono/zod-openapi";
import type { RequestContext } from "../../context.ts";

/** What a query may ask for. Each names its fields in `fields/`. */
export const ENTITIES = [
  "ci",
  "relationship",
  "software",
  "service",
  "event",
  "incident",
  "scan",
  "history",
  "change_analysis",
  "vulnerability",
] as const;
export type EntityName = (typeof ENTITIES)[number];

export const OPERATORS = [
  "eq",
  "ne",
  "in",
  "lt",
  "lte",
  "gt",
  "gte",
  "contains",
  "starts_with",
  "exists",
  "missing",
] as const;
export type Operator = (typeof OPERATORS)[number];

export const AGGREGATE_FUNCTIONS = ["count", "count_distinct", "sum", "avg", "min", "max", "p50", "p95"] as const;
export type AggregateFunction = (typeof AGGREGATE_FUNCTIONS)[number];

export const DEFAULT_LIMIT = 1_000;
const MAX_LIMIT = 10_000;
export const DEFAULT_DEPTH = 3;
const MAX_DEPTH = 10;

const fieldName = z.string().min(1).max(200);
const scalar = z.union([z.string().max(1_000), z.number(), z.boolean()]);
const ciReference = z.string().min(1).max(500);
const depth = z.int().min(1).max(MAX_DEPTH).optional();
const direction = z.enum(["upstream", "downstream", "either"]);

const filter = z
  .strictObject({
    field: fieldName,
    op: z.enum(OPERATORS),
    /** Absent for `exists` and `missing`; a list for `in`. */
    value: z.union([scalar, z.array(scalar).min(1).max(1_000)]).optional(),
  })
  .openapi("QueryFilter");
/** [from, to), ISO 8601 with offset. Either may be absent. */
const time = z
  .strictObject({ field: fieldName.optional(), from: z.string().optional(), to: z.string().optional() })
  .openapi("QueryTime");
/** CIs that a traversal from `of` (id or name of a CI) reaches; with `negate`, those that it does not. */
const path = z
  .strictObject({
    of: ciReference,
    direction,
    types: z.array(z.string().min(1).max(100)).min(1).max(20).optional(),
    depth,
    negate: z.boolean().optional(),
  })
  .openapi("QueryPath");
const impact = z.strictObject({ of: ciReference, direction: direction.optional(), depth }).openapi("QueryImpact");
const figure = z.strictObject({ fn: z.enum(AGGREGATE_FUNCTIONS), field: fieldName.optional() }).openapi("QueryFigure");
const order = z.strictObject({ field: fieldName, direction: z.enum(["asc", "desc"]).optional() }).openapi("QueryOrder");

/**
 * The closed query form: the one form behind questions in words, saved queries, reports and exports. It says what is
 * wanted in names of fields and plain values; nothing of it becomes the text of a statement.
 */
export const queryForm = z
  .strictObject({
    entity: z.enum(ENTITIES),
    filters: z.array(filter).max(50).optional(),
    match: z.enum(["all", "any"]).optional(),
    time: time.optional(),
    path: path.optional(),
    impact: impact.optional(),
    group_by: z.array(fieldName).min(1).max(3).optional(),
    aggregate: z.array(figure).min(1).max(20).optional(),
    order: z.array(order).max(5).optional(),
    limit: z.int().min(1).max(MAX_LIMIT).optional(),
    fields: z.array(fieldName).min(1).max(100).optional(),
  })
  .openapi("QueryForm");
export type QueryForm = z.infer<typeof queryForm>;

export type ColumnType = "text" | "number" | "boolean" | "time" | "list" | "object" | "any";

export interface QueryColumn {
  /** The field's path as asked; of a figure `count` or `fn(field)`. */
  name: string;
  type: ColumnType;
}

/** Keys are the names of columns. */
export type QueryRow = Record<string, unknown>;

export interface QueryAnswer {
  columns: QueryColumn[];
  rows: QueryRow[];
  /** Before the limit. */
  total: number;
  /** Whether there are fewer rows than `total`. */
  truncated: boolean;
  took_ms: number;
}

export interface StreamedAnswer {
  columns: QueryColumn[];
  /** Pages of rows, read as they are taken; ended early by leaving the loop. */
  pages: AsyncIterable<QueryRow[]>;
}

export interface StreamOptions {
  /** Most rows; default the form's limit. Reports pass up to 1,000,000. */
  limit?: number;
  /** Longest time in milliseconds; default 10,000. */
  timeoutMs?: number;
}

/** Verbs of the query feature. `ctx.scopes` must have `reports.read` and the scopes of the data, else 403. */
export interface QueryVerbs {
  /** Checks a form against the tenant's fields; throws 400 with all faults (fields named like `filters.0.field`). */
  checkQuery(ctx: RequestContext, form: QueryForm): Promise<void>;
  /** Runs a form. Throws 400 as `checkQuery`, 404 for an unknown CI in `path.of` or `impact.of`, 503 after 10 s. */
  runQuery(ctx: RequestContext, form: QueryForm): Promise<QueryAnswer>;
  /** The same, row by row with bounded memory. Rejects before the first page if the form is refused. */
  streamQuery(ctx: RequestContext, form: QueryForm, options?: StreamOptions): Promise<StreamedAnswer>;
  /** The plan in words and statements, without running it. */
  explainQuery(ctx: RequestContext, form: QueryForm): Promise<unknown>;
}

/** A field of an entity, described once: checks, documents, hints of names and the compilers derive from it. */
export interface FieldDescription {
  name: string;
  type: ColumnType;
  description: string;
  /** Allowed values, of a field that has few. */
  values?: readonly string[];
}

/** What an entity is made of. `free` objects accept any key below them, `attributes.os`. */
export interface EntityDescription {
  name: EntityName;
  /** Scopes that its data needs besides `reports.read`; one of each list. */
  scopes: readonly string[];
  fields: readonly FieldDescription[];
  free: readonly ("attributes" | "custom_fields" | "metrics" | "context")[];
  /** Columns where `fields` is absent. */
  defaultFields: readonly string[];
  /** The field that `time` means where it names none. */
  timeField: string;
}
