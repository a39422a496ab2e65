import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { PASSWORD, testTenant } from "../../support/access.ts";
import { type AccessApp, accessApp } from "./access-app.ts";

let http: AccessApp;
beforeAll(async () => {
  http = await accessApp();
});
afterAll(() => http.close());

describe("login, refresh, logout", () => {
  it("work in variant B", async () => {
    const login = await http.call("POST", "/v1/auth/login", {
      body: {
        email: http.tenant.email.toUpperCase(),
        password: PASSWORD,
        totp_code: "123456",
        tenant: http.tenant.name,
      },
    });
    expect(login.status).toBe(200);
    expect(login.body).toEqual({
      token: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: 900,
      user: { id: expect.any(String), email: http.tenant.email, tenant: http.tenant.name },
    });
    const refreshed = await http.call("POST", "/v1/auth/refresh", { body: { refreshToken: login.body.refreshToken } });
    expect(refreshed.status).toBe(200);
    expect(Object.keys(refreshed.body).sort()).toEqual(["expiresIn", "refreshToken", "token", "user"]);
    const logout = await http.call("POST", "/v1/auth/logout", { bearer: refreshed.body.token });
    expect(logout).toMatchObject({ status: 200, body: { message: "Logged out" } });
    expect((await http.call("GET", "/v1/auth/api-keys", { bearer: refreshed.body.token })).status).toBe(401);
    const reused = await http.call("POST", "/v1/auth/refresh", { body: { refreshToken: refreshed.body.refreshToken } });
    expect(reused).toMatchObject({ status: 401, body: { error: { code: "AUTH_FAILED" } } });
  });

  it("refuse a used refresh token, and end the login when it comes more than ten seconds after its first use", async () => {
    const body = { email: http.tenant.email, password: PASSWORD };
    const login = await http.call("POST", "/v1/auth/login", { body });
    const refresh = (refreshToken: string) => http.call("POST", "/v1/auth/refresh", { body: { refreshToken } });
    const statusOf = async (token: string) => (await http.call("GET", "/v1/auth/me", { bearer: token })).status;
    const second = await refresh(login.body.refreshToken);
    http.clock.advance(10_000);
    const soon = await refresh(login.body.refreshToken);
    expect([soon.status, soon.body.error.code]).toEqual([401, "AUTH_FAILED"]);
    expect(await statusOf(second.body.token)).toBe(200);
    http.clock.advance(1);
    const late = await refresh(login.body.refreshToken);
    expect([late.status, late.body.error]).toEqual([401, { ...soon.body.error, request_id: expect.any(String) }]);
    expect(await statusOf(second.body.token)).toBe(401);
    expect((await refresh(second.body.refreshToken)).status).toBe(401);
  });

  it("answer in the envelope in variant A, on success and on failure", async () => {
    const login = await http.call("POST", "/api/auth/login", {
      body: { username: http.tenant.email, password: PASSWORD },
    });
    expect(login.status).toBe(200);
    expect(login.body).toMatchObject({ success: true, data: { expiresIn: 900, user: { email: http.tenant.email } } });
    expect(login.body.data.refreshToken).toMatch(/^orrr_/);
    const failed = await http.call("POST", "/api/auth/login", {
      body: { username: http.tenant.email, password: "not this one" },
    });
    expect(failed.status).toBe(401);
    expect(failed.body).toMatchObject({
      success: false,
      error: { code: "AUTH_FAILED", request_id: failed.headers.get("x-request-id") },
    });
    expect(JSON.stringify(failed.body)).not.toContain(http.tenant.email);
  });

  it.each([
    ["/v1/auth/login", { password: "x" }, "email"],
    ["/v1/auth/login", { email: "no address", password: "x" }, "email"],
    ["/v1/auth/login", { email: "a@example.com", password: 5 }, "password"],
    ["/v1/auth/login", { email: "a@example.com", password: "" }, "password"],
    ["/v1/auth/login", { email: "a@example.com", password: "x", totp_code: 123456 }, "totp_code"],
    ["/v1/auth/login", { email: "a@example.com", password: "x", tenant: "" }, "tenant"],
    ["/v1/auth/login", { email: "a@example.com", password: "x", admin: true }, "admin"],
    ["/v1/auth/refresh", {}, "refreshToken"],
    ["/v1/auth/refresh", { refreshToken: ["a"] }, "refreshToken"],
    ["/v1/auth/refresh", { refresh_token: "a" }, "refreshToken"],
  ])("at %s refuse %j, naming %s", async (path, body, field) => {
    const answer = await http.call("POST", path, { body });
    expect(answer.status).toBe(400);
    const fields = answer.body.error.details.map((detail: { field: string }) => detail.field);
    expect(fields).toContain(field);
  });

  it("are rate-limited by address, 20 a minute, before authentication", async () => {
    const answer = await http.call("POST", "/v1/auth/refresh", { body: { refreshToken: "x" } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("x-ratelimit-limit")).toBe("2000");
    const routes = [...http.access.routes.v1, ...http.access.routes.api].filter((route) => route.access.public);
    expect(routes.map((route) => route.limit)).toEqual(["login", "login", "login", "login"]);
  });

  it("make callers wait after five failures, in both variants, with and without such a user", async () => {
    const other = await testTenant(http.access);
    for (const email of [other.email, `${newId()}@example.com`]) {
      const wrong = { password: "wrong password", tenant: other.name };
      const v1 = () => http.call("POST", "/v1/auth/login", { body: { email, ...wrong } });
      const api = () => http.call("POST", "/api/auth/login", { body: { username: email, ...wrong } });
      for (const attempt of [v1, api, v1, api, v1]) expect((await attempt()).status).toBe(401);
      for (const [refused, envelope] of [
        [await v1(), {}],
        [await api(), { success: false }],
      ] as const) {
        expect(refused).toMatchObject({ status: 429, body: { ...envelope, error: { code: "RATE_LIMIT_EXCEEDED" } } });
        expect(refused.headers.get("retry-after")).toBe("1");
        expect(refused.headers.get("x-ratelimit-reset-after")).toBe("1");
        expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
        expect(JSON.stringify(refused.body)).not.toContain("@");
      }
    }
  });

  it("log out with a user's login token only", async () => {
    const { body } = await http.call("POST", "/v1/auth/api-keys", {
      bearer: http.token,
      body: { name: "k", scopes: ["cmdb.read"] },
    });
    const answer = await http.call("POST", "/v1/auth/logout", { headers: { "x-api-key": body.apiKey } });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: "PERMISSION_DENIED" } } });
    expect((await http.call("POST", "/v1/auth/logout")).status).toBe(401);
  });
});
