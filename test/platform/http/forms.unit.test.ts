import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "../../../src/errors.ts";
import {
  cursorContent,
  encodeCursor,
  pageQuery,
  pageRequest,
  queryBoolean,
  queryList,
  sortQueryA,
  sortQueryB,
} from "../../../src/platform/http/pagination.ts";
import { callersSpelling, camelCase, camelKeys, respellerOf, snakeCase } from "../../../src/platform/http/spelling.ts";
import { checkValue } from "../../../src/platform/http/violations.ts";

describe("camelKeys, respellerOf and callersSpelling", () => {
  it.each([
    ["created_at", "createdAt"],
    ["all_ip_addresses", "allIpAddresses"],
    ["_id", "_id"],
    ["name", "name"],
    ["x_1", "x1"],
  ])("%s and %s", (snake, camel) => {
    expect(camelCase(snake)).toBe(camel);
    if (snake !== "x_1") expect(snakeCase(camel)).toBe(snake);
  });

  it("camelKeys renames at every depth, except below free members", () => {
    expect(
      camelKeys({
        id: "1",
        source: { id: "2", target_ci: null },
        list_of: [{ a_b: 1 }],
        attributes: { cpu_cores: 4, id: "x" },
        custom_fields: { cost_center: { id: 1 } },
        at: new Date(0),
      }),
    ).toEqual({
      _id: "1",
      source: { _id: "2", targetCi: null },
      listOf: [{ aB: 1 }],
      attributes: { cpu_cores: 4, id: "x" },
      customFields: { cost_center: { id: 1 } },
      at: new Date(0),
    });
  });

  it("respellerOf renames to the declared spelling", () => {
    const schema = z.strictObject({
      scanner_id: z.string(),
      data: z.object({ discoveredHosts: z.array(z.object({ ip_address: z.string() })).optional() }),
      custom_fields: z.record(z.string(), z.unknown()).default({}),
      either: z.union([z.object({ a_b: z.number() }), z.null()]),
    });
    const respell = respellerOf(schema)!;
    expect(
      respell({
        scannerId: "s",
        data: { discovered_hosts: [{ ipAddress: "192.0.2.1" }], other_name: 1 },
        customFields: { some_key: 1, otherKey: 2 },
        either: { aB: 1 },
        unknown_one: 1,
      }),
    ).toEqual({
      scanner_id: "s",
      data: { discoveredHosts: [{ ip_address: "192.0.2.1" }], other_name: 1 },
      custom_fields: { some_key: 1, otherKey: 2 },
      either: { a_b: 1 },
      unknown_one: 1,
    });
    expect(respell([1])).toEqual([1]);
    expect(respell(null)).toBeNull();
    expect(respellerOf(z.object({ name: z.string() }))).toBeUndefined();
  });

  it("respellerOf handles recursive schemas", () => {
    interface Tree {
      left_side?: Tree | undefined;
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ left_side: tree.optional() }));
    expect(() => respellerOf(z.object({ the_tree: tree }))).not.toThrow();
  });

  it("callersSpelling returns the caller's spelling of a faulty field", () => {
    const body = { customFields: { a_b: 1 }, host_list: [{ ipAddress: 1 }] };
    const query = { sourceCi: "x" };
    const spelled = (field: string) => callersSpelling(field, body, query);
    expect(spelled("custom_fields.a_b")).toBe("customFields.a_b");
    expect(spelled("attributes.cpu_cores")).toBe("attributes.cpu_cores");
    expect(spelled("host_list.0.ip_address")).toBe("host_list.0.ipAddress");
    expect(spelled("host_list.0.mac_address")).toBe("host_list.0.macAddress");
    expect(spelled("query.source_ci")).toBe("query.sourceCi");
    expect(spelled("query.target_ci")).toBe("query.targetCi");
    expect(spelled("source_ci")).toBe("sourceCi");
  });
});

describe("checkValue violations", () => {
  const of = (schema: z.ZodType, value: unknown, prefix = "") => {
    const { violations } = checkValue(schema, value, prefix);
    if (!violations) throw new Error("no fault");
    return violations.map(({ field, reason }) => `${field} ${reason}`);
  };

  it.each([
    [z.object({ a: z.string() }), {}, ["a is required"]],
    [z.object({ a: z.enum(["x", "y"]) }), {}, ["a is required"]],
    [z.object({ a: z.enum(["x", "y"]) }), { a: "z" }, ["a must be one of x, y"]],
    [z.object({ a: z.literal("x") }), { a: "z" }, ["a must be x"]],
    [z.object({ a: z.string().min(1).max(3) }), { a: "" }, ["a must not be empty"]],
    [z.object({ a: z.string().max(3) }), { a: "long" }, ["a must have at most 3 characters"]],
    [z.object({ a: z.array(z.int()).max(1) }), { a: [1, 2] }, ["a must have at most 1 entry"]],
    [z.object({ a: z.array(z.int()) }), { a: [1, "b", 2.5] }, ["a.1 must be a number", "a.2 must be an integer"]],
    [z.object({ a: z.number().gt(0).lt(1) }), { a: 1 }, ["a must be less than 1"]],
    [z.object({ a: z.number().min(0) }), { a: -1 }, ["a must be at least 0"]],
    [
      z.object({ a: z.iso.datetime({ offset: true }) }),
      { a: "soon" },
      ["a must be a date and time in ISO 8601, e.g. 2026-01-31T08:00:00Z"],
    ],
    [z.object({ a: z.string().regex(/^x/) }), { a: "y" }, ["a does not have the expected form"]],
    [z.object({ a: z.string().regex(/^x/, "must begin with x") }), { a: "y" }, ["a must begin with x"]],
    [z.object({ a: z.string().nullable() }), { a: 1 }, ["a must be a text"]],
    [
      z.strictObject({ a: z.strictObject({}) }),
      { a: { b: 1, c: 2 }, d: 3 },
      ["a.b is not a known field", "a.c is not a known field", "d is not a known field"],
    ],
    [
      z.record(z.string().max(2), z.number()),
      { abc: 1, d: "x" },
      ["abc as a name must have at most 2 characters", "d must be a number"],
    ],
    [
      z.object({ a: z.union([z.string(), z.number(), z.null()]) }),
      { a: true },
      ["a must be a text or a number or null"],
    ],
    [z.object({ a: z.union([z.string(), z.object({ b: z.int() })]) }), { a: { b: "x" } }, ["a.b must be a number"]],
    [
      z.discriminatedUnion("k", [z.object({ k: z.literal("a") }), z.object({ k: z.literal("b") })]),
      { k: "c" },
      ["k must be one of a, b"],
    ],
    [z.object({}), [], ["body must be an object"]],
  ])("%#", (schema, value, faults) => {
    expect(of(schema, value)).toEqual(faults);
  });

  it("name a whole query parameter", () => {
    const schema = z.object({
      limit: z.string(),
      ids: z
        .string()
        .transform((text) => text.split(","))
        .pipe(z.array(z.uuid())),
    });
    expect(of(schema, { limit: ["1", "2"], ids: "x,y" }, "query")).toEqual([
      "query.limit must be given once",
      "query.ids must be a UUID",
      "query.ids must be a UUID",
    ]);
  });

  it("are limited to a hundred", () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, 1]));
    expect(of(z.strictObject({}), many)).toHaveLength(100);
    expect(of(z.array(z.string()), Array<number>(5000).fill(1))).toHaveLength(100);
  });
});

describe("pageRequest", () => {
  const b = z.object({ ...pageQuery, ...sortQueryB(["name", "created_at"]) });
  const a = z.object({ ...pageQuery, ...sortQueryA(["name", "created_at"]) });

  it("has defaults", () => {
    expect(pageRequest(b.parse({}))).toEqual({
      page: 1,
      limit: 20,
      sort: undefined,
      cursor: undefined,
      fields: undefined,
    });
  });

  it("reads the sort direction of both variants", () => {
    expect(pageRequest(b.parse({ sort: "name" })).sort).toEqual({ field: "name", order: "asc" });
    expect(pageRequest(b.parse({ sort: "name", order: "desc" })).sort).toEqual({ field: "name", order: "desc" });
    expect(pageRequest(b.parse({ order: "asc" })).sort).toEqual({ field: "created_at", order: "asc" });
    expect(pageRequest(a.parse({ sort: "-createdAt" })).sort).toEqual({ field: "created_at", order: "desc" });
    expect(pageRequest(a.parse({ sort: "created_at" })).sort).toEqual({ field: "created_at", order: "asc" });
    for (const sort of ["-", "size", "--name", "+name", ""]) expect(a.safeParse({ sort }).success).toBe(false);
  });

  it("accepts the list's own cursors, which replace the page", () => {
    const cursor = encodeCursor({ before: "2026-01-01", id: "x" });
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    const asked = pageRequest(b.parse({ cursor, page: "7" }));
    expect(asked).toMatchObject({ page: 1, cursor: { before: "2026-01-01", id: "x" } });
    const shape = z.object({ before: z.string(), id: z.string() });
    expect(cursorContent(asked.cursor, shape)).toEqual({ before: "2026-01-01", id: "x" });
    expect(cursorContent(undefined, shape)).toBeUndefined();
    expect(() => cursorContent({ other: 1 }, shape)).toThrow(AppError);
    for (const bad of ["", "!", "x".repeat(3000), "eyJ"]) expect(b.safeParse({ cursor: bad }).success).toBe(false);
  });

  it("reads booleans and lists strictly", () => {
    expect(["true", "FALSE", "1", "0"].map((text) => queryBoolean().parse(text))).toEqual([true, false, true, false]);
    for (const text of ["yes", "", "2"]) expect(queryBoolean().safeParse(text).success).toBe(false);
    const list = queryList(z.enum(["open", "closed"]));
    expect(list.parse("open, closed")).toEqual(["open", "closed"]);
    for (const text of ["", "open,", "other"]) expect(list.safeParse(text).success).toBe(false);
  });
});
