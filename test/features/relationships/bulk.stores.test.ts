import { afterAll, beforeAll, expect, test } from "vitest";
import { BULK_DEADLINE_MS, DEFAULT_DEADLINE_MS } from "../../../src/platform/http/exchange.ts";
import { derivedId, newId } from "../../../src/platform/ids.ts";
import { type Cmdb, createCmdb } from "../../support/cmdb.ts";

let cmdb: Cmdb;
let hub: string;
let spokes: string[];
beforeAll(async () => {
  cmdb = await createCmdb();
  hub = await cmdb.newCi();
  spokes = await Promise.all(Array.from({ length: 8 }, () => cmdb.newCi()));
});
afterAll(() => cmdb.close());

const item = (type: string, sourceCi: string, targetCi: string) => ({ fields: { type, sourceCi, targetCi } });
const listed = async () => {
  const page = { includeAi: true, order: "desc", limit: 100, page: 1 } as const;
  return (await cmdb.relationships.list(cmdb.ctx, { ...page, ciId: hub })).total;
};

test("bulkCreate per_item reports duplicates and invalid items and creates the rest, in order", async () => {
  const before = await cmdb.relationships.create(cmdb.ctx, item("depends_on", spokes[0]!, hub));
  const results = await cmdb.relationships.bulkCreate(cmdb.ctx, {
    mode: "per_item",
    items: [
      item("depends_on", spokes[1]!, hub),
      item("depends_on", spokes[0]!, hub),
      item("depends_on", spokes[1]!, hub),
      item("uses", spokes[2]!, newId()),
      item("uses", hub, hub),
      { violations: [{ field: "type", reason: "is required" }] },
      item("own kind", spokes[3]!, hub),
      item("uses", newId(), newId()),
    ],
  });
  expect(results.map(({ index, status }) => [index, status])).toEqual([
    [0, "created"],
    [1, "exists"],
    [2, "exists"],
    [3, "failed"],
    [4, "failed"],
    [5, "failed"],
    [6, "created"],
    [7, "failed"],
  ]);
  expect(results[1]!.id).toBe(before.id);
  expect(results[2]!.id).toBe(results[0]!.id);
  expect(results.map(({ violations }) => violations.map(({ field }) => field))).toEqual([
    [],
    ["type"],
    ["type"],
    ["target_ci"],
    ["target_ci"],
    ["type"],
    [],
    ["source_ci", "target_ci"],
  ]);
  expect(await cmdb.relationships.get(cmdb.ctx, results[6]!.id!)).toMatchObject({ type: "own kind" });
});

test("bulkCreate atomic writes nothing for one fault, and lists every fault by item", async () => {
  const count = await listed();
  const told = cmdb.changes().length;
  await expect(
    cmdb.relationships.bulkCreate(cmdb.ctx, {
      mode: "atomic",
      items: [
        item("hosted_by", spokes[4]!, hub),
        item("hosted_by", spokes[4]!, newId()),
        item("hosted_by", hub, hub),
        { violations: [{ field: "type", reason: "is required" }] },
        item("hosted_by", spokes[4]!, hub),
        item("a kind of atomic", spokes[4]!, hub),
      ],
    }),
  ).rejects.toMatchObject({
    status: 400,
    violations: [
      { field: "items.1.target_ci" },
      { field: "items.2.target_ci" },
      { field: "items.3.type" },
      { field: "items.4.type" },
    ],
  });
  expect(await listed()).toBe(count);
  expect(cmdb.changes()).toHaveLength(told);
  expect((await cmdb.relationships.listTypes(cmdb.ctx)).map(({ name }) => name)).not.toContain("a kind of atomic");
});

test("has the time of long work, as a thousand CIs have", () => {
  const routes = [...cmdb.routes.relationships.v1, ...cmdb.routes.ci.v1];
  const bulks = routes.filter(({ limit }) => limit === "bulk");
  expect(bulks.map(({ path, deadlineMs }) => [path, deadlineMs])).toEqual([
    ["/cmdb/relationships/bulk", BULK_DEADLINE_MS],
    ["/cmdb/ci/bulk", BULK_DEADLINE_MS],
  ]);
  expect(BULK_DEADLINE_MS).toBeGreaterThan(DEFAULT_DEADLINE_MS);
});

test("bulkCreate repeated with the same Idempotency-Key returns the first results", async () => {
  const input = {
    mode: "atomic" as const,
    items: [item("owned_by", spokes[5]!, hub), item("owned_by", spokes[6]!, hub)],
    idempotencyId: derivedId("bulk", newId()),
  };
  const first = await cmdb.relationships.bulkCreate(cmdb.ctx, input);
  const count = await listed();
  expect(await cmdb.relationships.bulkCreate(cmdb.ctx, input)).toEqual(first);
  expect(await listed()).toBe(count);
});

test("bulkCreate creates a thousand relationships of one hub in one request", async () => {
  const sources = await Promise.all(Array.from({ length: 500 }, () => cmdb.newCi()));
  const items = sources.flatMap((id) => [item("depends_on", id, hub), item("monitors", hub, id)]);
  const results = await cmdb.relationships.bulkCreate(cmdb.ctx, { mode: "atomic", items });
  expect(results.every(({ status }) => status === "created")).toBe(true);
  const incoming = { includeAi: false, order: "desc", limit: 1, page: 1, targetCi: hub, type: "DEPENDS_ON" } as const;
  expect((await cmdb.relationships.list(cmdb.ctx, incoming)).total).toBe(502);
  const outgoing = { includeAi: false, order: "desc", limit: 1, page: 1, sourceCi: hub, type: "Monitors" } as const;
  expect((await cmdb.relationships.list(cmdb.ctx, outgoing)).total).toBe(500);
});
