import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve } from "../../../src/platform/http/server.ts";
import { PASSWORD } from "../../support/access.ts";
import { keyPair } from "../../support/assertions.ts";
import { type AccessApp, accessApp } from "./access-app.ts";

let http: AccessApp;
beforeAll(async () => {
  http = await accessApp();
});
afterAll(() => http.close());

describe("credentials on a request", () => {
  const path = "/v1/discovery/tokens";

  it("are accepted as bearer, in the key header and in the query", async () => {
    const body = { name: "k", scopes: ["discovery.configure"] };
    const { apiKey } = (await http.call("POST", "/v1/auth/api-keys", { bearer: http.token, body })).body;
    expect((await http.call("GET", path, { bearer: apiKey })).status).toBe(200);
    expect((await http.call("GET", path, { headers: { "x-api-key": apiKey } })).status).toBe(200);
    expect((await http.call("GET", `${path}?api_key=${apiKey}`)).status).toBe(200);
    expect((await http.call("GET", `${path}?api_key=${apiKey}`, { bearer: http.token })).status).toBe(401);
    expect((await http.call("GET", `${path}?api_key=${http.token}`)).status).toBe(401);
    expect((await http.call("GET", `${path}?api_key=${apiKey}&api_key=x`)).status).toBe(401);
    expect((await http.call("GET", `${path}?api_key=x&api_key=${apiKey}`)).status).toBe(401);
    expect((await http.call("GET", `${path}?api_key=${apiKey}&api_key=${apiKey}`)).status).toBe(200);
  });

  it("answer 401 with a challenge when missing or wrong", async () => {
    const missing = await http.call("GET", path);
    expect(missing).toMatchObject({ status: 401, body: { error: { code: "AUTHENTICATION_REQUIRED" } } });
    expect(missing.headers.get("www-authenticate")).toBe('Bearer realm="orrery"');
    const wrong = await http.call("GET", path, { bearer: "nonsense" });
    expect(wrong).toMatchObject({ status: 401, body: { error: { code: "AUTHENTICATION_REQUIRED" } } });
    expect(wrong.headers.get("www-authenticate")).toBe('Bearer realm="orrery", error="invalid_token"');
  });
});

describe("a token of a user whom another process has just deleted", () => {
  const { publicPem } = keyPair();
  it.each<[string, string, object]>([
    ["an API key", "/v1/auth/api-keys", { name: "k", scopes: ["cmdb.read"] }],
    ["a service account", "/v1/auth/service-accounts", { name: "s", scopes: ["cmdb.read"], public_key: publicPem }],
    [
      "an OAuth client",
      "/v1/auth/oauth-clients",
      { name: "c", scopes: ["cmdb.read"], redirect_uris: ["https://app.example.com/"] },
    ],
    ["a second factor", "/v1/auth/totp/enroll", {}],
  ])("cannot create %s", async (_what, path, body) => {
    const bearer = await http.userWith("cmdb.read");
    const { id } = (await http.call("GET", "/v1/auth/me", { bearer })).body;
    await http.postgres.query("delete from users where id = $1", [id]);
    const { status, body: answer } = await http.call("POST", path, { bearer, body });
    expect([401, 404], JSON.stringify(answer)).toContain(status);
  });
});

describe("a key that expires within 14 days", () => {
  const path = "/v1/discovery/tokens";
  const newKey = async (expiresIn: string) => {
    const body = { name: "k", scopes: ["discovery.configure", "discovery.submit"], expiresIn };
    return (await http.call("POST", "/v1/auth/api-keys", { bearer: http.token, body })).body;
  };

  it("has X-API-Key-Expires in every answer to it, and in no other", async () => {
    const { apiKey, expiresAt } = await newKey("14d");
    const headers = { "x-api-key": apiKey };
    const asked: [string, string, object?][] = [
      ["GET", path],
      ["GET", "/api/discovery/tokens"],
      ["GET", `${path}/unknown`],
      ["GET", "/v1/auth/api-keys"],
      ["POST", path, {}],
      ["POST", path, { name: "s", expires_in: "1d" }],
    ];
    const statuses = [];
    for (const [method, address, body] of asked) {
      const answer = await http.call(method, address, { headers, ...(body && { body }) });
      expect(answer.headers.get("x-api-key-expires"), `${method} ${address}`).toBe(expiresAt);
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([200, 200, 404, 403, 400, 201]);
    const inQuery = await http.call("GET", `${path}?api_key=${apiKey}`);
    expect(inQuery.headers.get("x-api-key-expires")).toBe(expiresAt);
    for (const bearer of [http.token, (await newKey("15d")).apiKey, undefined, `${apiKey}x`]) {
      expect((await http.call("GET", path, { bearer })).headers.get("x-api-key-expires")).toBeNull();
    }
  });

  it("exposes X-API-Key-Expires to browsers", async () => {
    const { apiKey } = await newKey("1d");
    const headers = { "x-api-key": apiKey, origin: "https://console.example.com" };
    const exposed = (await http.call("GET", path, { headers })).headers.get("access-control-expose-headers");
    expect(exposed?.split(", ")).toContain("X-API-Key-Expires");
  });
});

describe("a key with allowedIps", () => {
  it("is checked against the peer of the connection, and refused like garbage", async () => {
    const make = async (allowedIps: string[]) => {
      const body = { name: "k", scopes: ["discovery.configure"], allowedIps };
      return http.call("POST", "/v1/auth/api-keys", { bearer: http.token, body });
    };
    const [near, far] = [await make(["127.0.0.0/8", "::1"]), await make(["192.0.2.0/24"])];
    expect([near.body.allowedIps, far.body.allowedIps]).toEqual([["127.0.0.0/8", "::1"], ["192.0.2.0/24"]]);
    const server = await serve({ app: http.app, host: "127.0.0.1", port: 0, origin: () => "http://localhost" });
    try {
      const ask = async (key: string) => {
        const headers = { "x-api-key": key, "x-forwarded-for": "192.0.2.7", forwarded: "for=192.0.2.7" };
        const answer = await fetch(`http://127.0.0.1:${server.port}/v1/discovery/tokens`, { headers });
        const { error } = (await answer.json()) as { error?: { code: string; message: string } };
        return `${answer.status} ${error?.code} ${error?.message}`;
      };
      expect(await ask(near.body.apiKey)).toMatch(/^200 /);
      expect(await ask(far.body.apiKey)).toBe(await ask("garbage"));
      expect(await ask(far.body.apiKey)).toMatch(/^401 AUTHENTICATION_REQUIRED /);
    } finally {
      await server.close(0);
    }
  });
});

describe("the log", () => {
  it("contains no password, token, key or email", async () => {
    const login = await http.call("POST", "/v1/auth/login", { body: { email: http.tenant.email, password: PASSWORD } });
    const key = await http.call("POST", "/v1/auth/api-keys", {
      bearer: http.token,
      body: { name: "k", scopes: ["discovery.configure"] },
    });
    await http.call("GET", `/v1/discovery/tokens?api_key=${key.body.apiKey}`);
    await http.call("POST", "/v1/auth/login", { body: { email: http.tenant.email, password: "a wrong password" } });
    await http.call("POST", "/v1/auth/refresh", { body: { refreshToken: `${login.body.refreshToken}x` } });
    await expect.poll(() => http.logged()).toContain("/v1/auth/refresh");
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
