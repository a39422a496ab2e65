import { z } from "@hono/zod-openapi";
import { type RequestContext, requireScope } from "../../context.ts";
import { invalid } from "../../errors.ts";
import type { Scope } from "../../model/scopes.ts";
import { checkValue } from "../../platform/http/violations.ts";
import { boundRows } from "./bound-rows.ts";

/** A record as a tool shows it: names of fields in snake case, plain JSON values. */
export type ToolRow = Readonly<Record<string, unknown>>;

/** What a tool found, before it is cut to size. */
export interface Found {
  rows: readonly ToolRow[];
  /** All that match; more than `rows` where a limit or a page cut them. */
  total: number;
  /** How to get less or the rest, in the words of this tool's arguments. */
  narrow: string;
}

/** What a caller of a tool gets: never more than `MAX_CHARACTERS` of JSON. */
export interface ToolAnswer {
  rows: ToolRow[];
  total: number;
  /** Whether rows, or parts of rows, were left out. */
  truncated: boolean;
  /** How to ask for the rest; absent where nothing was left out. */
  narrow?: string;
}

/** One scope, or several of which one is enough. */
export type Need = Scope | readonly [Scope, ...Scope[]];

/**
 * A read-only question to the product, for assistants and agents. It runs a verb under the caller's tenant and scopes,
 * writes nothing and calls no other service.
 */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** All that the caller needs; the verb checks it again. */
  needs: readonly Need[];
  input: z.ZodType;
  /** Throws AppError as its verb does, and 400 for arguments of another shape. */
  call(ctx: RequestContext, args: unknown): Promise<ToolAnswer>;
}

export interface ToolSpec<S extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  needs: readonly Need[];
  input: S;
  /** `fields` are those that the caller asked for, besides the ids. */
  run(ctx: RequestContext, input: z.output<S>): Promise<Found>;
}

const fields = z
  .array(z.string().min(1).max(200))
  .min(1)
  .max(50)
  .optional()
  .describe("Names of the fields to show; default all. Fewer fields leave room for more rows");

/** Declares a tool. Each takes `fields`, so that a caller decides how much it must read. */
export function defineTool<S extends z.ZodObject>({ run, ...spec }: ToolSpec<S>): Tool {
  const input = spec.input.extend({ fields }).strict();
  return {
    ...spec,
    input,
    async call(ctx, args) {
      const { data, violations } = checkValue(input, args ?? {});
      if (violations) throw invalid(violations);
      const { fields: wanted, ...rest } = data as { fields?: string[] };
      for (const need of spec.needs) requireScope(ctx, ...(typeof need === "string" ? ([need] as const) : need));
      return boundRows(await run(ctx, rest as z.output<S>), wanted);
    },
  };
}

export function mayCall({ needs }: Tool, { scopes }: Pick<RequestContext, "scopes">): boolean {
  return needs.every((need) => (typeof need === "string" ? [need] : need).some((scope) => scopes.has(scope)));
}

/** A page of a list of tools: few rows unless more are asked for. */
export const limitArgument = z.int().min(1).max(100).default(20).describe("Most rows, default 20");
export const pageArgument = z.int().min(1).max(1_000).default(1).describe("Page, from 1");
export const ciArgument = z.string().min(1).max(500).describe("Id or exact name of a CI");
