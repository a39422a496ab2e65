import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGraphEngine } from "../../../src/features/query/graph/graph-engine.ts";
import { createQueryVerbs } from "../../../src/features/query/query.verbs.ts";
import { createQuerySlots } from "../../../src/features/query/query-slots.ts";
import { createGraphWorld, type GraphWorld } from "./graph-world.ts";

let world: GraphWorld;
beforeAll(async () => {
  world = await createGraphWorld();
});
afterAll(() => world.close());

/**
 * shop -depends_on-> db -runs_on-> host -located_in-> room; cache -part_of-> shop service; host <-managed_by- nothing;
 * shop -depends_on-> ghost, found by a model.
 */
async function estate() {
  const t = world.tenant();
  const ids = {
    shop: await t.ci("Shop", { type: "application" }),
    db: await t.ci("db", { type: "database" }),
    host: await t.ci("host"),
    room: await t.ci("room", { type: "location" }),
    service: await t.ci("service", { type: "business_service" }),
    ghost: await t.ci("ghost"),
  };
  await t.link(ids.shop, "depends_on", ids.db);
  await t.link(ids.db, "runs_on", ids.host);
  await t.link(ids.host, "located_in", ids.room);
  await t.link(ids.shop, "part_of", ids.service);
  await t.link(ids.shop, "depends_on", ids.ghost, { discoveredBy: "ai:model" });
  await t.link(ids.host, "feeds", ids.db);
  return { ...t, ids };
}

describe("path", () => {
  test("walks what carries failures, each way, to its depth, without the start and what a model found", async () => {
    const t = await estate();
    expect(await t.names({ path: { of: t.ids.shop, direction: "upstream" } })).toEqual(["db", "host"]);
    expect(await t.names({ path: { of: "sHoP ", direction: "upstream", depth: 1 } })).toEqual(["db"]);
    expect(await t.names({ path: { of: "host", direction: "downstream" } })).toEqual(["db", "service", "Shop"]);
    expect(await t.names({ path: { of: "service", direction: "upstream" } })).toEqual(["db", "host", "Shop"]);
    expect(await t.names({ path: { of: "db", direction: "either" } })).toEqual(["host", "service", "Shop"]);
  });

  test("walks the types that are named; upstream follows the arrow of those that carry no failure", async () => {
    const t = await estate();
    expect(await t.names({ path: { of: "host", direction: "upstream", types: ["located_in"] } })).toEqual(["room"]);
    expect(await t.names({ path: { of: "room", direction: "downstream", types: ["Located In"] } })).toEqual(["host"]);
    expect(await t.names({ path: { of: "room", direction: "upstream", types: ["located_in"] } })).toEqual([]);
    expect(await t.names({ path: { of: "host", direction: "upstream", types: ["feeds"] } })).toEqual(["db"]);
    expect(
      await t.names({ path: { of: "shop", direction: "upstream", types: ["depends_on", "runs_on", "located_in"] } }),
    ).toEqual(["db", "host", "room"]);
  });

  test("names types that the tenant does not have, with the nearest ones", async () => {
    const t = await estate();
    const ask = (types: string[]) => t.ask({ entity: "ci", path: { of: "host", direction: "upstream", types } });
    await expect(ask(["runs_on", "depend_on", "feed", "quite something else"])).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      violations: [
        { field: "path.types.1", reason: '"depend_on" is not a type of relationship; nearest: depends_on' },
        { field: "path.types.2", reason: '"feed" is not a type of relationship; nearest: feeds' },
        { field: "path.types.3", reason: '"quite something else" is not a type of relationship' },
      ],
    });
    const other = world.tenant();
    await other.ci("host");
    const path = { of: "host", direction: "upstream" as const, types: ["feeds"] };
    await expect(other.ask({ entity: "ci", path })).rejects.toMatchObject({ violations: [{ field: "path.types.0" }] });
  });

  test("negated, gives all others, and filters hold beside it", async () => {
    const t = await estate();
    const path = { of: "shop", direction: "upstream" as const, negate: true };
    expect(await t.names({ path })).toEqual(["ghost", "room", "service", "Shop"]);
    const filters = [{ field: "type", op: "eq" as const, value: "server" }];
    expect(await t.names({ path, filters })).toEqual(["ghost"]);
    expect(await t.names({ path: { ...path, negate: false }, filters })).toEqual(["host"]);
  });

  test("is refused where its start is unknown, foreign, deleted, or one of several", async () => {
    const t = await estate();
    const ask = (of: string) => t.ask({ entity: "ci", path: { of, direction: "upstream" } });
    await expect(ask("nobody")).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    await expect(ask((await estate()).ids.shop)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    await world.ci.deleteCi(t.ctx, { id: t.ids.ghost });
    await expect(ask(t.ids.ghost)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    const other = await t.ci("SHOP", { type: "server" });
    const refused = {
      code: "VALIDATION_ERROR",
      violations: [{ field: "path.of", reason: expect.stringContaining(other) }],
    };
    await expect(ask("shop")).rejects.toMatchObject(refused);
    await expect(
      t.ask({ entity: "ci", path: { of: "db", direction: "upstream" }, impact: { of: "db" } }),
    ).rejects.toMatchObject({ violations: [{ field: "impact" }] });
  });
});

test("impact answers as the impact feature does", async () => {
  const t = await estate();
  for (const direction of ["downstream", "upstream"] as const) {
    const { affected } = await world.impact.verbs.impactOf(t.ctx, t.ids.db, { direction, depth: 3 });
    const fields = ["id", "impact.distance", "impact.required", "impact.redundancy"];
    const rows = await t.rows({ entity: "ci", impact: { of: "db", direction }, fields });
    const expected = affected.map(({ id, distance, required, redundancy }) => [id, distance, required, redundancy]);
    expect(rows.map((row) => fields.map((field) => row[field])).sort()).toEqual(expected.sort());
  }
});

test("impact reads no longer than its form may take", async () => {
  const t = await estate();
  const timeoutMs = 300;
  let refused: unknown;
  const engine = createGraphEngine({
    graph: world.graph,
    failureKinds: world.relationships.failureKinds,
    serviceHealth: async () => new Map(),
    collectedAt: async () => new Map(),
    timeoutMs,
    impact: {
      async impactOf(...given) {
        await sleep(timeoutMs);
        return world.impact.verbs.impactOf(...given).catch((error) => {
          refused = error;
          throw error;
        });
      },
    },
  });
  const { listTypes } = world.relationships;
  const verbs = createQueryVerbs({
    engines: { graph: engine, postgres: engine },
    slots: createQuerySlots(),
    listTypes,
  });
  const late = { code: "SERVICE_UNAVAILABLE", message: expect.stringContaining("takes longer") };
  await expect(verbs.runQuery(t.ctx, { entity: "ci", impact: { of: t.ids.db } })).rejects.toMatchObject(late);
  expect(refused).toMatchObject(late);
});

test("tenants see neither each other's CIs nor keys, and texts that look like Cypher are texts", async () => {
  const [a, b] = [world.tenant(), world.tenant()];
  const key = "x`] RETURN 1 //";
  await a.ci("' OR 1=1 //", { attributes: { secret: 1, [key]: "'}) DETACH DELETE c //" } });
  await b.ci("other", { attributes: { secrets: 1 } });
  const found = await a.rows({
    entity: "ci",
    filters: [{ field: "name", op: "eq", value: "' OR 1=1 //" }],
    fields: ["name", `attributes.${key}`],
  });
  expect(found).toEqual([{ name: "' OR 1=1 //", [`attributes.${key}`]: "'}) DETACH DELETE c //" }]);
  expect(await b.names({ filters: [{ field: "name", op: "contains", value: "' OR 1=1" }] })).toEqual([]);
  await expect(b.names({ filters: [{ field: "attributes.secret", op: "exists" }] })).rejects.toMatchObject({
    violations: [{ field: "filters.0.field", reason: expect.stringContaining("attributes.secrets") }],
  });
});
