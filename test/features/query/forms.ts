import fc from "fast-check";
import type { QueryForm } from "../../../src/features/query/query.model.ts";

/** Random forms about the CIs of `estate.ts`. */

const TEXTS = ["linux", "Linux", "WINDOWS", "x", "50%", "a_b", "*", "^", "", "web", "8", "true", "' OR 1=1 //"];
const NUMBERS = [0, 1, 2, 4, 8, 2.5, -1];
const value = fc.oneof(fc.constantFrom(...TEXTS), fc.constantFrom(...NUMBERS), fc.boolean());
const FREE = ["attributes.os", "attributes.mixed", "attributes.tags", "attributes.disk.size", "custom_fields.owner"];
const anyField = fc.constantFrom(...FREE);
const textField = fc.constantFrom("name", "type", "status", "description");

type Filter = NonNullable<QueryForm["filters"]>[number];
const text = fc.constantFrom(...TEXTS, "server", "Application", "active", "ci 3");
const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ field: fc.oneof(anyField, textField), op: fc.constantFrom("exists" as const, "missing" as const) }),
  fc.record({ field: anyField, op: fc.constantFrom("eq" as const, "ne" as const), value }),
  fc.record({ field: textField, op: fc.constantFrom("eq" as const, "ne" as const), value: text }),
  fc.record({
    field: anyField,
    op: fc.constant("in" as const),
    value: fc.array(value, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    field: textField,
    op: fc.constant("in" as const),
    value: fc.array(text, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    field: fc.oneof(anyField, textField),
    op: fc.constantFrom("lt" as const, "lte" as const, "gt" as const, "gte" as const),
    value: fc.oneof(fc.constantFrom(...TEXTS), fc.constantFrom(...NUMBERS)),
  }),
  fc.record({
    field: fc.oneof(anyField, textField),
    op: fc.constantFrom("contains" as const, "starts_with" as const),
    value: text,
  }),
  fc.record({
    field: fc.constant("relationships.count"),
    op: fc.constantFrom("eq" as const, "ne" as const, "lt" as const, "gte" as const),
    value: fc.integer({ min: 0, max: 3 }),
  }),
);

const shared = {
  entity: fc.constant("ci" as const),
  filters: fc.array(filter, { maxLength: 3 }),
  match: fc.constantFrom("all" as const, "any" as const),
};
const direction = fc.constantFrom("asc" as const, "desc" as const);

/** Forms for rows of CIs. */
export const recordForm: fc.Arbitrary<QueryForm> = fc.record({
  ...shared,
  order: fc.uniqueArray(
    fc.record({ field: fc.constantFrom("name", "attributes.os", "relationships.count"), direction }),
    {
      selector: ({ field }) => field,
      maxLength: 2,
    },
  ),
  fields: fc.uniqueArray(fc.constantFrom("id", "name", "created_at", ...FREE), { minLength: 1, maxLength: 4 }),
  limit: fc.constantFrom(1, 3, 100),
});

const figureField = fc.constantFrom(
  "attributes.disk.size",
  "relationships.count",
  "attributes.tags",
  "attributes.mixed",
  "custom_fields.owner",
);
const FNS = ["count", "count_distinct", "sum", "avg", "min", "max", "p50", "p95"] as const;
/** Forms for groups and figures, of fields that hold lists too. */
export const groupedForm: fc.Arbitrary<QueryForm> = fc.record({
  ...shared,
  group_by: fc.uniqueArray(fc.constantFrom("type", "status", "attributes.os", "attributes.tags"), {
    minLength: 1,
    maxLength: 3,
  }),
  aggregate: fc.uniqueArray(
    fc.oneof(
      fc.record({ fn: fc.constant("count" as const) }),
      fc.record({ fn: fc.constantFrom(...FNS), field: figureField }),
    ),
    { selector: ({ fn, ...rest }) => JSON.stringify([fn, rest]), minLength: 1, maxLength: 3 },
  ),
});
