import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { groupedForm, recordForm } from "./forms.ts";
import { createGraphWorld, type GraphWorld } from "./graph-world.ts";
import { grouped, matching, ordered, type Row, read } from "./oracle.ts";

const FEW = { numRuns: 60 };
const LONG = "long ".repeat(300);
const MIXED = [4, "4", "Linux", true, ["x", "X", 8], { deep: 1 }, LONG, null, [], 2.5];

let world: GraphWorld;
let tenant: ReturnType<GraphWorld["tenant"]>;
const estate: Row[] = [];

beforeAll(async () => {
  world = await createGraphWorld();
  tenant = world.tenant();
  const types = ["server", "application", "database"];
  for (let i = 0; i < 24; i++) {
    const fields = {
      name: `${i % 5 === 0 ? "Web" : "ci"} ${i}`,
      type: types[i % 3]!,
      status: (["active", "inactive", "maintenance"] as const)[i % 4 === 0 ? 1 : i % 7 === 0 ? 2 : 0],
      description: i % 3 === 0 ? `50% a_b * ^ ${i}` : null,
      attributes: {
        ...(i % 4 !== 3 && { os: ["Linux", "linux", "Windows"][i % 3] }),
        mixed: MIXED[i % MIXED.length],
        ...(i % 3 === 1 && { tags: ["x", "Web", i % 2, "x"] }),
        ...(i % 2 === 0 && { disk: { size: (i % 5) * 2, unit: "GB" } }),
      },
      customFields: i % 6 === 0 ? { owner: ["ops", "x"] } : { owner: `team ${i % 2}` },
    };
    const id = await tenant.ci(fields.name, fields);
    const { customFields: custom_fields, ...rest } = fields;
    estate.push({ id, ...rest, custom_fields, "relationships.count": 0 });
  }
  for (let i = 1; i < 14; i++) {
    const [a, b] = [estate[i]!, estate[(i * i) % 7]!];
    if (a.id === b.id) continue;
    await tenant.link(a.id, "depends_on", b.id);
    for (const end of [a, b]) end["relationships.count"] = Number(end["relationships.count"]) + 1;
  }
  const gone = await tenant.ci("gone", { attributes: { os: "Linux" } });
  await world.ci.deleteCi(tenant.ctx, { id: gone });
  const created = await tenant.rows({ entity: "ci", fields: ["id", "created_at"] });
  for (const row of estate) row.created_at = created.find(({ id }) => id === row.id)!.created_at;
}, 120_000);
afterAll(() => world.close());

test("rows, order, total and truncation of random forms are those worked out in memory", async () => {
  await fc.assert(
    fc.asyncProperty(recordForm, async (form) => {
      const found = matching(estate, form);
      const expected = ordered(found, form).slice(0, form.limit);
      const { rows, total, truncated, columns } = await tenant.ask(form);
      expect(rows).toEqual(
        expected.map((row) => Object.fromEntries(form.fields!.map((path) => [path, read(row, path) ?? null]))),
      );
      expect({ total, truncated }).toEqual({ total: found.length, truncated: found.length > expected.length });
      expect(columns.map(({ name }) => name)).toEqual(form.fields);
    }),
    FEW,
  );
}, 300_000);

test("groups and figures of random forms are those worked out in memory", async () => {
  await fc.assert(
    fc.asyncProperty(groupedForm, async (form) => {
      const expected = grouped(matching(estate, form), form);
      const { rows, total } = await tenant.ask(form);
      const sorted = (each: readonly Record<string, unknown>[]) => each.map(rounded).sort();
      expect(sorted(rows)).toEqual(sorted(expected));
      expect(total).toBe(expected.length);
    }),
    FEW,
  );
}, 300_000);

/** A row as a text, without the last digits of its figures. */
function rounded(row: Record<string, unknown>): string {
  return JSON.stringify(row, (_, value) => (typeof value === "number" ? Number(value.toFixed(9)) : value));
}
