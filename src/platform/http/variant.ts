import type { z } from "zod";
import type { AppError } from "../../errors.ts";
import type { Page } from "./pagination.ts";
import type { VariantName } from "./ports.ts";
import type { Respell } from "./spelling.ts";

/** An error to be rendered, with the input that gives the caller's spelling of fields. */
export interface Fault {
  error: AppError;
  requestId: string;
  /** The parsed body; undefined if absent or malformed. */
  body: unknown;
  query: Readonly<Record<string, unknown>>;
}

/** The address of a list: base of absolute addresses, path, and the raw query, without `?`. */
export interface ListAddress {
  origin: string;
  path: string;
  rawQuery: string;
}

/** One of the two forms of the interface (section 4 of the interface specification): same verbs, other presentation. */
export interface Variant {
  readonly name: VariantName;
  /** Path before every route, e.g. `/v1`. */
  readonly base: string;
  readonly title: string;
  /** What its OpenAPI document says first, in Markdown. */
  readonly introduction: string;
  /** Whether its inputs are documented in camelCase; snake case is accepted too. */
  readonly respellsInputs: boolean;
  success(data: unknown): unknown;
  list(page: Page<unknown>, address: ListAddress): { body: unknown; headers: Record<string, string> };
  error(fault: Fault): unknown;
  /** A function that turns the caller's spelling of an input into the schema's; undefined if there is only one. */
  respeller(schema: z.ZodType): Respell | undefined;
  /** The same three shapes as schemas, for the OpenAPI document. */
  readonly schemas: {
    success(data: z.ZodType): z.ZodType;
    list(item: z.ZodType): z.ZodType;
    error: z.ZodType;
  };
  /** Names of the headers of a list. */
  readonly listHeaders: readonly string[];
}

/** What both variants' documents say first. */
export const INTRODUCTION =
  "Configuration management database on a graph: configuration items, relationships, discovery, events, impact. " +
  "Every answer carries `X-Request-ID`, every answer to a known credential the four `X-RateLimit-` headers. Another " +
  "method than those of an address is answered with 405 and `Allow`.";

/** Pagination figures that both variants show. An empty list has 0 pages. */
export function pageFigures(page: Page<unknown>): { page: number; limit: number; total: number; pages: number } {
  return { page: page.page, limit: page.limit, total: page.total, pages: Math.ceil(page.total / page.limit) };
}
