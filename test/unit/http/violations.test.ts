import { z } from "@hono/zod-openapi";
import { describe, expect, it } from "vitest";
import { queryList } from "../../../src/platform/http/pagination.ts";
import { violationsOf } from "../../../src/platform/http/violations.ts";

const faults = (schema: z.ZodType, input: unknown) =>
  violationsOf(schema.safeParse(input).error?.issues ?? [], input, "query");

describe("a parameter of several values", () => {
  const schema = z.object({ status: queryList(z.enum(["open", "resolved"])) });

  it.each(["all", "open,all", ""])("%j is told what each may be", (status) => {
    expect(faults(schema, { status })).toEqual([{ field: "query.status", reason: "must be one of open, resolved" }]);
  });

  it("is required where it is absent, and only there", () => {
    expect(faults(schema, {})).toEqual([{ field: "query.status", reason: "is required" }]);
    expect(faults(schema, { status: "open,resolved" })).toEqual([]);
  });
});
