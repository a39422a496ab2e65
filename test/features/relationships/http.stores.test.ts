import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isId, newId } from "../../../src/platform/ids.ts";
import { type Cmdb, createCmdb } from "../../support/cmdb.ts";
import { createFeatureApp, credential, type FeatureApp } from "../../support/feature-app.ts";
import { expectRefusal, genericCases } from "../../support/http-cases.ts";

let cmdb: Cmdb;
let app: FeatureApp;
let tenant: string;
beforeAll(async () => {
  cmdb = await createCmdb();
  app = createFeatureApp(cmdb.routes.relationships, cmdb.postgres);
  tenant = cmdb.ctx.tenantId;
});
afterAll(() => cmdb.close());

const B = "/v1/cmdb/relationships";
const A = "/api/cmdb/relationships";

async function ends() {
  return {
    source_ci: await cmdb.newCi({ name: `web ${newId()}` }),
    target_ci: await cmdb.newCi({ type: "virtual_machine" }),
  };
}

test("every relationship route refuses what every route must refuse", async () => {
  const options = { credential: credential(tenant), powerless: credential(tenant, []) };
  for (const one of genericCases(app.mounts, options)) {
    const { method, path, headers, body } = one.request;
    expectRefusal(await app.call(method, path, { headers, ...(body !== undefined && { body }) }), one);
  }
});

test("both OpenAPI documents list the relationship routes and the resource", async () => {
  const b = await app.call("GET", "/v1/openapi.json");
  const paths = ["", "/{id}", "/bulk"].map((rest) => `${B}${rest}`).concat("/v1/cmdb/relationship-types");
  for (const path of paths) expect(b.body.paths).toHaveProperty([path]);
  expect(b.body.components.schemas.Relationship.properties).toHaveProperty("discovered_by");
  const a = await app.call("GET", "/api/openapi.json");
  expect(a.body.paths[`${A}/{id}`]).toHaveProperty("put");
  expect(a.body.components.schemas.Relationship.properties).toHaveProperty("discoveredBy");
});

describe("/v1/cmdb/relationships (variant B)", () => {
  test("creates, reads, updates and deletes a relationship in snake case", async () => {
    const sent = { type: "Installed On", ...(await ends()), attributes: { camelKey: 1, snake_key: { innerKey: 2 } } };
    const made = await app.call("POST", B, { tenant, body: sent });
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect(made.headers.get("location")).toBe(`${B}/${id}`);
    expect(made.body).toEqual({
      id,
      type: "Installed On",
      source: { id: sent.source_ci, name: expect.stringMatching(/^web /), type: "server" },
      target: { id: sent.target_ci, name: expect.any(String), type: "virtual_machine" },
      attributes: sent.attributes,
      discovered_by: null,
      confidence: 1,
      first_seen: null,
      last_seen: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      created_by: "tester",
      updated_at: made.body.created_at,
    });
    const shown = await app.call("GET", `${B}/${id}`, { tenant });
    expect(shown.body).toEqual(made.body);
    expect(shown.headers.get("etag")).toBe(made.headers.get("etag"));
    const kept = await app.call("GET", `${B}/${id}`, {
      tenant,
      headers: { "if-none-match": shown.headers.get("etag")! },
    });
    expect(kept.status).toBe(304);

    const sentBack = { ...shown.body, attributes: { camelKey: null, port: 22 }, confidence: 0.25 };
    const ifMatch = { "if-match": shown.headers.get("etag")! };
    const changed = await app.call("PUT", `${B}/${id}`, { tenant, body: sentBack, headers: ifMatch });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ id, type: "Installed On", confidence: 0.25 });
    expect(changed.body.attributes).toEqual({ snake_key: { innerKey: 2 }, port: 22 });
    const stale = await app.call("PUT", `${B}/${id}`, { tenant, body: { confidence: 0.5 }, headers: ifMatch });
    expect([stale.status, stale.body.error.code]).toEqual([412, "PRECONDITION_FAILED"]);

    const gone = await app.call("DELETE", `${B}/${id}`, { tenant });
    expect([gone.status, gone.body]).toEqual([200, { message: "Relationship deleted" }]);
    expect((await app.call("GET", `${B}/${id}`, { tenant })).status).toBe(404);
    expect((await app.call("DELETE", `${B}/${id}`, { tenant })).status).toBe(404);
  });

  test("reports unknown ends, loops, duplicates, wrong types and unknown fields", async () => {
    const pair = await ends();
    const post = (body: object) => app.call("POST", B, { tenant, body });
    const unknown = await post({ type: "uses", ...pair, target_ci: newId() });
    expect([unknown.status, unknown.body.error.details[0].field]).toEqual([404, "target_ci"]);
    const loop = await post({ type: "uses", ...pair, target_ci: pair.source_ci });
    expect([loop.status, loop.body.error.details[0].field]).toEqual([400, "target_ci"]);
    const first = await post({ type: "uses", ...pair });
    const again = await post({ type: "USES", ...pair });
    expect(again.status).toBe(409);
    expect(again.body.error.details[0]).toMatchObject({ field: "type", existing_id: first.body.id });
    for (const [field, value] of [
      ["type", "no/slash"],
      ["type", ""],
      ["type", "x".repeat(41)],
      ["type", 7],
      ["source_ci", null],
      ["attributes", []],
      ["confidence", 1.1],
      ["confidence", "1"],
      ["discovered_by", ""],
      ["criticality", "high"],
    ] as const) {
      const answer = await post({ type: "runs_on", ...pair, [field]: value });
      expect([answer.status, answer.body.error.details[0].field]).toEqual([400, field]);
    }
    const put = await app.call("PUT", `${B}/${first.body.id}`, { tenant, body: { attributes: null } });
    expect([put.status, put.body.error.details[0].field]).toEqual([400, "attributes"]);
    const nobody = await app.call("PUT", `${B}/${newId()}`, { tenant, body: { attributes: null } });
    expect(nobody.status).toBe(404);
    expect((await app.call("GET", `${B}/nonsense`, { tenant })).status).toBe(404);
  });

  test("lists with headers, filters and cursors", async () => {
    const other = newId();
    const ctx = { ...cmdb.ctx, tenantId: other };
    const [a, b] = [await cmdb.newCi({}, ctx), await cmdb.newCi({}, ctx)];
    for (let port = 1; port <= 5; port++) {
      const body = {
        type: "Connected To",
        source_ci: a,
        target_ci: b,
        attributes: { port },
        discovered_by: port === 5 ? "ai:x" : "scan",
      };
      expect((await app.call("POST", B, { tenant: other, body })).status).toBe(201);
    }
    const first = await app.call("GET", `${B}?limit=2&type=connected-to&source_ci=${a}&x=1`, { tenant: other });
    expect(first.body.data.map((one: { attributes: object }) => one.attributes)).toEqual([{ port: 4 }, { port: 3 }]);
    expect(first.body.pagination).toMatchObject({
      page: 1,
      limit: 2,
      total: 4,
      pages: 2,
      next_cursor: expect.any(String),
    });
    expect(first.headers.get("x-total-count")).toBe("4");
    expect(first.headers.get("link")).toContain(
      `<http://localhost${B}?limit=2&type=connected-to&source_ci=${a}&x=1&page=2>; rel="next"`,
    );
    const next = await app.call("GET", `${B}?limit=2&cursor=${first.body.pagination.next_cursor}`, { tenant: other });
    expect(next.body.error).toBeUndefined();
    expect(next.body.data.map((one: { attributes: object }) => one.attributes)).toEqual([{ port: 2 }, { port: 1 }]);
    expect(next.body.pagination.next_cursor).toBeUndefined();
    const all = await app.call("GET", `${B}?include_ai=true&sort=created_at&fields=type,source`, { tenant: other });
    expect(all.body.data).toHaveLength(5);
    expect(Object.keys(all.body.data[0]).sort()).toEqual(["id", "source", "type"]);
    const asc = `sort=created_at&order=desc&cursor=${(await app.call("GET", `${B}?limit=1&sort=created_at`, { tenant: other })).body.pagination.next_cursor}`;
    const wrong = [asc, "sort=name", "include_ai=perhaps", "type=a,b", "source_ci=", "cursor=W10", "order=up"];
    for (const query of wrong) {
      const answer = await app.call("GET", `${B}?${query}`, { tenant: other });
      expect([query, answer.status]).toEqual([query, 400]);
    }
    const ghost = await app.call("GET", `${B}?source_ci=${newId()}`, { tenant: other });
    expect([ghost.status, ghost.body]).toEqual([
      200,
      { data: [], pagination: { page: 1, limit: 20, total: 0, pages: 0 } },
    ]);
    expect((await app.call("GET", `${B}?source_ci=${a}`, { tenant: newId() })).body.data).toEqual([]);
  });

  test("creates in bulk, atomically or item by item", async () => {
    const { source_ci, target_ci } = await ends();
    const items = [
      { type: "uses", source_ci, target_ci },
      { type: "uses", source_ci, target_ci },
      { type: "uses", source_ci },
      { type: "uses", source_ci, target_ci: newId() },
    ];
    const atomic = await app.call("POST", `${B}/bulk`, { tenant, body: { mode: "atomic", items } });
    expect(atomic.status).toBe(400);
    expect(atomic.body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      "items.1.type",
      "items.2.target_ci",
      "items.3.target_ci",
    ]);
    const each = await app.call("POST", `${B}/bulk`, { tenant, body: { mode: "per_item", items } });
    expect(each.status).toBe(200);
    expect(each.body).toMatchObject({ created: 1, failed: 2 });
    const [made, there, malformed, unknown] = each.body.results;
    expect(made).toEqual({ index: 0, id: expect.any(String), status: "created", error: null });
    expect(there).toEqual({ index: 1, id: made.id, status: "exists", error: null });
    expect(malformed).toMatchObject({
      id: null,
      status: "failed",
      error: { code: "VALIDATION_ERROR", details: [{ field: "items.2.target_ci" }] },
    });
    expect(unknown).toMatchObject({ status: "failed", error: { details: [{ field: "items.3.target_ci" }] } });
    for (const body of [{ items: [] }, { items: Array(1_001).fill({}) }, { mode: "some", items }, { items: "x" }]) {
      expect((await app.call("POST", `${B}/bulk`, { tenant, body })).status).toBe(400);
    }
  });

  test("replays the first response to a repeated Idempotency-Key", async () => {
    const body = { type: "uses", ...(await ends()) };
    const headers = { "idempotency-key": newId() };
    const first = await app.call("POST", B, { tenant, body, headers });
    const again = await app.call("POST", B, { tenant, body, headers });
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = await app.call("POST", B, { tenant, body: { ...body, type: "runs_on" }, headers });
    expect(other.status).toBe(422);
  });

  test("lists relationship types, and sets the failure direction of custom types", async () => {
    const own = newId();
    await app.call("PUT", "/v1/cmdb/relationship-types/Leans%20On", {
      tenant: own,
      body: { failure: "target_to_source" },
    });
    const answer = await app.call("GET", "/v1/cmdb/relationship-types?limit=100", { tenant: own });
    expect(answer.body.pagination.total).toBe(15);
    expect(answer.body.data).toContainEqual({ name: "depends_on", failure: "target_to_source", built_in: true });
    expect(answer.body.data.at(-1)).toEqual({ name: "Leans On", failure: "target_to_source", built_in: false });
    const sorted = (query: string) => app.call("GET", `/v1/cmdb/relationship-types${query}`, { tenant: own });
    const names = (await sorted("?sort=name&limit=100")).body.data.map((type: { name: string }) => type.name);
    expect(names).toEqual(names.toSorted());
    expect((await sorted("?sort=name&order=desc&limit=1")).body.data[0].name).toBe(names.at(-1));
    expect((await sorted("?sort=bogus")).status).toBe(400);
    const put = (name: string, body: object) =>
      app.call("PUT", `/v1/cmdb/relationship-types/${name}`, { tenant: own, body });
    expect((await put("leans_on", { failure: "both" })).body).toEqual({
      name: "Leans On",
      failure: "both",
      built_in: false,
    });
    expect((await put("runs_on", { failure: "both" })).status).toBe(409);
    expect((await put("leans_on", { failure: "sideways" })).status).toBe(400);
    expect((await put("a%2Fb", { failure: "both" })).status).toBe(400);
  });
});

describe("/api/cmdb/relationships (variant A)", () => {
  test("accepts either spelling and returns camel case, `_id` and title-case types; keeps attribute keys", async () => {
    const { source_ci, target_ci } = await ends();
    const attributes = { snake_key: { inner_key: 1 }, camelKey: 2 };
    const body = { type: "depends_on", sourceCi: source_ci, target_ci, attributes, discoveredBy: "scan:x" };
    const made = await app.call("POST", A, { tenant, body });
    expect(made.status).toBe(201);
    const { data } = made.body;
    expect(isId(data._id)).toBe(true);
    expect(made.headers.get("location")).toBe(`${A}/${data._id}`);
    expect(data).toMatchObject({
      type: "depends_on",
      source: { _id: source_ci, type: "Server" },
      target: { _id: target_ci, type: "Virtual Machine" },
      discoveredBy: "scan:x",
      createdAt: expect.any(String),
      createdBy: "tester",
    });
    expect(data.attributes).toEqual(attributes);
    expect(data).not.toHaveProperty("id");
    const changed = await app.call("PUT", `${A}/${data._id}`, { tenant, body: { ...data, confidence: 0.1 } });
    expect(changed.body).toMatchObject({ success: true, data: { confidence: 0.1 } });
    const bySnake = await app.call("GET", `${A}?source_ci=${source_ci}`, { tenant });
    const byCamel = await app.call("GET", `${A}?sourceCi=${source_ci}&sort=-createdAt&includeAi=true`, { tenant });
    expect(bySnake.body).toEqual(byCamel.body);
    expect(bySnake.body).toEqual({
      success: true,
      data: [changed.body.data],
      pagination: { page: 1, limit: 20, total: 1, pages: 1 },
    });
    const seenByB = await app.call("GET", `${B}/${data._id}`, { tenant });
    expect(seenByB.body.source).toMatchObject({ id: source_ci, type: "server" });
    expect((await app.call("DELETE", `${A}/${data._id}`, { tenant })).body).toMatchObject({ success: true });
  });

  test("reports faults in the caller's spelling", async () => {
    const { source_ci, target_ci } = await ends();
    const unknown = await app.call("POST", A, {
      tenant,
      body: { type: "uses", sourceCi: newId(), targetCi: target_ci },
    });
    expect([unknown.status, unknown.body.error.details.field]).toEqual([404, "sourceCi"]);
    await app.call("POST", A, { tenant, body: { type: "uses", source_ci, target_ci } });
    const again = await app.call("POST", A, { tenant, body: { type: "uses", source_ci, target_ci } });
    expect(again.status).toBe(409);
    expect(again.body.error.details).toMatchObject({ field: "type", existingId: expect.any(String) });
  });
});
