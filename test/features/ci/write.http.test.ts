import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ciSchema } from "../../../src/features/ci/ci.wire.ts";
import type { Scope } from "../../../src/model/scopes.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type CiApp, ciApp } from "./ci-app.ts";

let app: CiApp;
beforeAll(async () => {
  app = await ciApp();
});
afterAll(() => app.close());

const unique = () => `ci ${newId()}`;
const whole = z.strictObject(ciSchema.shape);

describe("POST /v1/cmdb/ci", () => {
  it("returns id, name and a message, with Location and ETag", async () => {
    const name = unique();
    const made = await app.post("/v1/cmdb/ci", { name, type: "Network Device", status: "maintenance" });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({ id: expect.any(String), name, message: expect.any(String) });
    expect(made.headers.get("location")).toBe(`/v1/cmdb/ci/${made.body.id}`);
    expect(made.headers.get("etag")).toBe('"1"');
    const read = await app.get(made.headers.get("location")!);
    expect(read).toMatchObject({ status: 200, body: { name, type: "network_device", status: "maintenance" } });
  });

  it.each([
    [{ type: "server" }, "name", "is required"],
    [{ name: "x" }, "type", "is required"],
    [{ name: "", type: "server" }, "name"],
    [{ name: "   ", type: "server" }, "name"],
    [{ name: "x".repeat(256), type: "server" }, "name", "must have at most 255 characters"],
    [{ name: "\u{1f5a5}".repeat(256), type: "server" }, "name"],
    [{ name: 5, type: "server" }, "name"],
    [{ name: null, type: "server" }, "name"],
    [{ name: "x", type: "" }, "type"],
    [{ name: "x", type: "x".repeat(65) }, "type"],
    [{ name: "x", type: "!?" }, "type"],
    [{ name: "x", type: "server", status: "broken" }, "status"],
    [{ name: "x", type: "server", status: null }, "status"],
    [{ name: "x", type: "server", attributes: [] }, "attributes"],
    [{ name: "x", type: "server", attributes: "text" }, "attributes"],
    [{ name: "x", type: "server", attributes: null }, "attributes"],
    [{ name: "x", type: "server", custom_fields: 1 }, "custom_fields"],
    [{ name: "x", type: "server", description: {} }, "description"],
    [{ name: "x", type: "server", customFields: {} }, "customFields", "is not a known field"],
    [{ name: "x", type: "server", id: newId() }, "id", "is not a known field"],
    [{ name: "x", type: "server", colour: "red" }, "colour", "is not a known field"],
    [["x"], "body"],
    ["x", "body"],
    [null, "body"],
  ])("refuses %j naming %s", async (body, field, reason?: string) => {
    const answer = await app.post("/v1/cmdb/ci", body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
    expect(answer.body.error.details[0]).toEqual({ field, error: reason ?? expect.any(String) });
  });

  it("counts the characters of a name as code points of any plane", async () => {
    const name = `${newId()} ${"\u{1f5a5}".repeat(218)}`;
    expect([...name]).toHaveLength(255);
    const made = await app.post("/v1/cmdb/ci", { name, type: "server" });
    expect(made).toMatchObject({ status: 201, body: { name } });
    expect((await app.put(`/v1/cmdb/ci/${made.body.id}`, { name: `${name}x` })).status).toBe(400);
    expect((await app.get(`/v1/cmdb/ci/${made.body.id}`)).body.name).toBe(name);
  });

  it("reports every fault at once", async () => {
    const { body } = await app.post("/v1/cmdb/ci", { name: "", status: "x", attributes: 1, other: 1 });
    const fields = body.error.details.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(["attributes", "name", "other", "status", "type"]);
  });

  it("answers a duplicate with the id of the existing CI", async () => {
    const name = unique();
    const id = await app.create({ name });
    const again = await app.post("/v1/cmdb/ci", { name: name.toUpperCase(), type: "SERVER" });
    expect(again).toMatchObject({
      status: 409,
      body: { error: { code: "CONFLICT", details: [{ field: "name", existing_id: id }] } },
    });
    expect((await app.post("/v1/cmdb/ci?allow_duplicate=true", { name, type: "server" })).status).toBe(201);
    expect((await app.post("/v1/cmdb/ci?allow_duplicate=false", { name, type: "server" })).status).toBe(409);
    expect((await app.post("/v1/cmdb/ci?allow_duplicate=perhaps", { name, type: "server" })).body).toMatchObject({
      error: { code: "VALIDATION_ERROR", details: [{ field: "query.allow_duplicate" }] },
    });
  });

  it("creates one of 64 concurrent duplicates and answers the others with its id", async () => {
    const name = unique();
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => app.post("/v1/cmdb/ci", { name, type: "server" })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(63);
    for (const { body } of refused) expect(body.error.details[0].existing_id).toBe(made[0]!.body.id);
  });
});

describe("GET /v1/cmdb/ci/{id}", () => {
  it("returns the CI as specified, with relationships of both directions", async () => {
    const [app1, db, host] = await Promise.all(
      ["app", "db", "host"].map((name) => app.create({ name: `${name} ${newId()}` })),
    );
    await app.world.relate(app1!, db!, "depends_on");
    await app.world.relate(db!, host!, "Runs On");
    await app.world.relate(db!, host!, "Feeds into");
    const { body } = await app.get(`/v1/cmdb/ci/${db}`);
    expect(whole.parse(body)).toEqual(body);
    const targets = body.relationships.map((end: Record<string, unknown>) => [end.type, end.direction, end.target_ci]);
    expect(targets.sort()).toEqual([
      ["Feeds into", "outgoing", host],
      ["depends_on", "incoming", app1],
      ["runs_on", "outgoing", host],
    ]);
    const names = new Set(
      body.relationships.map((end: Record<string, unknown>) => String(end.target_name).split(" ")[0]),
    );
    expect(names).toEqual(new Set(["app", "host"]));
  });

  it("returns the newest 100 relationships in order; the list counts all", async () => {
    const name = unique();
    const hub = await app.create({ name });
    const items = Array.from({ length: 110 }, () => ({ name: unique(), type: "printer" }));
    const { body } = await app.post("/v1/cmdb/ci/bulk", { items });
    const relationships = body.results.map(({ id }: { id: string }) => ({
      type: "uses",
      source_ci: id,
      target_ci: hub,
    }));
    const made = await app.post("/v1/cmdb/relationships/bulk", { mode: "atomic", items: relationships });
    expect(made.status).toBe(200);
    const newer = await app.world.relate(hub, body.results[0].id, "owned_by");
    const newest = await app.world.relate(body.results[1].id, hub, "depends_on");
    const bulk = made.body.results.map(({ id }: { id: string }) => id);
    const shown = (await app.get(`/v1/cmdb/ci/${hub}`)).body.relationships;
    expect(shown.map(({ id }: { id: string }) => id)).toEqual([
      newest.id,
      newer.id,
      ...bulk.sort().reverse().slice(0, 98),
    ]);
    const listed = await app.get(`/v1/cmdb/ci?search=${encodeURIComponent(name)}`);
    const { count, href } = listed.body.data[0].relationships;
    expect(count).toBe(112);
    expect((await app.get(href)).body.pagination.total).toBe(112);
  });

  it("answers 304 for a current entity tag, not after a new relationship, and 404 for an unknown CI", async () => {
    const [a, b] = await Promise.all([app.create(), app.create()]);
    const path = `/v1/cmdb/ci/${a}`;
    const tag = (await app.get(path)).headers.get("etag")!;
    const held = { headers: { "if-none-match": tag } };
    expect((await app.get(path, held)).status).toBe(304);
    await app.world.relate(a!, b!);
    const again = await app.get(path, held);
    expect(again.status).toBe(200);
    expect(again.body.relationships).toHaveLength(1);
    for (const id of [newId(), "nonsense", a!.toUpperCase(), "%00", "..%2f"]) {
      expect(await app.get(`/v1/cmdb/ci/${id}`)).toMatchObject({
        status: 404,
        body: { error: { code: "RESOURCE_NOT_FOUND" } },
      });
    }
  });
});

describe("PUT /v1/cmdb/ci/{id}", () => {
  it("returns the whole CI with its new entity tag", async () => {
    const id = await app.create({ attributes: { a: 1, b: { c: 2 } }, custom_fields: { d: 3 } });
    const answer = await app.put(`/v1/cmdb/ci/${id}`, { attributes: { a: null, b: { e: 4 } }, status: "inactive" });
    expect(answer.status).toBe(200);
    expect(whole.parse(answer.body)).toMatchObject({
      id,
      status: "inactive",
      attributes: { b: { c: 2, e: 4 } },
      custom_fields: { d: 3 },
    });
    expect(answer.headers.get("etag")).toBe('"2"');
    expect((await app.get(`/v1/cmdb/ci/${id}`)).body).toEqual(answer.body);
  });

  it("accepts the body of GET without a change", async () => {
    const [id, other] = await Promise.all([
      app.create({ description: "d", attributes: { a: [1, { b: null }] }, custom_fields: { c: "x" } }),
      app.create(),
    ]);
    await app.world.relate(id!, other!);
    const read = await app.get(`/v1/cmdb/ci/${id}`);
    const sent = { ...read.body, created_at: "whatever", created_by: 5, updated_by: null, relationships: "ignored" };
    const answer = await app.put(`/v1/cmdb/ci/${id}`, { ...sent, _id: "x" });
    expect(answer).toMatchObject({ status: 200, body: read.body });
    expect(answer.headers.get("etag")).toBe(read.headers.get("etag"));
  });

  it.each([
    [{ name: null }, "name"],
    [{ type: null }, "type"],
    [{ status: null }, "status"],
    [{ attributes: null }, "attributes"],
    [{ attributes: "x" }, "attributes"],
    [{ name: "" }, "name"],
    [{ status: "gone" }, "status"],
    [{ version: 3 }, "version"],
    [{ customFields: {} }, "customFields"],
    [{ createdAt: "x" }, "createdAt"],
  ])("refuses %j naming %s", async (body, field) => {
    const id = await app.create();
    const answer = await app.put(`/v1/cmdb/ci/${id}`, body);
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
    expect((await app.put(`/v1/cmdb/ci/${newId()}`, body)).status).toBe(404);
  });

  it("accepts null for description and custom_fields", async () => {
    const id = await app.create({ description: "d", custom_fields: { a: 1 } });
    const { body } = await app.put(`/v1/cmdb/ci/${id}`, { description: null, custom_fields: null });
    expect(body).toMatchObject({ description: null, custom_fields: {} });
  });

  it("refuses a stale entity tag with 412 and a taken name with 409", async () => {
    const name = unique();
    const [id, taken] = await Promise.all([app.create(), app.create({ name })]);
    const path = `/v1/cmdb/ci/${id}`;
    const fresh = (await app.get(path)).headers.get("etag")!;
    expect((await app.put(path, { description: "1" }, { headers: { "if-match": fresh } })).status).toBe(200);
    const stale = await app.put(path, { description: "2" }, { headers: { "if-match": fresh } });
    expect(stale).toMatchObject({ status: 412, body: { error: { code: "PRECONDITION_FAILED" } } });
    expect((await app.delete(path, { headers: { "if-match": fresh } })).status).toBe(412);
    expect(await app.put(path, { name })).toMatchObject({
      status: 409,
      body: { error: { code: "CONFLICT", details: [{ field: "name", existing_id: taken }] } },
    });
  });

  it("loses no write of 100 callers to 100 keys", async () => {
    const id = await app.create();
    const keys = Array.from({ length: 100 }, (_, i) => `k${i}`);
    const answers = await Promise.all(
      keys.map((key) => app.put(`/v1/cmdb/ci/${id}`, { custom_fields: { [key]: key } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(Object.keys((await app.get(`/v1/cmdb/ci/${id}`)).body.custom_fields).sort()).toEqual(keys.sort());
  });
});

describe("DELETE /v1/cmdb/ci/{id} and POST /v1/cmdb/ci/{id}/restore", () => {
  it("reports how many relationships were deleted, and restores them", async () => {
    const [a, b, c] = await Promise.all([app.create(), app.create(), app.create()]);
    await app.world.relate(a!, b!);
    const path = `/v1/cmdb/ci/${b}`;
    expect(await app.delete(path, { headers: { "if-match": "*" } })).toMatchObject({
      status: 200,
      body: { message: "CI deleted with 1 relationship" },
    });
    expect((await app.delete(path)).status).toBe(404);
    expect((await app.delete(`/v1/cmdb/ci/${c}`)).body).toEqual({ message: "CI deleted with 0 relationships" });
    const back = await app.call("POST", `${path}/restore`);
    expect(back).toMatchObject({
      status: 200,
      body: { id: b, relationships: [{ target_ci: a, direction: "incoming" }] },
    });
    expect(whole.parse(back.body)).toEqual((await app.get(path)).body);
    expect(back.headers.get("etag")).toBe((await app.get(path)).headers.get("etag"));
    expect((await app.call("POST", `${path}/restore`)).status).toBe(404);
    expect((await app.call("POST", `/v1/cmdb/ci/nonsense/restore`)).status).toBe(404);
  });

  it("with protect lists the dependents of the CI", async () => {
    const [a, b] = await Promise.all([app.create(), app.create()]);
    await app.world.relate(a!, b!);
    const refused = await app.delete(`/v1/cmdb/ci/${b}?protect=true`);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: "CONFLICT", dependents: [{ id: a, type: "server" }] } },
    });
    expect((await app.delete(`/v1/cmdb/ci/${b}?protect=maybe`)).status).toBe(400);
    expect((await app.delete(`/v1/cmdb/ci/${newId()}?protect=maybe`)).status).toBe(404);
    expect((await app.delete(`/v1/cmdb/ci/${a}?protect=true`)).status).toBe(200);
  });

  it("answers 409 if the name has been taken", async () => {
    const name = unique();
    const id = await app.create({ name });
    await app.delete(`/v1/cmdb/ci/${id}`);
    const taker = await app.create({ name });
    expect(await app.call("POST", `/v1/cmdb/ci/${id}/restore`)).toMatchObject({
      status: 409,
      body: { error: { details: [{ field: "name", existing_id: taker }] } },
    });
  });
});

describe("access to /v1/cmdb/ci", () => {
  const cases: [string, string, Scope][] = [
    ["GET", "/cmdb/ci", "cmdb.read"],
    ["GET", "/cmdb/ci/{id}", "cmdb.read"],
    ["POST", "/cmdb/ci", "cmdb.write"],
    ["PUT", "/cmdb/ci/{id}", "cmdb.write"],
    ["DELETE", "/cmdb/ci/{id}", "cmdb.delete"],
  ];
  const all: Scope[] = ["cmdb.read", "cmdb.write", "cmdb.delete"];

  it.each([
    ...cases.flatMap(
      ([method, path, scope]) =>
        [
          [method, `/v1${path}`, scope],
          [method, `/api${path}`, scope],
        ] as const,
    ),
    ["POST", "/v1/cmdb/ci/{id}/restore", "cmdb.write"],
    ["POST", "/v1/cmdb/ci/bulk", "cmdb.write"],
    ["GET", "/v1/cmdb/ci/{id}/history", "cmdb.read"],
  ] as const)("%s %s needs %s", async (method, pattern, scope) => {
    const path = pattern.replace("{id}", newId());
    const scopes = all.filter((each) => each !== scope);
    const text = method === "GET" || method === "DELETE" ? {} : { text: "{}" };
    const refused = await app.call(method, path, { scopes, ...text });
    expect(refused).toMatchObject({
      status: 403,
      body: { required_scope: scope, error: { code: "PERMISSION_DENIED" } },
    });
    expect([200, 400, 404]).toContain((await app.call(method, path, { scopes: [scope], ...text })).status);
  });

  it("answers 404 to another tenant", async () => {
    const id = await app.create();
    const stranger = { tenantId: newId() };
    for (const base of ["/v1", "/api"]) {
      const path = `${base}/cmdb/ci/${id}`;
      const unknown = `${base}/cmdb/ci/${newId()}`;
      const message = (answer: { body: { error: { message: string } } }) => answer.body.error.message;
      for (const method of ["GET", "DELETE", "PUT"]) {
        const body = method === "PUT" ? { text: "{}" } : {};
        const answer = await app.call(method, path, { ...stranger, ...body });
        expect(answer.status).toBe(404);
        expect(message(answer)).toBe(message(await app.call(method, unknown, { ...stranger, ...body })));
      }
      expect((await app.get(`${base}/cmdb/ci`, stranger)).body.data).toEqual([]);
    }
    expect((await app.get(`/v1/cmdb/ci/${id}/history`, stranger)).status).toBe(404);
    expect((await app.get(`/v1/cmdb/ci/${id}`)).status).toBe(200);
  });
});
