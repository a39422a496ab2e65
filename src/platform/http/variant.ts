import type { z } from "zod";
import type { AppError } from "../../errors.ts";
import type { Page } from "./pagination.ts";
import type { VariantName } from "./ports.ts";
import type { Respell } from "./spelling.ts";

/** A fault on its way out, with what the presentation needs to name things in the caller's own spelling. */
export interface Fault {
  error: AppError;
  requestId: string;
  /** The parsed body, undefined when there is none or it was not well-formed. */
  body: unknown;
  query: Readonly<Record<string, unknown>>;
}

/** Where a list was asked for: base of absolute addresses, path, and the query as it was sent, without `?`. */
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
  success(data: unknown): unknown;
  list(page: Page<unknown>, address: ListAddress): { body: unknown; headers: Record<string, string> };
  error(fault: Fault): unknown;
  /** What turns a caller's spelling of an input into the schema's, or undefined where there is one spelling only. */
  respeller(schema: z.ZodType): Respell | undefined;
  /** The same three shapes as schemas, for the document of the interface. */
  readonly schemas: {
    success(data: z.ZodType): z.ZodType;
    list(item: z.ZodType): z.ZodType;
    error: z.ZodType;
  };
  /** Headers that a list carries: name and meaning. */
  readonly listHeaders: Readonly<Record<string, string>>;
}

/** Figures of a list that both variants show. A list of nothing has no pages. */
export function pageFigures(page: Page<unknown>): { page: number; limit: number; total: number; pages: number } {
  return { page: page.page, limit: page.limit, total: page.total, pages: Math.ceil(page.total / page.limit) };
}
