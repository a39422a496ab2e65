import { describe, expect, test } from "vitest";
import { checkQuery } from "../../../src/features/query/check-query.ts";
import { QUERY_ENTITIES } from "../../../src/features/query/fields/index.ts";
import type { QueryForm } from "../../../src/features/query/query.model.ts";

/** `attributes.os` exists, other keys do not. */
const check = (form: QueryForm) =>
  checkQuery(
    {
      entities: QUERY_ENTITIES,
      unknownKeys: async (_entity, keys) =>
        keys.filter(({ key }) => key !== "os").map((key) => ({ key, nearest: ["attributes.os"] })),
      relationshipTypes: async () => [],
    },
    form,
  );

async function faultsOf(form: QueryForm): Promise<Record<string, string>> {
  const refused = await check(form).then(
    () => [],
    (error: { violations: { field: string; reason: string }[] }) => error.violations,
  );
  return Object.fromEntries(refused.map(({ field, reason }) => [field, reason]));
}

test("a form with nothing but its entity gets every default", async () => {
  const query = await check({ entity: "ci" });
  expect(query).toMatchObject({ match: "all", limit: 1_000, filters: [], groups: [], figures: [] });
  expect(query.columns.map(({ name }) => name)).toEqual(["id", "name", "type", "status"]);
  expect(query.order).toMatchObject([{ by: { path: "id" }, direction: "asc" }]);
  const placed = await check({ entity: "ci", path: { of: "x", direction: "upstream" } });
  expect(placed.path).toEqual({ of: "x", direction: "upstream", depth: 3, negate: false });
});

test("all faults are told at once, each by its place, with the nearest names", async () => {
  const faults = await faultsOf({
    entity: "ci",
    filters: [
      { field: "nmae", op: "eq", value: "x" },
      { field: "attributes.so", op: "exists" },
      { field: "created_at", op: "lt", value: "yesterday" },
      { field: "name", op: "in" },
      { field: "attributes", op: "eq", value: "x" },
      { field: "relationships.count", op: "contains", value: "1" },
    ],
    time: { field: "name", from: "2026-02-01", to: "2026-01-01" },
    group_by: ["type", "type", "attributes"],
    aggregate: [{ fn: "sum", field: "name" }, { fn: "avg" }],
    order: [{ field: "name" }],
    fields: ["status"],
  });
  expect(Object.keys(faults).sort()).toEqual([
    "aggregate.0.field",
    "aggregate.1.field",
    "fields.0",
    "filters.0.field",
    "filters.1.field",
    "filters.2.value",
    "filters.3.value",
    "filters.4.op",
    "filters.5.value",
    "group_by.1",
    "group_by.2",
    "order.0.field",
    "time.field",
    "time.to",
  ]);
  expect(faults["filters.0.field"]).toContain("nearest: name");
  expect(faults["filters.1.field"]).toContain("attributes.os");
});

test("a form of the wrong shape is refused by its schema", async () => {
  const faults = await faultsOf({ entity: "ci", limit: 0, more: 1 } as unknown as QueryForm);
  expect(Object.keys(faults).sort()).toEqual(["limit", "more"]);
});

test("path and impact exclude each other and go with what names CIs", async () => {
  const place = { of: "x", direction: "upstream" as const };
  expect(await faultsOf({ entity: "ci", path: place, impact: place })).toHaveProperty("impact");
  expect(await faultsOf({ entity: "relationship", path: place })).toHaveProperty("path");
});

describe("values", () => {
  test.each([
    ["type", "Business Service", "business_service"],
    ["name", " WEB ", "web"],
    ["created_at", "2026-01-31", "2026-01-31T00:00:00.000Z"],
    ["created_at", "2026-01-31T02:00:00+02:00", "2026-01-31T00:00:00.000Z"],
    ["relationships.count", "3", 3],
    ["description", 3, "3"],
    ["attributes.os", "3", "3"],
  ])("of %s: %s is compared as %s", async (field, value, expected) => {
    const { filters } = await check({ entity: "ci", filters: [{ field, op: "eq", value }] });
    expect(filters[0]!.values).toEqual([expected]);
  });
});

test("fields go through one relationship and no further", async () => {
  const { fields } = await check({ entity: "relationship", fields: ["source.attributes.os", "target.type"] });
  expect(fields).toMatchObject([{ step: "source", owner: "ci", key: "os" }, { step: "target" }]);
  expect(await faultsOf({ entity: "relationship", fields: ["source.source.name", "source"] })).toMatchObject({
    "fields.0": expect.any(String),
    "fields.1": expect.any(String),
  });
});
