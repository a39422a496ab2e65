import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { createFeatureApp, credential, type FeatureApp } from "../../support/feature-app.ts";
import { createImpactCmdb } from "./support.ts";

let cmdb: Awaited<ReturnType<typeof createImpactCmdb>>;
let app: FeatureApp;
let tenant: string;
beforeAll(async () => {
  cmdb = await createImpactCmdb();
  app = createFeatureApp(cmdb.impact.routes, cmdb.postgres);
  tenant = cmdb.ctx.tenantId;
});
afterAll(() => cmdb.close());

const get = (id: string, query = "", as = tenant) =>
  app.call("GET", `/v1/cmdb/ci/${id}/impact${query}`, { tenant: as });

test("GET /v1/cmdb/ci/{id}/impact answers in snake case, with the limits applied", async () => {
  const [db, shop] = [await cmdb.newCi({ name: "db" }), await cmdb.newCi({ name: "shop", type: "business_service" })];
  const fields = { type: "depends_on", sourceCi: shop, targetCi: db };
  await cmdb.relationships.create(cmdb.ctx, { fields });
  const { status, body } = await get(db, "?direction=downstream&depth=2&include_ai=false&include_software=true");
  expect(status).toBe(200);
  expect(body).toEqual({
    ci: { id: db, name: "db", type: "server" },
    affected: [
      {
        id: shop,
        name: "shop",
        type: "business_service",
        distance: 1,
        path: [db, shop],
        confidence: 1,
        required: true,
        redundancy: "none",
      },
    ],
    services: [{ id: shop, name: "shop", criticality: null, health: "unknown" }],
    known: true,
    truncated: false,
    limits: { depth: 2, max_depth: 64, max_affected: 10_000 },
  });
  expect((await get(shop, "?direction=upstream")).body.affected).toMatchObject([{ id: db, path: [shop, db] }]);
});

test("GET /v1/cmdb/ci/{id}/impact shows what works without the CI, which affects no service", async () => {
  const ci = (type = "server") => cmdb.newCi({ type });
  const [db, cache, shop, report, portal] = [
    await ci(),
    await ci(),
    await ci("business_service"),
    await ci(),
    await ci(),
  ];
  const needs = (sourceCi: string, targetCi: string, criticality?: string) =>
    cmdb.relationships.create(cmdb.ctx, {
      fields: { type: "depends_on", sourceCi, targetCi, attributes: criticality ? { criticality } : {} },
    });
  // shop can do without the cache; the portal needs it; the report needs what the shop needs, by a longer way.
  await needs(cache, db);
  await needs(shop, cache, "Optional");
  await needs(portal, cache, "high");
  await needs(report, shop);
  await needs(report, portal);
  const shown = async (query = "") => {
    const { body } = await get(db, query);
    const required = body.affected.map((one: { id: string; required: boolean }) => [one.id, one.required]);
    return { required: Object.fromEntries(required), services: body.services.map((one: { id: string }) => one.id) };
  };
  const needed = { [cache]: true, [portal]: true, [report]: true };
  expect(await shown()).toEqual({ required: { ...needed, [shop]: false }, services: [] });
  expect(await shown("?include_optional=true")).toEqual(await shown());
  expect(await shown("?include_optional=false")).toEqual({ required: needed, services: [] });
  const own = (await get(report, "?direction=upstream")).body.affected;
  expect(Object.fromEntries(own.map((one: { id: string; required: boolean }) => [one.id, one.required]))).toEqual({
    ...{ [shop]: true, [portal]: true, [cache]: true, [db]: true },
  });
  const services = async () => (await shown()).services;
  await needs(shop, portal);
  expect([(await shown()).required[shop], await services()]).toEqual([true, [shop]]);
});

test.each(["0", "65", "-1", "1.5", "1e1", "x", ""])("depth %j is refused, naming the bounds", async (depth) => {
  const { status, body } = await get(await cmdb.newCi(), `?depth=${depth}`);
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: "VALIDATION_ERROR", details: [{ field: "query.depth" }] });
  expect(body.error.details[0].error).toMatch(/\b1\b.*\b64\b/);
});

test.each(["direction=sideways", "include_ai=maybe", "include_optional=x", "include_software=2"])(
  "%s is refused",
  async (query) => {
    expect((await get(await cmdb.newCi(), `?${query}`)).status).toBe(400);
  },
);

test("GET /v1/cmdb/ci/{id}/impact answers 404 for an unknown, deleted or foreign CI, even with an invalid query", async () => {
  const deleted = await cmdb.newCi();
  await cmdb.ci.deleteCi(cmdb.ctx, { id: deleted });
  const live = await cmdb.newCi();
  for (const [id, as] of [
    [newId(), tenant],
    ["not-an-id", tenant],
    [deleted, tenant],
    [live, newId()],
  ] as const) {
    expect((await get(id, "", as)).status).toBe(404);
    expect((await get(id, "?depth=0", as)).status).toBe(404);
  }
});

test("GET /v1/cmdb/ci/{id}/impact requires cmdb.read", async () => {
  const id = await cmdb.newCi();
  const path = `/v1/cmdb/ci/${id}/impact`;
  const { status, body } = await app.call("GET", path, {
    headers: credential(tenant, ["cmdb.write", "services.read"]),
  });
  expect([status, body.error.required_scope ?? body.required_scope]).toEqual([403, "cmdb.read"]);
  expect((await app.call("GET", path, { headers: credential(tenant, ["cmdb.read"]) })).status).toBe(200);
});

test("equal questions asked at once show what was acknowledged before, while others are under way", async () => {
  const db = await cmdb.newCi();
  const asking: Promise<unknown>[] = [];
  for (let round = 0; round < 6; round++) {
    asking.push(...Array.from({ length: 3 }, () => get(db)));
    const sourceCi = await cmdb.newCi();
    await cmdb.relationships.create(cmdb.ctx, { fields: { type: "depends_on", sourceCi, targetCi: db } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => get(db)));
    for (const { body } of answers) {
      expect(body.affected.map(({ id }: { id: string }) => id)).toContain(sourceCi);
      expect(body.affected).toHaveLength(round + 1);
    }
  }
  await Promise.all(asking);
});

test("an answer is shared with nobody who may not have it, and with no other question", async () => {
  const [db, shop] = [await cmdb.newCi(), await cmdb.newCi()];
  await cmdb.relationships.create(cmdb.ctx, { fields: { type: "depends_on", sourceCi: shop, targetCi: db } });
  const path = `/v1/cmdb/ci/${db}/impact`;
  const [own, again, foreign, unscoped, upstream] = await Promise.all([
    get(db),
    get(db),
    get(db, "", newId()),
    app.call("GET", path, { headers: credential(tenant, ["cmdb.write"]) }),
    get(db, "?direction=upstream"),
  ]);
  expect([own.status, again.status, foreign.status, unscoped.status]).toEqual([200, 200, 404, 403]);
  expect(again.body).toEqual(own.body);
  expect(own.body.affected).toMatchObject([{ id: shop }]);
  expect(upstream.body.affected).toEqual([]);
});
