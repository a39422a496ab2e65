import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type CiApp, ciApp } from "./ci-app.ts";

let app: CiApp;
beforeAll(async () => {
  app = await ciApp();
});
afterAll(() => app.close());

const unique = () => `ci ${newId()}`;
const SHAPE = [
  "_id",
  "attributes",
  "createdAt",
  "createdBy",
  "customFields",
  "description",
  "name",
  "relationships",
  "status",
  "type",
  "updatedAt",
  "updatedBy",
];

describe("/api/cmdb/ci (variant A)", () => {
  it("creates and returns a CI in the envelope, in camel case with a title-case type", async () => {
    const name = unique();
    const customFields = { cost_center: 1, costCenter: 2, nested_key: { inner_key: [{ deep_key: 1 }] } };
    const body = { name, type: "Software Instance", customFields, attributes: { ip_address: "192.0.2.1" } };
    const made = await app.post("/api/cmdb/ci", body);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ success: true, data: { name, type: "Software Instance", status: "active" } });
    expect(Object.keys(made.body.data).sort()).toEqual(SHAPE);
    expect(made.body.data).toMatchObject({
      customFields,
      attributes: body.attributes,
      relationships: [],
      createdBy: "tester",
    });
    expect(made.headers.get("location")).toBe(`/api/cmdb/ci/${made.body.data._id}`);
    expect(made.headers.get("etag")).toBe('"1"');
    const read = await app.get(made.headers.get("location")!);
    expect(read.body).toEqual(made.body);
    const b = await app.get(`/v1/cmdb/ci/${made.body.data._id}`);
    expect(b.body).toMatchObject({ name, type: "software_instance", custom_fields: customFields });
  });

  it("accepts either spelling, and refuses both at once", async () => {
    const a = await app.post("/api/cmdb/ci", { name: unique(), type: "server", custom_fields: { x: 1 } });
    expect(a.body.data.customFields).toEqual({ x: 1 });
    const put = await app.put(`/api/cmdb/ci/${a.body.data._id}`, { customFields: { y: 2 } });
    expect(put.body.data.customFields).toEqual({ x: 1, y: 2 });
    const both = await app.put(`/api/cmdb/ci/${a.body.data._id}`, { customFields: {}, custom_fields: {} });
    expect(both).toMatchObject({ status: 400, body: { success: false, error: { code: "VALIDATION_ERROR" } } });
  });

  it("accepts the body of GET in PUT without a change", async () => {
    const [id, other] = await Promise.all([app.create({ custom_fields: { a: { b: [1] } } }), app.create()]);
    await app.world.relate(id!, other!);
    const read = await app.get(`/api/cmdb/ci/${id}`);
    expect(read.body.data.relationships).toEqual([
      {
        _id: expect.any(String),
        type: "depends_on",
        targetCi: other,
        targetName: expect.any(String),
        direction: "outgoing",
      },
    ]);
    expect(await app.put(`/api/cmdb/ci/${id}`, read.body.data)).toMatchObject({ status: 200, body: read.body });
  });

  it("reports faults in the caller's spelling, the first in details and all in violations", async () => {
    const camel = await app.post("/api/cmdb/ci", { name: "x", customFields: 1 });
    expect(camel).toMatchObject({
      status: 400,
      body: {
        success: false,
        error: { code: "VALIDATION_ERROR", details: { field: expect.any(String), reason: expect.any(String) } },
      },
    });
    const fields = (answer: typeof camel) =>
      answer.body.error.violations.map(({ field }: { field: string }) => field).sort();
    expect(fields(camel)).toEqual(["customFields", "type"]);
    expect(fields(await app.post("/api/cmdb/ci", { name: "x", custom_fields: 1 }))).toEqual(["custom_fields", "type"]);
    const filter = await app.get("/api/cmdb/ci?customFields.a%60b=1");
    expect(filter.body.error.details.field).toBe("query.customFields.a`b");
  });

  it("answers a duplicate with existingId", async () => {
    const name = unique();
    const id = await app.create({ name });
    expect(await app.post("/api/cmdb/ci", { name, type: "Server" })).toMatchObject({
      status: 409,
      body: { success: false, error: { code: "CONFLICT", details: { field: "name", existingId: id } } },
    });
    expect((await app.post("/api/cmdb/ci?allowDuplicate=true", { name, type: "Server" })).status).toBe(201);
    expect((await app.post("/api/cmdb/ci?allow_duplicate=true", { name, type: "Server" })).status).toBe(201);
  });

  it("deletes with a message in the envelope, and has neither restore nor bulk", async () => {
    const id = await app.create();
    expect(await app.delete(`/api/cmdb/ci/${id}`)).toMatchObject({
      status: 200,
      body: { success: true, data: { message: "CI deleted with 0 relationships" } },
    });
    expect((await app.get(`/api/cmdb/ci/${id}`)).body).toMatchObject({
      success: false,
      error: { code: "RESOURCE_NOT_FOUND" },
    });
    expect((await app.call("POST", `/api/cmdb/ci/${id}/restore`)).status).toBe(404);
    expect((await app.post("/api/cmdb/ci/bulk", { items: [] })).status).toBe(405);
  });

  it("honours entity tags", async () => {
    const id = await app.create();
    const path = `/api/cmdb/ci/${id}`;
    const etag = (await app.get(path)).headers.get("etag")!;
    expect((await app.get(path, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await app.put(path, { description: "x" }, { headers: { "if-match": etag } })).headers.get("etag")).toBe(
      '"2"',
    );
    expect((await app.put(path, { description: "y" }, { headers: { "if-match": etag } })).status).toBe(412);
    expect((await app.delete(path, { headers: { "if-match": etag } })).status).toBe(412);
  });
});

describe("GET /api/cmdb/ci (variant A)", () => {
  let tenantId: string;
  beforeAll(async () => {
    tenantId = newId();
    for (const name of ["a", "b", "c"]) await app.create({ name, custom_fields: { env: name } }, { tenantId });
  });
  const get = (query = "") => app.get(`/api/cmdb/ci${query}`, { tenantId });
  const namesOf = (answer: Awaited<ReturnType<typeof get>>) =>
    answer.body.data.map(({ name }: { name: string }) => name);

  it("returns the array in data with pagination beside it, and no headers of variant B", async () => {
    const { status, body, headers } = await get("?limit=2");
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, pagination: { page: 1, limit: 2, total: 3, pages: 2 } });
    expect(Object.keys(body.data[0]).sort()).toEqual(SHAPE);
    const { _id, type, relationships } = body.data[0];
    expect(type).toBe("Server");
    expect(relationships).toEqual({ count: 0, href: `/api/cmdb/relationships?ci_id=${_id}&include_ai=true` });
    expect((await app.get(relationships.href, { tenantId })).status).toBe(200);
    expect(headers.get("x-total-count")).toBeNull();
    const next = await get(`?limit=2&cursor=${body.pagination.nextCursor}`);
    expect(namesOf(next)).toEqual(["a"]);
  });

  it("sorts by a field with a leading sign, and filters in either spelling", async () => {
    expect(namesOf(await get("?sort=createdAt"))).toEqual(["a", "b", "c"]);
    expect(namesOf(await get("?sort=-createdAt"))).toEqual(["c", "b", "a"]);
    expect(namesOf(await get("?sort=-name"))).toEqual(["c", "b", "a"]);
    expect(namesOf(await get("?sort=created_at"))).toEqual(["a", "b", "c"]);
    expect(namesOf(await get("?customFields.env=b"))).toEqual(["b"]);
    expect(namesOf(await get("?custom_fields.env=b&type=Server"))).toEqual(["b"]);
    expect(namesOf(await get("?updatedSince=2999-01-01"))).toEqual([]);
    expect(await get("?sort=colour")).toMatchObject({
      status: 400,
      body: { error: { details: { field: "query.sort" } } },
    });
    expect((await get("?fields=customFields,created_at&limit=1")).body.data[0]).toEqual({
      _id: expect.any(String),
      customFields: { env: "c" },
      createdAt: expect.any(String),
    });
  });
});
