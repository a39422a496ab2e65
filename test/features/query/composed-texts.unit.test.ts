import fc from "fast-check";
import { expect, test } from "vitest";
import { checkQuery } from "../../../src/features/query/check-query.ts";
import { QUERY_ENTITIES } from "../../../src/features/query/fields/index.ts";
import { createScope } from "../../../src/features/query/graph/scope.ts";
import { composeStatements } from "../../../src/features/query/graph/statements.ts";
import { type EntityName, OPERATORS, type QueryForm } from "../../../src/features/query/query.model.ts";
import { GRAPH_RELATIONSHIP_TYPES } from "../../../src/model/relationships.ts";
import { textOf } from "../../support/cypher-files.ts";
import { unboundClauses } from "../../support/cypher-scopes.ts";

const GRAPH_ENTITIES = ["ci", "service", "software", "relationship"] as const;
const FRAGMENTS = textOf("src/features/query/graph/fragments.ts");
/** Whatever may stand in a statement: words of the fragments, and numbered names. */
const KNOWN = new Set([...(FRAGMENTS.match(/\w+/g) ?? []), ...GRAPH_RELATIONSHIP_TYPES]);
const NUMBERED = /^[pnfjoxlga]\d+$/;

/** Every statement of a form, as it reaches the server. */
async function textsOf(form: QueryForm): Promise<string[]> {
  // Every type counts as one of the tenant's, so that hostile ones reach the statements.
  const relationshipTypes = async () => form.path?.types ?? [];
  const query = await checkQuery({ entities: QUERY_ENTITIES, unknownKeys: async () => [], relationshipTypes }, form);
  const scope = createScope();
  const reached = form.path || form.impact ? { ids: scope.param({}), negate: form.path?.negate ?? false } : undefined;
  const statements = composeStatements(scope, query, { reached });
  const lookups = scope.lookups.map((lookup) => statements.lookup(lookup));
  // The same once no JSON text was found to hold more than the properties.
  const alone = createScope(new Set(scope.lookups.map(({ field }) => field.path)));
  const again = reached && { ...reached, ids: alone.param({}) };
  const simpler = composeStatements(alone, query, { reached: again });
  return [statements.rows, statements.total, ...lookups, simpler.rows, simpler.total];
}

/** A text that no fragment holds, with signs that would end a text, a name or a comment. */
const hostile = fc
  .tuple(fc.constantFrom("zq'", 'zq"', "zq`", "zq\\", "zq})", "zq*/", "zq//", "zq\n", "zq$p0"), fc.nat(99_999))
  .map(([sign, n]) => `${sign}${n}zq`);

const formOf = (entity: EntityName) => {
  const described = QUERY_ENTITIES[entity]!;
  const plain = described.fields.filter(({ type }) => type === "text").map(({ name }) => name);
  const free = hostile.map((key) => `attributes.${key}`);
  const beyond = described.steps.flatMap((step) => [
    fc.constant(`${step}.name`),
    hostile.map((key) => `${step}.attributes.${key}`),
  ]);
  const field = fc.oneof(fc.constantFrom(...plain), free, ...beyond);
  const filter = fc.oneof(
    fc.record({ field, op: fc.constantFrom(...OPERATORS), value: hostile }),
    fc.record({ field, op: fc.constant("in" as const), value: fc.array(hostile, { minLength: 1, maxLength: 3 }) }),
    fc.record({ field, op: fc.constantFrom("exists" as const, "missing" as const) }),
  );
  const direction = fc.constantFrom("asc" as const, "desc" as const);
  const shared = {
    entity: fc.constant(entity),
    filters: fc.array(filter, { maxLength: 3 }),
    match: fc.constantFrom("all" as const, "any" as const),
    time: fc.constantFrom({ from: "2026-01-01" }, { to: "2026-01-01T00:00:00+02:00" }),
    ...(described.pathField && {
      path: fc.record({
        of: hostile,
        direction: fc.constantFrom("upstream" as const, "either" as const),
        types: fc.array(hostile, { minLength: 1, maxLength: 2 }),
        negate: fc.boolean(),
      }),
    }),
    limit: fc.integer({ min: 1, max: 10_000 }),
  };
  const figure = fc.record({ fn: fc.constantFrom("count" as const, "count_distinct" as const, "max" as const), field });
  const records = {
    order: fc.array(fc.record({ field, direction }), { maxLength: 2 }),
    fields: fc.uniqueArray(field, { minLength: 1, maxLength: 4 }),
  };
  const groups = { group_by: fc.uniqueArray(field, { minLength: 1, maxLength: 3 }), aggregate: fc.tuple(figure) };
  return fc.oneof(
    fc.record({ ...shared, ...records }, { requiredKeys: ["entity"] }),
    fc.record({ ...shared, ...groups }, { requiredKeys: ["entity"] }),
  ) as fc.Arbitrary<QueryForm>;
};

test.each(GRAPH_ENTITIES)(
  "the statements of any form about %s are made of fragments and hold to the tenant",
  async (entity) => {
    let composed = 0;
    await fc.assert(
      fc.asyncProperty(formOf(entity), async (form) => {
        const texts = await textsOf(form).catch(() => []);
        composed += texts.length;
        for (const text of texts) {
          expect(text).not.toContain("zq");
          const strange = (text.match(/\w+/g) ?? []).filter((word) => !KNOWN.has(word) && !NUMBERED.test(word));
          expect(strange).toEqual([]);
          expect(text).toMatch(/\btenant\s*[:=]\s*\$tenantId\b/);
          expect(unboundClauses(text.replace(/'[^']*'/g, "''"))).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
    // Else the forms would all have been refused.
    expect(composed).toBeGreaterThan(100);
  },
);

test("a form with the same fields and other values has the same statements", async () => {
  const form = (value: string, key: string): QueryForm => ({
    entity: "ci",
    filters: [{ field: `attributes.${key}`, op: "contains", value }],
  });
  expect(await textsOf(form("a", "os"))).toEqual(await textsOf(form("' RETURN 1 //", "x`] = 1 //")));
});
