import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD } from "../features/access/support.ts";
import { type AccessApp, accessApp } from "./access-app.ts";

let http: AccessApp;
beforeAll(async () => {
  http = await accessApp();
});
afterAll(() => http.close());

describe("credentials on a request", () => {
  const path = "/v1/discovery/tokens";

  it("are taken from the bearer, the key header and the query", async () => {
    const body = { name: "k", scopes: ["discovery.configure"] };
    const { apiKey } = (await http.call("POST", "/v1/auth/api-keys", { bearer: http.token, body })).body;
    expect((await http.call("GET", path, { bearer: apiKey })).status).toBe(200);
    expect((await http.call("GET", path, { headers: { "x-api-key": apiKey } })).status).toBe(200);
    expect((await http.call("GET", `${path}?api_key=${apiKey}`)).status).toBe(200);
    expect((await http.call("GET", `${path}?api_key=${apiKey}`, { bearer: http.token })).status).toBe(401);
    expect((await http.call("GET", `${path}?api_key=${http.token}`)).status).toBe(401);
  });

  it("that are missing or wrong are answered 401 with a challenge", async () => {
    const missing = await http.call("GET", path);
    expect(missing).toMatchObject({ status: 401, body: { error: { code: "AUTHENTICATION_REQUIRED" } } });
    expect(missing.headers.get("www-authenticate")).toBe('Bearer realm="orrery"');
    const wrong = await http.call("GET", path, { bearer: "nonsense" });
    expect(wrong).toMatchObject({ status: 401, body: { error: { code: "AUTHENTICATION_REQUIRED" } } });
    expect(wrong.headers.get("www-authenticate")).toBe('Bearer realm="orrery", error="invalid_token"');
  });
});

describe("the log", () => {
  it("holds no password, token, key or email", async () => {
    const login = await http.call("POST", "/v1/auth/login", { body: { email: http.tenant.email, password: PASSWORD } });
    const key = await http.call("POST", "/v1/auth/api-keys", {
      bearer: http.token,
      body: { name: "k", scopes: ["discovery.configure"] },
    });
    await http.call("GET", `/v1/discovery/tokens?api_key=${key.body.apiKey}`);
    await http.call("POST", "/v1/auth/login", { body: { email: http.tenant.email, password: "a wrong password" } });
    await http.call("POST", "/v1/auth/refresh", { body: { refreshToken: `${login.body.refreshToken}x` } });
    await expect.poll(() => http.logged(), { timeout: 2_000 }).toContain("/v1/auth/refresh");
    const text = http.logged();
    for (const secret of [
      PASSWORD,
      "a wrong password",
      http.token,
      login.body.token,
      login.body.refreshToken,
      key.body.apiKey,
      http.tenant.email,
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});
