import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccessApp, accessApp } from "./access-app.ts";

const DAY = 24 * 60 * 60_000;

let http: AccessApp;
beforeAll(async () => {
  http = await accessApp();
});
afterAll(() => http.close());

describe("discovery tokens", () => {
  it("are created, read and revoked by variant B in snake case", async () => {
    const path = "/v1/discovery/tokens";
    const made = await http.call("POST", path, { bearer: http.token, body: { name: "scanner", expires_in: "7d" } });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      token: expect.stringMatching(/^orrd_test_[0-9A-Za-z]{43}$/),
      name: "scanner",
      description: null,
      scopes: ["discovery.submit"],
      created_at: http.clock.now().toISOString(),
      expires_at: new Date(http.clock.now().getTime() + 7 * DAY).toISOString(),
      last_used_at: null,
      allowed_ips: null,
    });
    expect(made.headers.get("location")).toBe(`${path}/${made.body.id}`);
    const { token: secret, ...shown } = made.body;
    expect((await http.call("GET", `${path}/${shown.id}`, { bearer: http.token })).body).toEqual(shown);
    const list = await http.call("GET", `${path}?limit=1`, { bearer: http.token });
    expect(list.body.data).toEqual([shown]);
    for (const headers of [{ authorization: `Bearer ${secret}` }, { "x-api-key": secret }]) {
      const answer = await http.call("GET", path, { headers });
      expect(answer).toMatchObject({ status: 403, body: { required_scope: "discovery.configure" } });
    }
    expect((await http.call("DELETE", `${path}/${shown.id}`, { bearer: http.other })).status).toBe(404);
    expect((await http.call("DELETE", `${path}/${shown.id}`, { bearer: http.token })).status).toBe(200);
    expect((await http.call("GET", path, { headers: { "x-api-key": secret } })).status).toBe(401);
  });

  it("are created, read and revoked by variant A in its envelope, with either spelling", async () => {
    const path = "/api/discovery/tokens";
    for (const name of ["expiresIn", "expires_in"]) {
      const body = { name: "scanner", [name]: "P1D", scopes: ["discovery.submit", "discovery.read"] };
      const made = await http.call("POST", path, { bearer: http.token, body });
      expect(made.status).toBe(201);
      expect(made.body).toEqual({
        success: true,
        data: {
          _id: expect.any(String),
          token: expect.stringMatching(/^orrd_test_/),
          name: "scanner",
          description: null,
          scopes: ["discovery.submit", "discovery.read"],
          createdAt: http.clock.now().toISOString(),
          expiresAt: new Date(http.clock.now().getTime() + DAY).toISOString(),
          lastUsedAt: null,
          allowedIps: null,
        },
      });
    }
    const list = await http.call("GET", `${path}?sort=-createdAt&limit=2`, { bearer: http.token });
    expect(list.body).toMatchObject({ success: true, pagination: { page: 1, limit: 2 } });
    expect(list.body.data[0]).not.toHaveProperty("token");
    const id = list.body.data[0]._id;
    expect((await http.call("GET", `/v1/discovery/tokens/${id}`, { bearer: http.token })).body.id).toBe(id);
    const revoked = await http.call("DELETE", `${path}/${id}`, { bearer: http.token });
    expect(revoked).toMatchObject({ status: 200, body: { success: true, data: { message: expect.any(String) } } });
    expect((await http.call("GET", `${path}/${id}`, { bearer: http.token })).status).toBe(404);
  });

  it.each([
    ["/v1", { name: "s", scopes: ["cmdb.read"] }, "scopes.0"],
    ["/v1", { name: "s", scopes: ["discovery.configure"] }, "scopes.0"],
    ["/v1", { name: "s", scopes: [] }, "scopes"],
    ["/v1", { name: "s", expires_in: "1y" }, "expires_in"],
    ["/v1", { name: "s", expiresIn: "1d" }, "expiresIn"],
    ["/v1", {}, "name"],
  ])("at %s refuse %j, naming %s", async (base, body, field) => {
    const answer = await http.call("POST", `${base}/discovery/tokens`, { bearer: http.token, body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].field).toBe(field);
  });

  it("name a faulty field in variant A in the caller's spelling", async () => {
    const answer = await http.call("POST", "/api/discovery/tokens", {
      bearer: http.token,
      body: { name: "s", expiresIn: "1y" },
    });
    expect(answer).toMatchObject({ status: 400, body: { error: { details: { field: "expiresIn" } } } });
  });

  it("need discovery.configure", async () => {
    const limited = await http.userWith("discovery.read", "discovery.execute");
    for (const base of ["/v1", "/api"]) {
      const answer = await http.call("POST", `${base}/discovery/tokens`, { bearer: limited, body: { name: "s" } });
      expect(answer).toMatchObject({ status: 403, body: { required_scope: "discovery.configure" } });
    }
  });
});
