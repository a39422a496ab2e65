import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { testTenant } from "../../support/access.ts";
import { type AccessApp, accessApp } from "./access-app.ts";

const DAY = 24 * 60 * 60_000;

let http: AccessApp;
beforeAll(async () => {
  http = await accessApp();
});
afterAll(() => http.close());

function cursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

describe("/v1/auth/api-keys", () => {
  const path = "/v1/auth/api-keys";

  it("creates, gets, lists and revokes keys; shows the secret once", async () => {
    const body = { name: " nightly export ", description: "reads CIs", scopes: ["cmdb.read"], expiresIn: "30d" };
    const made = await http.call("POST", path, { bearer: http.token, body });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      apiKey: expect.stringMatching(/^orr_test_[0-9A-Za-z]{43}$/),
      name: "nightly export",
      description: "reads CIs",
      scopes: ["cmdb.read"],
      createdAt: http.clock.now().toISOString(),
      expiresAt: new Date(http.clock.now().getTime() + 30 * DAY).toISOString(),
      lastUsedAt: null,
      allowedIps: null,
    });
    expect(made.headers.get("location")).toBe(`${path}/${made.body.id}`);
    const { apiKey, ...shown } = made.body;
    const got = await http.call("GET", `${path}/${shown.id}`, { bearer: http.token });
    expect(got).toMatchObject({ status: 200, body: shown });
    expect(JSON.stringify(got.body)).not.toContain(apiKey);
    const list = await http.call("GET", `${path}?sort=name&order=asc&limit=100`, { bearer: http.token });
    expect(list.body.data).toContainEqual(shown);
    expect(list.body.pagination).toMatchObject({ page: 1, limit: 100 });
    expect(Number(list.headers.get("x-total-count"))).toBe(list.body.pagination.total);
    expect(JSON.stringify(list.body)).not.toMatch(/orr_test_|hash/);

    expect((await http.call("GET", `${path}/${shown.id}`, { bearer: http.other })).status).toBe(404);
    expect((await http.call("DELETE", `${path}/${shown.id}`, { bearer: http.other })).status).toBe(404);
    expect((await http.call("DELETE", `${path}/not-an-id`, { bearer: http.token })).status).toBe(404);
    const revoked = await http.call("DELETE", `${path}/${shown.id}`, { bearer: http.token });
    expect(revoked).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect((await http.call("GET", `${path}/${shown.id}`, { bearer: http.token })).status).toBe(404);
  });

  it("expires after 90 days by default; takes days, weeks and ISO 8601 up to a year", async () => {
    for (const [expiresIn, days] of [
      [undefined, 90],
      ["365d", 365],
      ["4w", 28],
      ["P90D", 90],
    ] as const) {
      const { status, body } = await http.call("POST", path, {
        bearer: http.token,
        body: { name: "k", scopes: ["cmdb.read"], expiresIn },
      });
      expect(status).toBe(201);
      expect(Date.parse(body.expiresAt) - http.clock.now().getTime()).toBe(days * DAY);
    }
  });

  it.each([
    [{ scopes: ["cmdb.read"] }, "name"],
    [{ name: "", scopes: ["cmdb.read"] }, "name"],
    [{ name: "a\nb", scopes: ["cmdb.read"] }, "name"],
    [{ name: "x".repeat(256), scopes: ["cmdb.read"] }, "name"],
    [{ name: "k" }, "scopes"],
    [{ name: "k", scopes: [] }, "scopes"],
    [{ name: "k", scopes: "cmdb.read" }, "scopes"],
    [{ name: "k", scopes: ["cmdb.read", "root"] }, "scopes.1"],
    [{ name: "k", scopes: ["cmdb.read"], expiresIn: "366d" }, "expiresIn"],
    [{ name: "k", scopes: ["cmdb.read"], expiresIn: "0d" }, "expiresIn"],
    [{ name: "k", scopes: ["cmdb.read"], expiresIn: 90 }, "expiresIn"],
    [{ name: "k", scopes: ["cmdb.read"], expires_in: "1d" }, "expires_in"],
    [{ name: "k", scopes: ["cmdb.read"], user_id: "x" }, "user_id"],
    [{ name: "k", scopes: ["cmdb.read"], allowedIps: [] }, "allowedIps"],
    [{ name: "k", scopes: ["cmdb.read"], allowedIps: "192.0.2.1" }, "allowedIps"],
    [{ name: "k", scopes: ["cmdb.read"], allowedIps: ["192.0.2.1", "host.example.com"] }, "allowedIps.1"],
    [{ name: "k", scopes: ["cmdb.read"], allowedIps: Array(51).fill("192.0.2.1") }, "allowedIps"],
  ])("refuses %j, naming %s", async (body, field) => {
    const answer = await http.call("POST", path, { bearer: http.token, body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].field).toBe(field);
  });

  it("refuses a scope that the creator lacks with 403 naming it", async () => {
    const limited = await http.userWith("cmdb.read");
    const body = { name: "k", scopes: ["cmdb.read", "admin.users"] };
    const answer = await http.call("POST", path, { bearer: limited, body });
    expect(answer).toMatchObject({
      status: 403,
      body: { required_scope: "admin.users", error: { code: "PERMISSION_DENIED", required_scope: "admin.users" } },
    });
    expect(
      (await http.call("POST", path, { bearer: limited, body: { name: "k", scopes: ["cmdb.read"] } })).status,
    ).toBe(201);
  });

  it("needs a user's login token", async () => {
    const { body } = await http.call("POST", path, {
      bearer: http.token,
      body: { name: "k", scopes: ["admin.users"] },
    });
    const headers = { "x-api-key": body.apiKey };
    expect((await http.call("GET", path, { headers })).status).toBe(403);
    expect((await http.call("POST", path, { headers, body: { name: "k", scopes: ["admin.users"] } })).status).toBe(403);
    expect((await http.call("DELETE", `${path}/${body.id}`, { headers })).status).toBe(403);
    expect((await http.call("GET", path)).status).toBe(401);
  });

  it("creates one key by one Idempotency-Key, and does not repeat its secret", async () => {
    const body = { name: "once", scopes: ["cmdb.read"] };
    const headers = { "idempotency-key": newId() };
    const first = await http.call("POST", path, { bearer: http.token, body, headers });
    expect(first.status).toBe(201);
    const second = await http.call("POST", path, { bearer: http.token, body, headers });
    expect(second.status).toBe(409);
    expect(JSON.stringify(second.body)).toContain(first.body.id);
    expect(JSON.stringify(second.body)).not.toContain(first.body.apiKey);
  });

  it.each([
    "cursor=AAAA",
    "cursor=%00",
    "limit=0",
    "limit=101",
    "page=0",
    "sort=hash",
    "order=up",
    `cursor=${cursor({ by: "name desc", value: "a", id: "x" })}`,
    `cursor=${cursor({ by: "createdAt desc", value: "a\u0000", id: newId() })}`,
    `cursor=${cursor({ by: "createdAt desc", value: 1e300, id: newId() })}`,
    `cursor=${cursor({ by: "name asc", value: 5, id: newId() })}`,
  ])("refuses ?%s", async (query) => {
    const answer = await http.call("GET", `${path}?${query}`, { bearer: http.token });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
  });

  it("pages through the list by cursor", async () => {
    const mine = (await (await testTenant(http.access)).login()).token;
    for (const name of ["a", "b", "c"]) {
      await http.call("POST", path, { bearer: mine, body: { name, scopes: ["cmdb.read"] } });
    }
    const first = await http.call("GET", `${path}?limit=2&sort=name`, { bearer: mine });
    expect(first.body.data.map((key: { name: string }) => key.name)).toEqual(["a", "b"]);
    const next = first.body.pagination.next_cursor;
    const second = await http.call("GET", `${path}?limit=2&sort=name&cursor=${next}&fields=name`, { bearer: mine });
    expect(second.body.data).toEqual([{ id: expect.any(String), name: "c" }]);
    expect(second.body.pagination.next_cursor).toBeUndefined();
    expect((await http.call("GET", `${path}?limit=2&cursor=${next}`, { bearer: mine })).status).toBe(400);
  });
});
