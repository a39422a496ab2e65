import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type AccessApp, accessApp } from "./access-app.ts";

const path = "/v1/auth/oauth-clients";

let http: AccessApp;
beforeAll(async () => {
  http = await accessApp();
});
afterAll(() => http.close());

const body = (more: Record<string, unknown> = {}) => ({
  name: "inventory app",
  redirect_uris: ["https://app.example.com/callback"],
  scopes: ["cmdb.read"],
  ...more,
});

const make = (more: Record<string, unknown> = {}, bearer = http.token, headers: Record<string, string> = {}) =>
  http.call("POST", path, { bearer, body: body(more), headers });

describe(path, () => {
  it("registers, gets, lists and revokes clients, and shows a secret once", async () => {
    const made = await make({ name: " inventory app " });
    expect(made.status).toBe(201);
    const { client_secret, ...client } = made.body;
    expect(client_secret).toMatch(/^orrs_test_[0-9A-Za-z]{43}$/);
    expect(client).toEqual({
      id: expect.any(String),
      client_id: client.id,
      name: "inventory app",
      redirect_uris: ["https://app.example.com/callback"],
      scopes: ["cmdb.read"],
      public: false,
      created_at: http.clock.now().toISOString(),
    });
    const place = `${path}/${client.client_id}`;
    expect(made.headers.get("location")).toBe(place);
    expect((await http.call("GET", place, { bearer: http.token })).body).toEqual(client);
    const list = await http.call("GET", `${path}?sort=name&order=asc&limit=100`, { bearer: http.token });
    expect(list.body.data).toContainEqual(client);
    expect(Number(list.headers.get("x-total-count"))).toBe(list.body.pagination.total);
    expect((await http.call("GET", path, { bearer: http.other })).body.data).toEqual([]);
    for (const method of ["GET", "DELETE"]) {
      expect((await http.call(method, place, { bearer: http.other })).status).toBe(404);
      expect((await http.call(method, `${path}/x`, { bearer: http.token })).status).toBe(404);
    }
    const revoked = await http.call("DELETE", place, { bearer: http.token });
    expect(revoked).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect((await http.call("GET", place, { bearer: http.token })).status).toBe(404);
    expect((await http.call("DELETE", place, { bearer: http.token })).status).toBe(404);
  });

  it("issues no secret to a public client", async () => {
    const made = await make({ public: true });
    expect(made).toMatchObject({ status: 201, body: { public: true } });
    expect(made.body).not.toHaveProperty("client_secret");
  });

  it("shows users their own clients, and users with admin.users all of the tenant", async () => {
    const limited = await http.userWith("cmdb.read");
    const mine = await make({}, limited);
    const admins = await make();
    const seen = async (bearer: string) =>
      (await http.call("GET", `${path}?limit=100`, { bearer })).body.data.map(({ id }: { id: string }) => id);
    expect(await seen(limited)).toEqual([mine.body.id]);
    expect(await seen(http.token)).toEqual(expect.arrayContaining([mine.body.id, admins.body.id]));
    expect((await http.call("DELETE", `${path}/${admins.body.id}`, { bearer: limited })).status).toBe(404);
    expect((await http.call("DELETE", `${path}/${mine.body.id}`, { bearer: http.token })).status).toBe(200);
  });

  it("pages through a long list by cursor", async () => {
    const limited = await http.userWith("cmdb.read");
    const ids = new Set<string>();
    for (let i = 0; i < 5; i++) ids.add((await make({}, limited)).body.id);
    for (const order of ["sort=name&order=desc", "sort=created_at&order=asc"]) {
      const seen: string[] = [];
      let cursor = "";
      do {
        const page = await http.call("GET", `${path}?${order}&limit=2${cursor}`, { bearer: limited });
        expect(page.status).toBe(200);
        seen.push(...page.body.data.map(({ id }: { id: string }) => id));
        cursor = page.body.pagination.next_cursor ? `&cursor=${page.body.pagination.next_cursor}` : "";
      } while (cursor !== "");
      expect(seen).toHaveLength(5);
      expect(new Set(seen)).toEqual(ids);
    }
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["no name", { name: undefined }, "name"],
    ["a name of control characters", { name: "a\u0007" }, "name"],
    ["a long name", { name: "x".repeat(256) }, "name"],
    ["no scopes", { scopes: [] }, "scopes"],
    ["an unknown scope", { scopes: ["root"] }, "scopes.0"],
    ["no address", { redirect_uris: [] }, "redirect_uris"],
    [
      "too many addresses",
      { redirect_uris: Array.from({ length: 11 }, (_, i) => `https://a.example.com/${i}`) },
      "redirect_uris",
    ],
    ["a bad address", { redirect_uris: ["https://a.example.com/", "http://a.example.com/"] }, "redirect_uris.1"],
    ["a long address", { redirect_uris: [`https://a.example.com/${"x".repeat(2_000)}`] }, "redirect_uris.0"],
    ["an odd kind", { public: "yes" }, "public"],
    ["an unknown field", { secret: "x" }, "secret"],
  ])("refuses %s", async (_name, more, field) => {
    const answer = await make(more);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].field).toBe(field);
  });

  it("refuses a scope that the creator lacks with 403 naming it, and all but a user's login token", async () => {
    const limited = await http.userWith("cmdb.read");
    const beyond = await make({ scopes: ["admin.users"] }, limited);
    expect(beyond).toMatchObject({ status: 403, body: { required_scope: "admin.users" } });
    const key = await http.call("POST", "/v1/auth/api-keys", {
      bearer: http.token,
      body: { name: "k", scopes: ["cmdb.read"] },
    });
    const headers = { "x-api-key": key.body.apiKey };
    expect((await http.call("POST", path, { body: body(), headers })).status).toBe(403);
    expect((await http.call("GET", path, { headers })).status).toBe(403);
    expect((await http.call("GET", path)).status).toBe(401);
  });

  it("creates one client by one Idempotency-Key, and does not repeat its secret", async () => {
    const key = { "idempotency-key": newId() };
    const first = await make({}, http.token, key);
    const second = await make({}, http.token, key);
    expect([first.status, second.status]).toEqual([201, 409]);
    expect(JSON.stringify(second.body)).toContain(first.body.client_id);
    expect(JSON.stringify(second.body)).not.toContain(first.body.client_secret);
  });
});
