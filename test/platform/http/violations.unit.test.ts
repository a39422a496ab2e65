import { z } from "@hono/zod-openapi";
import { describe, expect, it } from "vitest";
import { queryList } from "../../../src/platform/http/pagination.ts";
import { checkValue } from "../../../src/platform/http/violations.ts";

const faults = (schema: z.ZodType, input: unknown) => checkValue(schema, input, "query").violations ?? [];

describe("checkValue for a query parameter of several values", () => {
  const schema = z.object({ status: queryList(z.enum(["open", "resolved"])) });

  it.each(["all", "open,all", ""])("lists the allowed values for %j", (status) => {
    expect(faults(schema, { status })).toEqual([{ field: "query.status", reason: "must be one of open, resolved" }]);
  });

  it("reports an absent parameter as required, and no other", () => {
    expect(faults(schema, {})).toEqual([{ field: "query.status", reason: "is required" }]);
    expect(faults(schema, { status: "open,resolved" })).toEqual([]);
  });
});

describe("checkValue", () => {
  const reasonsOf = (schema: z.ZodType, value: unknown) =>
    checkValue(schema, value).violations?.map(({ field, reason }) => `${field} ${reason}`);

  it("keeps custom messages of a schema", () => {
    const odd = z.number().refine((n) => n % 2 === 1, { error: "Invalid unless odd" });
    const text = z.string({ error: "Too big a word for a number" });
    const other = z.unknown().superRefine((_, check) => check.addIssue({ code: "custom", message: "Unrecognized" }));
    expect(reasonsOf(z.object({ odd, text, other }), { odd: 2, text: 3, other: 1 })).toEqual([
      "odd Invalid unless odd",
      "text Too big a word for a number",
      "other Unrecognized",
    ]);
  });

  it("replaces zod's messages, also in unions, keys and without a message", () => {
    const union = z.union([z.object({ a: z.number().min(3) }), z.string()]);
    const record = z.record(z.string().max(1), z.unknown());
    const bare = z.unknown().refine(() => false);
    expect(reasonsOf(z.object({ union, record, bare }), { union: { a: 1 }, record: { long: 1 }, bare: 1 })).toEqual([
      "union.a must be at least 3",
      "record.long as a name must have at most 1 character",
      "bare is not valid",
    ]);
  });

  it("returns the parsed data", () => {
    expect(checkValue(z.string().trim().optional(), " a ")).toEqual({ data: "a" });
    expect(checkValue(z.string().optional(), undefined)).toEqual({ data: undefined });
  });
});
