import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { PASSWORD, testAccess } from "../../support/access.ts";
import { type AccessApp, accessApp } from "./access-app.ts";
import {
  addUser,
  authorizePath,
  type Client,
  codeFor,
  codeForm,
  createBrowser,
  exchange,
  pkce,
  REDIRECT,
  refreshForm,
  registerClient,
  revokeClient,
  tokensFor,
} from "./oauth-support.ts";
import { bearer } from "./support.ts";

let http: AccessApp;
let client: Client;
beforeAll(async () => {
  http = await accessApp();
  client = await registerClient(http);
});
afterAll(() => http.close());

const works = async (token: string) =>
  (await http.call("GET", "/v1/discovery/tokens", { bearer: token })).status !== 401;

describe("POST /oauth/token, authorization code", () => {
  it("is exchanged for tokens that act for the user with the granted scopes", async () => {
    const given = await exchange(http, codeForm(client, await codeFor(http, client, { scope: "cmdb.read" })));
    expect(given).toMatchObject({
      status: 200,
      body: {
        access_token: expect.any(String),
        token_type: "Bearer",
        expires_in: 900,
        refresh_token: expect.stringMatching(/^orro_test_/),
        scope: "cmdb.read",
      },
    });
    expect(given.headers.get("cache-control")).toBe("no-store");
    expect(given.headers.get("pragma")).toBe("no-cache");
    const identity = await http.access.authenticator.authenticate(bearer(given.body.access_token));
    expect(identity.actor.kind).toBe("oauth");
    expect([...identity.scopes]).toEqual(["cmdb.read"]);
    const path = "/v1/discovery/tokens";
    expect(await http.call("GET", path, { bearer: given.body.access_token })).toMatchObject({
      status: 403,
      body: { required_scope: "discovery.configure" },
    });
    const own = await http.call("GET", "/v1/auth/oauth-clients", { bearer: given.body.access_token });
    expect(own.status).toBe(403);
  });

  it("works once: its reuse is refused, and revokes the tokens of the first use", async () => {
    const code = await codeFor(http, client);
    const first = await exchange(http, codeForm(client, code));
    expect(first.status).toBe(200);
    expect(await works(first.body.access_token)).toBe(true);
    const second = await exchange(http, codeForm(client, code));
    expect(second).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await works(first.body.access_token)).toBe(false);
    const refreshed = await exchange(http, refreshForm(client, first.body.refresh_token));
    expect(refreshed).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  it("works for one of several simultaneous requests, and then counts as stolen", async () => {
    const code = await codeFor(http, client);
    const all = await Promise.all(Array.from({ length: 5 }, () => exchange(http, codeForm(client, code))));
    const given = all.filter(({ status }) => status === 200);
    expect(given.length).toBeLessThanOrEqual(1);
    expect(all.filter(({ body }) => body.error === "invalid_grant").length).toBe(5 - given.length);
    for (const { body } of given) expect(await works(body.access_token)).toBe(false);
  });

  it("is refused to another client, and stays valid", async () => {
    const other = await registerClient(http);
    const code = await codeFor(http, client);
    const stolen = await exchange(http, codeForm(other, code));
    expect(stolen).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    const first = await exchange(http, codeForm(client, code));
    expect(first.status).toBe(200);
    expect((await exchange(http, codeForm(other, code))).status).toBe(400);
    expect(await works(first.body.access_token)).toBe(true);
  });

  it.each([
    ["another registered address", "https://app.example.com/other", "invalid_grant"],
    ["the address respelled", `${REDIRECT}/`, "invalid_grant"],
    ["the address in another case", REDIRECT.replace("callback", "Callback"), "invalid_grant"],
    ["no address", "", "invalid_request"],
  ])("is refused with %s, and consumed", async (_name, redirect_uri, error) => {
    const two = await registerClient(http, { redirect_uris: [REDIRECT, "https://app.example.com/other"] });
    const code = await codeFor(http, two);
    const refused = await exchange(http, codeForm(two, code, { redirect_uri }));
    expect(refused).toMatchObject({ status: 400, body: { error } });
    expect((await exchange(http, codeForm(two, code))).status).toBe(400);
  });

  it("expires after 60 seconds", async () => {
    const [early, late] = [await codeFor(http, client), await codeFor(http, client)];
    http.clock.advance(59_000);
    expect((await exchange(http, codeForm(client, early))).status).toBe(200);
    http.clock.advance(2_000);
    const refused = await exchange(http, codeForm(client, late));
    expect(refused).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  it.each(["x", "orrc_test_x", `orrc_test_${"0".repeat(43)}`, "é"])("is not %s", async (code) => {
    const refused = await exchange(http, codeForm(client, code));
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatch(/^invalid_(grant|request)$/);
  });
});

describe("POST /oauth/token, PKCE", () => {
  it("needs the verifier of a public client", async () => {
    const app = await registerClient(http, { public: true });
    expect(app).not.toHaveProperty("client_secret");
    const { verifier, parameters } = pkce();
    const form = (code: string, more: Record<string, string> = {}) => ({
      grant_type: "authorization_code",
      code,
      redirect_uri: REDIRECT,
      client_id: app.client_id,
      ...more,
    });
    const wrong: [Record<string, string>, string][] = [
      [{}, "invalid_grant"],
      [{ code_verifier: "" }, "invalid_grant"],
      [{ code_verifier: pkce().verifier }, "invalid_grant"],
      [{ code_verifier: parameters.code_challenge }, "invalid_grant"],
      [{ code_verifier: "short" }, "invalid_request"],
      [{ code_verifier: `${verifier} ` }, "invalid_request"],
    ];
    for (const [more, error] of wrong) {
      const refused = await exchange(http, form(await codeFor(http, app, parameters), more));
      expect(refused, JSON.stringify(more)).toMatchObject({ status: 400, body: { error } });
    }
    const given = await exchange(http, form(await codeFor(http, app, parameters), { code_verifier: verifier }));
    expect(given.status).toBe(200);
    const refresh = { grant_type: "refresh_token", client_id: app.client_id };
    const next = await exchange(http, { ...refresh, refresh_token: given.body.refresh_token });
    expect(next.status).toBe(200);
    const withSecret = { ...refresh, refresh_token: next.body.refresh_token, client_secret: "x" };
    expect(await exchange(http, withSecret)).toMatchObject({ status: 401, body: { error: "invalid_client" } });
  });

  it("needs the verifier of a confidential client that sent a challenge", async () => {
    const { verifier, parameters } = pkce();
    const without = await exchange(http, codeForm(client, await codeFor(http, client, parameters)));
    expect(without).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    const code_verifier = verifier;
    const given = await exchange(http, codeForm(client, await codeFor(http, client, parameters), { code_verifier }));
    expect(given.status).toBe(200);
    const unasked = await exchange(http, codeForm(client, await codeFor(http, client), { code_verifier }));
    expect(unasked).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  it("does not replace a client's secret", async () => {
    const { verifier, parameters } = pkce();
    const code = await codeFor(http, client, parameters);
    const { client_id, client_secret } = client;
    const basis = { grant_type: "authorization_code", code, redirect_uri: REDIRECT, client_id };
    const form = { ...basis, code_verifier: verifier };
    expect(client_secret).toMatch(/^orrs_test_/);
    expect(await exchange(http, form)).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    expect((await exchange(http, { ...form, client_secret })).status).toBe(200);
  });
});

describe("POST /oauth/token, client authentication", () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
  });
  const bare = (code: string) => ({ grant_type: "authorization_code", code, redirect_uri: REDIRECT });

  it("accepts HTTP Basic with form-encoded parts", async () => {
    const { client_id: id, client_secret: secret } = client;
    const plain = await exchange(http, bare(await codeFor(http, client)), basic(id, secret));
    expect(plain.status).toBe(200);
    const encoded = basic(id.replaceAll("-", "%2D"), secret.replaceAll("_", "%5F"));
    expect((await exchange(http, bare(await codeFor(http, client)), encoded)).status).toBe(200);
    const named = { ...bare(await codeFor(http, client)), client_id: id };
    expect((await exchange(http, named, basic(id, secret))).status).toBe(200);
  });

  it("refuses with 401 and a challenge a client that fails to authenticate", async () => {
    const { client_id: id, client_secret: secret } = client;
    const code = await codeFor(http, client);
    const other = await registerClient(http);
    const refused = [
      await exchange(http, codeForm({ client_id: id, client_secret: other.client_secret }, code)),
      await exchange(http, codeForm({ client_id: newId(), client_secret: secret }, code)),
      await exchange(http, codeForm({ client_id: "x", client_secret: secret }, code)),
      await exchange(http, codeForm({ client_id: id, client_secret: "" }, code)),
      await exchange(http, bare(code)),
      await exchange(http, bare(code), basic(id, other.client_secret)),
      await exchange(http, bare(code), basic(id, "%")),
      await exchange(http, bare(code), { authorization: "Bearer x" }),
      await exchange(http, codeForm(client, code), { authorization: "Basic %%%" }),
    ];
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 401, body: { error: "invalid_client" } });
      expect(answer.headers.get("www-authenticate")).toBe('Basic realm="orrery"');
      expect(Object.keys(answer.body).sort()).toEqual(["error", "error_description"]);
    }
    const twice = await exchange(http, codeForm(client, code), basic(id, secret));
    expect(twice).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    const mixed = await exchange(http, { ...bare(code), client_id: other.client_id }, basic(id, secret));
    expect(mixed).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect((await exchange(http, codeForm(client, code))).status).toBe(200);
  });

  it.each([
    ["no grant_type", { grant_type: "" }, "invalid_request"],
    ["another grant_type", { grant_type: "password" }, "unsupported_grant_type"],
    ["no code", { code: "" }, "invalid_request"],
  ])("names the error of %s", async (_name, more, error) => {
    const answer = await exchange(http, codeForm(client, "x", more));
    expect(answer).toMatchObject({ status: 400, body: { error, error_description: expect.any(String) } });
  });

  it("accepts unknown parameters, and refuses repeated ones", async () => {
    const form = new URLSearchParams(codeForm(client, await codeFor(http, client), { zz: "1" })).toString();
    const send = (body: string) =>
      http.request("/oauth/token", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body,
      });
    const twice = await send(`${form}&code=x`);
    expect(twice.status).toBe(400);
    expect(await twice.json()).toEqual({ error: "invalid_request", error_description: expect.any(String) });
    expect((await send(form)).status).toBe(200);
    const json = await http.call("POST", "/oauth/token", { body: codeForm(client, "x") });
    expect(json).toMatchObject({ status: 415, body: { error: "invalid_request" } });
  });
});

describe("POST /oauth/token, refresh token", () => {
  it("is exchanged for a new one, and works once", async () => {
    const first = await tokensFor(http, client);
    const second = await exchange(http, refreshForm(client, first.refresh_token));
    expect(second).toMatchObject({ status: 200, body: { token_type: "Bearer", expires_in: 900, scope: first.scope } });
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    const third = await exchange(http, refreshForm(client, second.body.refresh_token));
    expect(third.status).toBe(200);
    http.clock.advance(11_000);
    const reused = await exchange(http, refreshForm(client, first.refresh_token));
    expect(reused).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await works(third.body.access_token)).toBe(false);
    expect((await exchange(http, refreshForm(client, third.body.refresh_token))).status).toBe(400);
  });

  it("used twice at once works for one, and revokes nothing", async () => {
    const { refresh_token } = await tokensFor(http, client);
    const all = await Promise.all(Array.from({ length: 4 }, () => exchange(http, refreshForm(client, refresh_token))));
    const given = all.filter(({ status }) => status === 200);
    expect(given.length).toBe(1);
    expect(all.filter(({ body }) => body.error === "invalid_grant").length).toBe(3);
    http.clock.advance(9_000);
    expect((await exchange(http, refreshForm(client, refresh_token))).status).toBe(400);
    expect(await works(given[0]!.body.access_token)).toBe(true);
    expect((await exchange(http, refreshForm(client, given[0]!.body.refresh_token))).status).toBe(200);
  });

  it("is refused to another client, and revokes nothing", async () => {
    const other = await registerClient(http);
    const { refresh_token } = await tokensFor(http, client);
    const stolen = await exchange(http, refreshForm(other, refresh_token));
    expect(stolen).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await exchange(http, refreshForm(client, refresh_token))).status).toBe(200);
    http.clock.advance(11_000);
    expect((await exchange(http, refreshForm(other, refresh_token))).status).toBe(400);
  });

  it("expires after 7 days", async () => {
    const [early, late] = [await tokensFor(http, client), await tokensFor(http, client)];
    http.clock.advance(7 * 86_400_000 - 1_000);
    expect((await exchange(http, refreshForm(client, early.refresh_token))).status).toBe(200);
    http.clock.advance(1_000);
    const refused = await exchange(http, refreshForm(client, late.refresh_token));
    expect(refused).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  it("issues fewer scopes on request, never more", async () => {
    const { refresh_token } = await tokensFor(http, client, { scope: "cmdb.read cmdb.write" });
    const more = { ...refreshForm(client, refresh_token), scope: "cmdb.read cmdb.delete" };
    expect(await exchange(http, more)).toMatchObject({ status: 400, body: { error: "invalid_scope" } });
    const fewer = await exchange(http, { ...refreshForm(client, refresh_token), scope: "cmdb.read" });
    expect(fewer).toMatchObject({ status: 200, body: { scope: "cmdb.read" } });
    const again = await exchange(http, refreshForm(client, fewer.body.refresh_token));
    expect(again).toMatchObject({ status: 200, body: { scope: "cmdb.read cmdb.write" } });
  });

  it("issues no scope that the user lacks by then", async () => {
    const user = await addUser(http, "cmdb.read", "cmdb.write");
    const to = await createBrowser(http).decide(authorizePath(client), user.email);
    const given = await exchange(http, codeForm(client, to.searchParams.get("code")!));
    expect(given.body.scope).toBe("cmdb.read cmdb.write");
    await http.postgres.query("update users set scopes = '{cmdb.read}' where id = $1", [user.id]);
    const next = await exchange(http, refreshForm(client, given.body.refresh_token));
    expect(next).toMatchObject({ status: 200, body: { scope: "cmdb.read" } });
    await http.postgres.query("update users set scopes = '{}' where id = $1", [user.id]);
    const none = await exchange(http, refreshForm(client, next.body.refresh_token));
    expect(none).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  it("is not accepted by the API, and a login's refresh token is not accepted here", async () => {
    const { refresh_token } = await tokensFor(http, client);
    expect((await http.call("GET", "/v1/auth/oauth-clients", { bearer: refresh_token })).status).toBe(401);
    const login = await http.call("POST", "/v1/auth/refresh", { body: { refreshToken: refresh_token } });
    expect(login.status).toBe(401);
    const { refreshToken } = await http.tenant.login();
    expect((await exchange(http, refreshForm(client, refreshToken))).status).toBe(400);
  });
});

describe("revocation of an OAuth grant", () => {
  const elsewhere = () => testAccess(http.postgres, { clock: http.clock });

  it("happens with its client's deletion, here at once and in other processes at their next recheck", async () => {
    const app = await registerClient(http);
    const { access_token, refresh_token } = await tokensFor(http, app);
    const unused = await codeFor(http, app);
    const other = elsewhere();
    await other.authenticator.authenticate(bearer(access_token));
    expect(await works(access_token)).toBe(true);
    await revokeClient(http, app);
    expect(await works(access_token)).toBe(false);
    await other.authenticator.recheckRevocations();
    const refused = (async () => other.authenticator.authenticate(bearer(access_token)))();
    await expect(refused).rejects.toMatchObject({ status: 401 });
    for (const form of [codeForm(app, unused), refreshForm(app, refresh_token)]) {
      expect(await exchange(http, form)).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    }
  });

  it("happens with its user's deletion", async () => {
    const user = await addUser(http, "cmdb.read");
    const to = await createBrowser(http).decide(authorizePath(client), user.email);
    const { body } = await exchange(http, codeForm(client, to.searchParams.get("code")!));
    expect(await works(body.access_token)).toBe(true);
    await http.postgres.query("delete from users where id = $1", [user.id]);
    await http.access.authenticator.recheckRevocations();
    expect(await works(body.access_token)).toBe(false);
    expect((await exchange(http, refreshForm(client, body.refresh_token))).status).toBe(400);
  });

  it("happens at once in this process with the deletion of its user or of the client's owner", async () => {
    const maker = await addUser(http, "cmdb.read");
    const { token } = await http.access.verbs.login({ email: maker.email, password: PASSWORD });
    const body = { name: "app", redirect_uris: [REDIRECT], scopes: ["cmdb.read"] };
    const app = (await http.call("POST", "/v1/auth/oauth-clients", { bearer: token, body })).body as Client;
    const user = await addUser(http, "cmdb.read");
    const given = async (of: Client) => {
      const to = await createBrowser(http).decide(authorizePath(of), user.email);
      return (await exchange(http, codeForm(of, to.searchParams.get("code")!))).body.access_token as string;
    };
    const [byMaker, own] = [await given(app), await given(client)];
    expect([await works(byMaker), await works(own)]).toEqual([true, true]);
    const admin = (await http.tenant.login()).token;
    const remove = (id: string) => http.call("DELETE", `/v1/admin/users/${id}`, { bearer: admin });
    expect((await remove(maker.id)).status).toBe(200);
    expect([await works(byMaker), await works(own)]).toEqual([false, true]);
    expect((await remove(user.id)).status).toBe(200);
    expect(await works(own)).toBe(false);
  });

  it("happens when an administrator resets the user's password", async () => {
    const user = await addUser(http, "cmdb.read");
    const to = await createBrowser(http).decide(authorizePath(client), user.email);
    const { body } = await exchange(http, codeForm(client, to.searchParams.get("code")!));
    expect(await works(body.access_token)).toBe(true);
    const change = { bearer: (await http.tenant.login()).token, body: { password: "a fresh and lengthy phrase" } };
    expect((await http.call("PUT", `/v1/admin/users/${user.id}`, change)).status).toBe(200);
    expect(await works(body.access_token)).toBe(false);
    expect((await exchange(http, refreshForm(client, body.refresh_token))).status).toBe(400);
  });

  it("happens when the user revokes it, who can list it", async () => {
    const user = await addUser(http, "cmdb.read");
    const to = await createBrowser(http).decide(authorizePath(client), user.email);
    const { body } = await exchange(http, codeForm(client, to.searchParams.get("code")!));
    const { token } = await http.access.verbs.login({ email: user.email, password: PASSWORD });
    const path = "/v1/auth/oauth-grants";
    const list = await http.call("GET", `${path}?sort=created_at`, { bearer: token });
    expect(list.body.data).toEqual([
      {
        id: expect.any(String),
        client_id: client.client_id,
        client_name: "Inventory app",
        user_id: user.id,
        scopes: ["cmdb.read"],
        created_at: expect.any(String),
      },
    ]);
    const place = `${path}/${list.body.data[0].id}`;
    const admin = (await http.tenant.login()).token;
    expect((await http.call("GET", `${path}?limit=100`, { bearer: admin })).body.data).toContainEqual(
      list.body.data[0],
    );
    const stranger = (await http.access.verbs.login({ email: (await addUser(http)).email, password: PASSWORD })).token;
    expect((await http.call("GET", path, { bearer: stranger })).body.data).toEqual([]);
    expect((await http.call("DELETE", place, { bearer: stranger })).status).toBe(404);
    expect((await http.call("DELETE", place, { bearer: body.access_token })).status).toBe(403);
    expect(await works(body.access_token)).toBe(true);
    expect((await http.call("DELETE", place, { bearer: token })).status).toBe(200);
    expect(await works(body.access_token)).toBe(false);
    expect((await exchange(http, refreshForm(client, body.refresh_token))).status).toBe(400);
    expect((await http.call("GET", path, { bearer: token })).body.data).toEqual([]);
    expect((await http.call("DELETE", place, { bearer: token })).status).toBe(404);
  });

  it("happens when its client revokes a token, for all tokens of the grant", async () => {
    const { client_id, client_secret } = client;
    const give = (token: string, more: Record<string, string> = {}) =>
      http.call("POST", "/oauth/revoke", { form: { token, client_id, client_secret, ...more } });
    const first = await tokensFor(http, client);
    expect((await give(first.refresh_token, { token_type_hint: "refresh_token" })).status).toBe(200);
    expect(await works(first.access_token)).toBe(false);
    expect((await exchange(http, refreshForm(client, first.refresh_token))).status).toBe(400);
    expect((await give(first.refresh_token)).status).toBe(200);
    expect((await give("unknown")).status).toBe(200);
    const second = await tokensFor(http, client);
    expect((await give(second.access_token)).status).toBe(200);
    expect(await works(second.access_token)).toBe(false);
    const third = await tokensFor(http, client);
    const wrong = await give(third.refresh_token, { client_secret: "x" });
    expect(wrong).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    const other = await registerClient(http);
    const foreign = await give(third.refresh_token, { ...other });
    expect(foreign).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await works(third.access_token)).toBe(true);
    expect((await http.call("POST", "/oauth/revoke", { form: { client_id, client_secret } })).status).toBe(400);
  });

  it("is in the audit log like its creation, without any secret", async () => {
    const app = await registerClient(http);
    const code = await codeFor(http, app);
    const { body } = await exchange(http, codeForm(app, code));
    await exchange(http, codeForm(app, code));
    await revokeClient(http, app);
    const rows = await http.postgres.query<{ action: string; before: unknown; after: unknown }>(
      `select action, actor, target_kind, target_id, before, after, request_id from audit_log
       where tenant_id = $1 and (target_id = $2 or before ->> 'client_id' = $2 or after ->> 'client_id' = $2) order by id`,
      [http.tenant.id, app.client_id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "oauth_client.created",
      "oauth_grant.created",
      "oauth_grant.revoked",
      "oauth_client.deleted",
    ]);
    expect(rows[1]).toMatchObject({ after: { client_id: app.client_id, scopes: ["cmdb.read", "cmdb.write"] } });
    expect(rows[2]).toMatchObject({ after: { reason: "code used twice" } });
    const text = JSON.stringify(rows);
    for (const secret of [code, app.client_secret, body.access_token, body.refresh_token]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe("OAuth secrets", () => {
  it("are stored as hashes, and are in no log line", async () => {
    const app = await registerClient(http);
    const { verifier, parameters } = pkce();
    const state = `state-${newId()}`;
    const code = await codeFor(http, app, { ...parameters, state });
    const { body } = await exchange(http, codeForm(app, code, { code_verifier: verifier }));
    await exchange(http, refreshForm(app, body.refresh_token));
    const secrets = [app.client_secret, code, body.access_token, body.refresh_token];
    for (const table of ["oauth_clients", "oauth_codes", "oauth_refresh_tokens", "oauth_grants", "audit_log"]) {
      const rows = await http.postgres.query<{ row: string }>(`select t::text as row from ${table} t`);
      for (const secret of secrets) expect(rows.map(({ row }) => row).join()).not.toContain(secret);
    }
    await expect.poll(() => http.logged()).toContain('"route":"/oauth/token"');
    for (const secret of [...secrets, verifier, state]) expect(http.logged()).not.toContain(secret);
  });

  it("are purged a day after they expired", async () => {
    const app = await registerClient(http);
    await tokensFor(http, app);
    await createBrowser(http).open(authorizePath(app));
    http.clock.advance(9 * 86_400_000);
    await http.access.installationRetention.credentials();
    for (const table of [
      "oauth_codes",
      "oauth_refresh_tokens",
      "oauth_grants",
      "oauth_interactions",
      "oauth_browsers",
    ]) {
      expect(await http.postgres.query(`select from ${table}`), table).toEqual([]);
    }
  });
});
