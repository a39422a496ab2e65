import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fingerprint } from "../../../src/platform/http/idempotency.ts";
import { createIdempotencyStore } from "../../../src/platform/http/idempotency-store.ts";
import { derivedId, newId } from "../../../src/platform/ids.ts";
import { type CiApp, ciApp, type Sent, secrets } from "./ci-app.ts";

let app: CiApp;
beforeAll(async () => {
  app = await ciApp();
});
afterAll(() => app.close());

const unique = () => `ci ${newId()}`;
const create = (body: unknown, key: string, more: Sent = {}, path = "/v1/cmdb/ci") =>
  app.call("POST", path, { body, ...more, headers: { "idempotency-key": key, ...more.headers } });

/** A first try that made its CI, and whose process died a minute before now and before it could answer. */
async function diedAfterMaking(fields: { name: string; type: string }, key: string): Promise<string> {
  const { ctx, verbs, postgres } = app.world;
  const body = new TextEncoder().encode(JSON.stringify(fields));
  const claim = {
    tenantId: ctx.tenantId,
    route: "b:createCi",
    key,
    fingerprint: fingerprint("/v1/cmdb/ci", "", "application/json", body),
    claimId: newId(),
  };
  const state = await createIdempotencyStore(postgres, secrets).begin(claim);
  if (state.kind !== "fresh") throw new Error("the key is not free");
  await postgres.query("update idempotency_keys set started_at = now() - interval '61 seconds' where key = $1", [key]);
  const id = derivedId(ctx.tenantId, claim.route, key, state.seed, claim.fingerprint);
  await verbs.createCi(ctx, { fields, id });
  return id;
}

describe("POST /v1/cmdb/ci with an Idempotency-Key", () => {
  it("replays the first response with its headers, and creates nothing twice", async () => {
    const [key, name] = [newId(), unique()];
    const first = await create({ name, type: "server" }, key);
    const again = await create({ name, type: "server" }, key);
    expect(first.status).toBe(201);
    expect(again).toMatchObject({ status: 201, body: first.body });
    for (const header of ["location", "etag"]) expect(again.headers.get(header)).toBe(first.headers.get(header));
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(app.world.changes().filter((change) => change.subject.id === first.body.id)).toHaveLength(1);
  });

  it("refuses another body or query with 422, and keeps the first response", async () => {
    const [key, name] = [newId(), unique()];
    const first = await create({ name, type: "server" }, key);
    const others = [
      await create({ name, type: "printer" }, key),
      await create({ name, type: "server" }, key, {}, "/v1/cmdb/ci?allow_duplicate=true"),
    ];
    for (const other of others)
      expect(other).toMatchObject({ status: 422, body: { error: { code: "IDEMPOTENCY_MISMATCH" } } });
    expect((await create({ name, type: "server" }, key)).body).toEqual(first.body);
  });

  it("replays 400 and 409", async () => {
    const [wrong, taken] = [newId(), newId()];
    expect((await create({ name: "" }, wrong)).status).toBe(400);
    const repeated = await create({ name: "" }, wrong);
    expect(repeated.status).toBe(400);
    expect(repeated.headers.get("idempotency-replayed")).toBe("true");
    const name = unique();
    const id = await app.create({ name });
    expect((await create({ name, type: "server" }, taken)).status).toBe(409);
    await app.delete(`/v1/cmdb/ci/${id}`);
    expect(await create({ name, type: "server" }, taken)).toMatchObject({
      status: 409,
      body: { error: { details: [{ existing_id: id }] } },
    });
  });

  it("does not replay 403", async () => {
    const [key, body] = [newId(), { name: unique(), type: "server" }];
    expect((await create(body, key, { scopes: ["cmdb.read"] })).status).toBe(403);
    expect((await create(body, key)).status).toBe(201);
  });

  it("separates keys by tenant and by variant", async () => {
    const [key, body] = [newId(), { name: unique(), type: "server" }];
    const mine = await create(body, key);
    const theirs = await create(body, key, { tenantId: await app.world.newTenant() });
    expect(theirs.status).toBe(201);
    expect(theirs.body.id).not.toBe(mine.body.id);
    expect((await create(body, key, {}, "/api/cmdb/ci")).status).toBe(409);
  });

  it("serves one of many concurrent requests; the others wait or get its response", async () => {
    const [key, name] = [newId(), unique()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name, type: "server" }, key)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    for (const { status, body } of answers) {
      expect([201, 409]).toContain(status);
      if (status === 409) expect(body.error.message).toContain("still running");
    }
    const found = await app.get(`/v1/cmdb/ci?search=${encodeURIComponent(name)}`);
    expect(found.body.pagination.total).toBe(1);
  });

  it("returns the CI of an attempt that died before it responded", async () => {
    const [key, name] = [newId(), unique()];
    const id = await diedAfterMaking({ name, type: "server" }, key);
    const retry = await create({ name, type: "server" }, key);
    expect(retry).toMatchObject({ status: 201, body: { id, name } });
    expect(app.world.changes().filter((change) => change.subject.id === id)).toHaveLength(1);
  });

  it("returns that CI even if it has been deleted, and creates no second one", async () => {
    const [key, name] = [newId(), unique()];
    const id = await diedAfterMaking({ name, type: "server" }, key);
    expect((await app.delete(`/v1/cmdb/ci/${id}`)).status).toBe(200);
    expect(await create({ name, type: "server" }, key)).toMatchObject({ status: 201, body: { id } });
    expect((await app.get(`/v1/cmdb/ci/${id}`)).status).toBe(404);
    expect((await app.post(`/v1/cmdb/ci/${id}/restore`, undefined)).status).toBe(200);
    expect((await app.delete(`/v1/cmdb/ci/${id}`)).status).toBe(200);
  });

  it("accepts the key for another request after a day", async () => {
    const key = newId();
    const [old, name] = [unique(), unique()];
    const first = await create({ name: old, type: "server" }, key);
    await app.world.postgres.query("update idempotency_keys set expires_at = now() where key = $1", [key]);
    const next = await create({ name, type: "server" }, key);
    expect(next).toMatchObject({ status: 201, body: { name } });
    expect(next.body.id).not.toBe(first.body.id);
    await app.world.postgres.query("update idempotency_keys set expires_at = now() where key = $1", [key]);
    expect((await create({ name, type: "server" }, key)).status).toBe(409);
  });

  it("refuses a malformed key", async () => {
    for (const key of ["x".repeat(256), "ключ"]) {
      const headers = { "idempotency-key": encodeURI(key) === key ? key : "a\u00e9" };
      const answer = await app.call("POST", "/v1/cmdb/ci", { body: { name: unique(), type: "server" }, headers });
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: "Idempotency-Key" }] } } });
    }
  });
});
