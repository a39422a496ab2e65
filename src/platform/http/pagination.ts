import { z } from "@hono/zod-openapi";
import { invalidField, type Violation } from "../../errors.ts";
import { isInCalendar } from "../clock.ts";
import { camelCase, snakeCase } from "./spelling.ts";

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;

/** One page of a list. `page` is 1 for a list read by cursor. */
export interface Page<T> {
  items: readonly T[];
  total: number;
  page: number;
  limit: number;
  /** Start of the next page, for `?cursor=`; absent on the last page. */
  nextCursor?: string | undefined;
}

export interface Sort {
  /** In snake case, e.g. `created_at`. */
  field: string;
  order: "asc" | "desc";
}

/** The page, order and fields that a caller requests, in one form for both variants. */
export interface PageRequest {
  page: number;
  limit: number;
  /** Undefined: the list's default order, newest first. */
  sort: Sort | undefined;
  /** Content of the cursor; the list checks its shape. */
  cursor: unknown;
  fields: readonly string[] | undefined;
}

/** An integer in a query. Signs, blanks, exponents and hexadecimal forms are malformed. */
export function queryInteger(min: number, max: number) {
  const reason = `must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, reason)
    .transform(Number)
    .pipe(z.int().min(min, reason).max(max, reason))
    .openapi({ type: "integer", minimum: min, maximum: max });
}

/** `true` or `false` in a query, also `1` and `0`. */
export function queryBoolean() {
  return z
    .stringbool({ truthy: ["true", "1"], falsy: ["false", "0"], case: "insensitive" })
    .openapi({ type: "boolean" });
}

/**
 * A time in a query, parsed to ISO 8601 in UTC with milliseconds. A date alone is its midnight in UTC. A blank before an
 * offset is read as `+`, which some clients do not encode.
 */
export function queryTime() {
  return z
    .string()
    .transform((text) => text.replace(/ (?=\d\d:\d\d$)/, "+"))
    .pipe(z.union([z.iso.datetime({ offset: true }), z.iso.date()], "must be a date and time in ISO 8601"))
    .refine((text) => isInCalendar(Date.parse(text)), "must be in the years 1 to 9999")
    .transform((text) => new Date(text).toISOString())
    .openapi({ type: "string", format: "date-time" });
}

/** Comma-separated values, each checked by `item`. Empty entries are malformed. */
export function queryList<T extends z.ZodType<unknown, string>>(item: T, max = 50) {
  const { $schema: _, ...items } = z.toJSONSchema(item, { io: "input" });
  return z
    .string()
    .transform((text) => text.split(",").map((entry) => entry.trim()))
    .pipe(z.array(item).max(max))
    .openapi({
      type: "array",
      items: items as { type: "string" },
      minItems: 1,
      maxItems: max,
      description: "Values separated by commas",
      param: { style: "form", explode: false },
    });
}

/** `page`, `limit`, `cursor` and `fields`; every list spreads them into its query schema. */
export const pageQuery = {
  page: queryInteger(1, 1_000_000_000).default(1).openapi({ description: "Page, from 1", default: 1 }),
  limit: queryInteger(1, MAX_LIMIT)
    .default(DEFAULT_LIMIT)
    .openapi({ description: "Entries per page", default: DEFAULT_LIMIT }),
  cursor: z
    .string()
    .transform((text, context) => {
      const value = decodeCursor(text);
      if (value === undefined) context.addIssue({ code: "custom", message: "is not a cursor of this list" });
      return value;
    })
    .optional()
    .openapi({
      type: "string",
      pattern: "^[A-Za-z0-9_-]+$",
      description: "`pagination.next_cursor` of the page before; takes the place of `page`",
    }),
  fields: queryList(z.string().regex(/^[A-Za-z_][A-Za-z0-9_.]{0,63}$/, "must be names separated by commas"))
    .optional()
    .openapi({ description: "Names of the fields to show, separated by commas; `id` is always shown" }),
};

/** The fault of a `fields` that names a field which no item of the list has. */
export function unknownFields(fields: readonly string[] | undefined, known: Iterable<string>): Violation | undefined {
  const names = new Set(known);
  const unknown = (fields ?? []).filter((name) => !names.has(name));
  if (unknown.length === 0) return undefined;
  const are = unknown.length === 1 ? "is no field" : "are no fields";
  return {
    field: "query.fields",
    reason: `${unknown.join(", ")} ${are} of this list, which has ${[...names].join(", ")}`,
  };
}

/** `sort` by one of the given fields and `order`, as variant B spells them. Without `order`: ascending. */
export function sortQueryB<const F extends readonly [string, ...string[]]>(fields: F) {
  return {
    sort: z.enum(fields).optional().openapi({ description: "Field to sort by" }),
    order: z
      .enum(["asc", "desc"])
      .optional()
      .openapi({ description: "Direction; ascending when only `sort` is given" }),
  };
}

/** `sort=-createdAt` as variant A spells it: a leading `-` means descending. `fields` are in snake case. */
export function sortQueryA(fields: readonly [string, ...string[]]) {
  const shown = fields.flatMap((field) => [camelCase(field), `-${camelCase(field)}`]);
  return {
    sort: z
      .string()
      .transform((text, context): Sort => {
        const field = snakeCase(text.replace(/^-/, ""));
        if (!fields.includes(field)) {
          context.addIssue({ code: "custom", message: `must be one of ${shown.join(", ")}` });
        }
        return { field, order: text.startsWith("-") ? "desc" : "asc" };
      })
      .optional()
      .openapi({ type: "string", enum: shown, description: "Field to sort by; a leading `-` descends" }),
  };
}

/** The page request of a list's parsed query, of either variant. An `order` alone applies to the default sort field. */
export function pageRequest(query: {
  page: number;
  limit: number;
  cursor?: unknown;
  fields?: readonly string[] | undefined;
  sort?: string | Sort | undefined;
  order?: "asc" | "desc" | undefined;
}): PageRequest {
  const { page, limit, cursor, fields, sort, order } = query;
  return { page: cursor === undefined ? page : 1, limit, cursor, fields, sort: sortOf(sort, order) };
}

function sortOf(sort: string | Sort | undefined, order: "asc" | "desc" | undefined): Sort | undefined {
  if (typeof sort === "object") return sort;
  if (sort === undefined) return order === undefined ? undefined : { field: "created_at", order };
  return { field: sort, order: order ?? "asc" };
}

/**
 * The direction of a list: the cursor's, else the requested one, else the default. Throws 400 for `query.cursor` if the
 * caller requests another direction than the cursor's.
 */
export function directionOf(
  fromCursor: Sort["order"] | undefined,
  requested: Sort | undefined,
  defaultOrder: Sort["order"],
): Sort["order"] {
  const order = fromCursor ?? requested?.order ?? defaultOrder;
  if (requested && requested.order !== order) throw invalidField("query.cursor", "is not a cursor of this list");
  return order;
}

/** Encodes a cursor as base64url of JSON. Opaque to callers. */
export function encodeCursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

const MAX_CURSOR_LENGTH = 2048;

function decodeCursor(text: string): unknown {
  if (text.length === 0 || text.length > MAX_CURSOR_LENGTH || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** The content of a cursor, in the list's own schema. Throws 400 for `query.cursor` if it is another list's. */
export function cursorContent<T extends z.ZodType>(cursor: unknown, schema: T): z.output<T> | undefined {
  if (cursor === undefined) return undefined;
  const parsed = schema.safeParse(cursor);
  if (!parsed.success) throw invalidField("query.cursor", "is not a cursor of this list");
  return parsed.data;
}
