import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { assertionOf, GRANT_TYPE, type Json, keyPair } from "../../support/assertions.ts";
import { type AccessApp, accessApp } from "./access-app.ts";

const path = "/v1/auth/service-accounts";
const tokenPath = "/v1/auth/service-account/token";
const program = keyPair();

let http: AccessApp;
beforeAll(async () => {
  http = await accessApp();
});
afterAll(() => http.close());

const body = (more: Json = {}) => ({
  name: "nightly import",
  scopes: ["discovery.configure"],
  public_key: program.publicPem,
  ...more,
});

const register = async (more: Json = {}) =>
  (await http.call("POST", path, { bearer: http.token, body: body(more) })).body;

const assertion = (id: string, claims: Json = {}) =>
  assertionOf(id, "http://localhost", program, { now: http.clock.now(), ...claims });

const exchange = (text: string) => http.call("POST", tokenPath, { form: { grant_type: GRANT_TYPE, assertion: text } });

describe(path, () => {
  it("registers, lists and revokes accounts, and never shows a key", async () => {
    const made = await http.call("POST", path, { bearer: http.token, body: body({ name: " nightly import " }) });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      name: "nightly import",
      scopes: ["discovery.configure"],
      created_at: http.clock.now().toISOString(),
    });
    expect(made.headers.get("location")).toBe(`${path}/${made.body.id}`);
    const list = await http.call("GET", `${path}?sort=name&order=asc&limit=100`, { bearer: http.token });
    expect(list.body.data).toContainEqual(made.body);
    expect(Number(list.headers.get("x-total-count"))).toBe(list.body.pagination.total);
    const theirs = await http.call("GET", path, { bearer: http.other });
    expect(theirs.body.data).toEqual([]);
    const place = `${path}/${made.body.id}`;
    expect((await http.call("DELETE", place, { bearer: http.other })).status).toBe(404);
    expect((await http.call("DELETE", `${path}/x`, { bearer: http.token })).status).toBe(404);
    const revoked = await http.call("DELETE", place, { bearer: http.token });
    expect(revoked).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect((await http.call("DELETE", place, { bearer: http.token })).status).toBe(404);
  });

  it("pages through a long list by cursor", async () => {
    const limited = await http.userWith("cmdb.read");
    const ids = new Set<string>();
    for (let i = 0; i < 5; i++) {
      const made = await http.call("POST", path, { bearer: limited, body: body({ scopes: ["cmdb.read"] }) });
      ids.add(made.body.id);
    }
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

  it.each<[string, () => Json, string]>([
    ["no name", () => ({ name: undefined }), "name"],
    ["no scopes", () => ({ scopes: [] }), "scopes"],
    ["an unknown scope", () => ({ scopes: ["root"] }), "scopes.0"],
    ["no key", () => ({ public_key: undefined }), "public_key"],
    ["a short key", () => ({ public_key: keyPair(1_024).publicPem }), "public_key"],
    [
      "an elliptic key",
      () => ({
        public_key: generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({
          type: "spki",
          format: "pem",
        }),
      }),
      "public_key",
    ],
    [
      "a private key",
      () => ({ public_key: program.privateKey.export({ type: "pkcs8", format: "pem" }) }),
      "public_key",
    ],
    ["an unknown field", () => ({ expires_in: "1d" }), "expires_in"],
  ])("refuses %s", async (_name, more, field) => {
    const answer = await http.call("POST", path, { bearer: http.token, body: body(more()) });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].field).toBe(field);
    expect(JSON.stringify(answer.body)).not.toContain("PRIVATE KEY");
  });

  it("refuses a scope that the creator lacks with 403 naming it, and all but a user's login token", async () => {
    const limited = await http.userWith("cmdb.read");
    const beyond = await http.call("POST", path, { bearer: limited, body: body({ scopes: ["admin.users"] }) });
    expect(beyond).toMatchObject({ status: 403, body: { required_scope: "admin.users" } });
    const { id } = await register();
    const { access_token } = (await exchange(assertion(id))).body;
    expect((await http.call("POST", path, { bearer: access_token, body: body() })).status).toBe(403);
    expect((await http.call("GET", path, { bearer: access_token })).status).toBe(403);
    expect((await http.call("GET", path)).status).toBe(401);
  });

  it("answers a repeat by Idempotency-Key as the first time", async () => {
    const headers = { "idempotency-key": newId() };
    const first = await http.call("POST", path, { bearer: http.token, body: body(), headers });
    const second = await http.call("POST", path, { bearer: http.token, body: body(), headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });
});

describe(tokenPath, () => {
  it("issues a token with the account's scopes, which is refused once the account is revoked", async () => {
    const { id } = await register();
    const given = await exchange(assertion(id));
    expect(given).toMatchObject({
      status: 200,
      body: { access_token: expect.any(String), token_type: "Bearer", expires_in: 900 },
    });
    expect(given.headers.get("cache-control")).toBe("no-store");
    const bearer = given.body.access_token;
    expect((await http.call("GET", "/v1/discovery/tokens", { bearer })).status).toBe(200);
    expect((await http.call("GET", "/api/discovery/tokens", { bearer })).status).toBe(200);
    expect((await http.call("GET", "/v1/discovery/tokens", { headers: { "x-api-key": bearer } })).status).toBe(401);
    const other = await register({ scopes: ["cmdb.read"] });
    const reader = (await exchange(assertion(other.id))).body.access_token;
    expect(await http.call("GET", "/v1/discovery/tokens", { bearer: reader })).toMatchObject({
      status: 403,
      body: { required_scope: "discovery.configure" },
    });
    await http.call("DELETE", `${path}/${id}`, { bearer: http.token });
    expect((await http.call("GET", "/v1/discovery/tokens", { bearer })).status).toBe(401);
    expect((await exchange(assertion(id))).status).toBe(401);
  });

  it("refuses every invalid assertion with the same 401", async () => {
    const { id } = await register();
    const used = assertion(id);
    expect((await exchange(used)).status).toBe(200);
    const refused = [used, "x", assertion(newId()), assertion(id, { aud: "http://localhost/" }), `${assertion(id)}A`];
    const answers = [];
    for (const text of refused) answers.push(await exchange(text));
    expect(answers.map(({ status }) => status)).toEqual(refused.map(() => 401));
    const messages = answers.map(({ body: { error } }) => `${error.code} ${error.message}`);
    expect(new Set(messages).size).toBe(1);
    expect(messages[0]).toMatch(/^AUTH_FAILED /);
  });

  it("accepts a form with exactly the two fields", async () => {
    const { id } = await register();
    const text = assertion(id);
    const wrong: Record<string, string>[] = [
      { assertion: text },
      { grant_type: GRANT_TYPE },
      { grant_type: "client_credentials", assertion: text },
      { grant_type: GRANT_TYPE, assertion: "" },
      { grant_type: GRANT_TYPE, assertion: text, scope: "admin.users" },
    ];
    for (const form of wrong) expect((await http.call("POST", tokenPath, { form })).status).toBe(400);
    const json = { grant_type: GRANT_TYPE, assertion: text };
    expect((await http.call("POST", tokenPath, { body: json })).status).toBe(415);
    expect((await exchange("x".repeat(8_193))).status).toBe(401);
    expect((await exchange(text)).status).toBe(200);
  });

  it("logs neither assertion nor token", async () => {
    const { id } = await register();
    const text = assertion(id);
    const { access_token } = (await exchange(text)).body;
    await exchange(text);
    await http.call("GET", "/v1/discovery/tokens", { bearer: access_token });
    await expect.poll(() => http.logged()).toContain(tokenPath);
    for (const secret of [text, access_token, program.publicPem.split("\n")[1]!]) {
      expect(http.logged()).not.toContain(secret);
    }
  });
});
