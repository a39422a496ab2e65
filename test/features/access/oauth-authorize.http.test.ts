import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hotp, stepAt } from "../../../src/features/access/second-factor/totp.ts";
import { newId } from "../../../src/platform/ids.ts";
import { PASSWORD } from "../../support/access.ts";
import { fromBase32 } from "../../support/base32.ts";
import { type AccessApp, accessApp } from "./access-app.ts";
import {
  addUser,
  authorizePath,
  type Client,
  codeForm,
  createBrowser,
  exchange,
  pkce,
  REDIRECT,
  registerClient,
  revokeClient,
} from "./oauth-support.ts";

let http: AccessApp;
let client: Client;
beforeAll(async () => {
  http = await accessApp();
  client = await registerClient(http, { redirect_uris: [REDIRECT, "https://app.example.com/other"] });
});
afterAll(() => http.close());

const credentials = (interaction: string, more: Record<string, string> = {}) => ({
  interaction,
  email: http.tenant.email,
  password: PASSWORD,
  totp_code: "",
  ...more,
});

/** A browser on the consent page. */
async function atConsent(path = authorizePath(client), email = http.tenant.email) {
  const browser = createBrowser(http);
  const login = await browser.open(path);
  const answer = await browser.post("/oauth/login", credentials(login.interaction, { email }));
  expect(answer.status).toBe(303);
  const on = new URL(answer.headers.get("location")!, "http://localhost/oauth/login");
  const page = await browser.open(on.pathname + on.search);
  return { browser, login, page };
}

describe("GET /oauth/authorize, request", () => {
  it("redirects after login and consent to the client, with its state unchanged", async () => {
    const state = "a b&c=d%20é".replace("é", "~!\"'<>");
    const to = await createBrowser(http).decide(authorizePath(client, { state }), http.tenant.email);
    expect(`${to.origin}${to.pathname}`).toBe("https://app.example.com/callback");
    expect([...to.searchParams.keys()]).toEqual(["from", "code", "state", "iss"]);
    expect(to.searchParams.get("from")).toBe("orrery");
    expect(to.searchParams.get("state")).toBe(state);
    expect(to.searchParams.get("iss")).toBe("http://localhost");
    const given = await exchange(http, codeForm(client, to.searchParams.get("code")!));
    expect(given).toMatchObject({ status: 200, body: { scope: "cmdb.read cmdb.write" } });
  });

  it.each([[undefined], [""]])("without a state (%s) redirects without one", async (state) => {
    const to = await createBrowser(http).decide(authorizePath(client, { state }), http.tenant.email);
    expect(to.searchParams.has("state")).toBe(false);
    expect(to.searchParams.has("code")).toBe(true);
  });

  it("that the user denies redirects to the client with access_denied", async () => {
    const to = await createBrowser(http).decide(authorizePath(client, { state: "s" }), http.tenant.email, "deny");
    expect(`${to.origin}${to.pathname}`).toBe("https://app.example.com/callback");
    expect(to.searchParams.get("error")).toBe("access_denied");
    expect(to.searchParams.get("state")).toBe("s");
    expect(to.searchParams.get("from")).toBe("orrery");
    expect(to.searchParams.has("code")).toBe(false);
  });

  it.each<[string, () => string]>([
    ["no client", () => authorizePath({ client_id: "" })],
    ["an unknown client", () => authorizePath({ client_id: newId() })],
    ["a malformed client", () => authorizePath({ client_id: "x'\"<script>" })],
    ["no address", () => authorizePath(client, { redirect_uri: undefined })],
    ["an address of nobody's", () => authorizePath(client, { redirect_uri: "https://evil.example.com/callback" })],
    ["the address with more behind it", () => authorizePath(client, { redirect_uri: `${REDIRECT}&x=1` })],
    ["the address with less", () => authorizePath(client, { redirect_uri: REDIRECT.replace("?from=orrery", "") })],
    ["the address respelled", () => authorizePath(client, { redirect_uri: REDIRECT.replace("app", "APP") })],
    ["a deeper address", () => authorizePath(client, { redirect_uri: "https://app.example.com/other/../other" })],
    ["two clients", () => `${authorizePath(client)}&client_id=${client.client_id}`],
    ["two addresses", () => `${authorizePath(client)}&redirect_uri=${encodeURIComponent(REDIRECT)}`],
  ])("with %s shows the error to the user and does not redirect", async (_name, path) => {
    const shown = await createBrowser(http).open(path());
    expect(shown.status).toBe(400);
    expect(shown.headers.get("location")).toBeNull();
    expect(shown.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(shown.headers.get("set-cookie")).toBeNull();
    expect(shown.html).toContain('role="alert"');
    expect(shown.html).not.toContain("<script>");
    expect(shown.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ["no response_type", { response_type: undefined }, "invalid_request"],
    ["another response_type", { response_type: "token" }, "unsupported_response_type"],
    ["an unknown scope", { scope: "cmdb.read everything" }, "invalid_scope"],
    ["a scope that is not the client's", { scope: "cmdb.delete" }, "invalid_scope"],
    ["a malformed scope", { scope: 'cmdb.read "' }, "invalid_scope"],
    ["a challenge without a method", { code_challenge: "x".repeat(43) }, "invalid_request"],
    ["the plain method", { code_challenge: "x".repeat(43), code_challenge_method: "plain" }, "invalid_request"],
    ["an unknown method", { code_challenge: "x".repeat(43), code_challenge_method: "S512" }, "invalid_request"],
    ["a short challenge", { code_challenge: "x".repeat(42), code_challenge_method: "S256" }, "invalid_request"],
    ["a method without a challenge", { code_challenge_method: "S256" }, "invalid_request"],
  ])("with %s redirects the error to the client, with its state", async (_name, more, error) => {
    const shown = await createBrowser(http).open(authorizePath(client, { state: "s t", ...more }));
    expect(shown.status).toBe(302);
    const to = new URL(shown.headers.get("location")!);
    expect(`${to.origin}${to.pathname}`).toBe("https://app.example.com/callback");
    expect(to.searchParams.get("error")).toBe(error);
    expect(to.searchParams.get("error_description")).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(to.searchParams.get("state")).toBe("s t");
    expect(to.searchParams.get("iss")).toBe("http://localhost");
    expect(to.searchParams.get("from")).toBe("orrery");
  });

  it("with a malformed state redirects the error to the client without the state", async () => {
    const shown = await createBrowser(http).open(authorizePath(client, { state: "é" }));
    const to = new URL(shown.headers.get("location")!);
    expect(to.searchParams.get("error")).toBe("invalid_request");
    expect(to.searchParams.has("state")).toBe(false);
  });

  it("with a repeated parameter is refused, and with an unknown one is accepted", async () => {
    const browser = createBrowser(http);
    for (const more of ["scope=cmdb.read&scope=cmdb.read", "state=a&state=b", "response_type=code"]) {
      const shown = await browser.open(`${authorizePath(client)}&${more}`);
      expect(shown.status, more).toBe(302);
      expect(new URL(shown.headers.get("location")!).searchParams.get("error")).toBe("invalid_request");
    }
    expect((await browser.open(`${authorizePath(client)}&zz=1&zz=2&allowed=false`)).status).toBe(200);
  });

  it("of a public client needs a code_challenge", async () => {
    const app = await registerClient(http, { public: true });
    const refused = await createBrowser(http).open(authorizePath(app));
    expect(new URL(refused.headers.get("location")!).searchParams.get("error")).toBe("invalid_request");
    expect((await createBrowser(http).open(authorizePath(app, pkce().parameters))).status).toBe(200);
  });
});

describe("OAuth pages", () => {
  it("cannot be framed, run no script, load nothing from other sites and are not cached", async () => {
    const { login, page } = await atConsent();
    for (const { headers, html } of [login, page]) {
      const policy = headers.get("content-security-policy")!;
      for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "style-src 'sha256-"]) {
        expect(policy).toContain(part);
      }
      expect(policy).toContain("form-action 'self' https://app.example.com;");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(html).not.toMatch(/<script|<link|<img|@import|url\(|src=|javascript:| on[a-z]+=|style="/i);
      expect(html).toMatch(/<html lang="en">/);
    }
  });

  it("show client, scopes, redirect target and user", async () => {
    const { login, page } = await atConsent(authorizePath(client, { scope: "cmdb.read" }));
    expect(login.html).toContain("Inventory app");
    for (const text of [
      "Inventory app",
      "app.example.com",
      "cmdb.read",
      "Read configuration items",
      http.tenant.email,
    ]) {
      expect(page.html).toContain(text);
    }
    expect(page.html).not.toContain("cmdb.write");
  });

  it("escape names", async () => {
    const name = `<b>"Bold" & 'bad'</b>`;
    const app = await registerClient(http, { name });
    const { login, page } = await atConsent(authorizePath(app));
    for (const { html } of [login, page]) {
      expect(html).not.toContain("<b>");
      expect(html).toContain("&lt;b&gt;&quot;Bold&quot; &amp; &#39;bad&#39;&lt;/b&gt;");
    }
  });

  it("can redirect to programs on the user's machine", async () => {
    const uris = ["http://127.0.0.1:7777/cb", "http://[::1]:7777/cb", "com.example.app:/cb"];
    const app = await registerClient(http, { redirect_uris: uris });
    const sources = ["http://127.0.0.1:7777;", "http:;", "com.example.app:;"];
    for (const [i, redirect_uri] of uris.entries()) {
      const { browser, page } = await atConsent(authorizePath(app, { redirect_uri }));
      expect(page.headers.get("content-security-policy")).toContain(`form-action 'self' ${sources[i]}`);
      expect(page.html).toContain("on this device");
      const answer = await browser.post("/oauth/consent", { interaction: page.interaction, decision: "allow" });
      expect(answer.headers.get("location")?.startsWith(`${redirect_uri}?code=orrc_test_`)).toBe(true);
    }
  });

  it("set a cookie that is sent below /oauth only", async () => {
    const browser = createBrowser(http);
    const { headers } = await browser.open(authorizePath(client));
    expect(headers.get("set-cookie")).toMatch(/^orrery-oauth=[0-9A-Za-z]{32}; Path=\/oauth; HttpOnly; SameSite=Lax$/);
    const again = await browser.open(authorizePath(client));
    expect(again.headers.get("set-cookie")).toBeNull();
  });
});

describe("OAuth browser login", () => {
  it("skips the login page in the login's tenant, for eight hours", async () => {
    const { browser } = await atConsent();
    expect((await browser.open(authorizePath(client))).html).toContain('value="allow"');
    http.clock.advance(8 * 3_600_000 - 1_000);
    expect((await browser.open(authorizePath(client))).html).toContain('value="allow"');
    http.clock.advance(1_000);
    expect((await browser.open(authorizePath(client))).html).toContain('name="password"');
  });

  it("can switch to another user", async () => {
    const { browser, page } = await atConsent();
    const answer = await browser.post("/oauth/consent", { interaction: page.interaction, decision: "switch" });
    expect(answer.status).toBe(303);
    const on = new URL(answer.headers.get("location")!, "http://localhost/oauth/consent");
    expect(on.host).toBe("localhost");
    expect((await browser.open(on.pathname + on.search)).html).toContain('name="password"');
  });

  it("is ended by the switch, which is recorded in the audit log", async () => {
    const user = await addUser(http, "cmdb.read");
    const { browser, page } = await atConsent(undefined, user.email);
    await browser.post("/oauth/consent", { interaction: page.interaction, decision: "switch" });
    const acts = await http.postgres.query<{ action: string }>(
      "select action from audit_log where tenant_id = $1 and actor = $2 order by id",
      [http.tenant.id, user.id],
    );
    expect(acts.map(({ action }) => action)).toEqual(["login.succeeded", "login.ended"]);
    const live = "select 1 from login_sessions where user_id = $1 and revoked_at is null";
    expect(await http.postgres.query(live, [user.id])).toEqual([]);
  });

  it("ends when its user must change the password first", async () => {
    const user = await addUser(http, "cmdb.read");
    const { browser, page } = await atConsent(undefined, user.email);
    const body = { must_change_password: true };
    const { token } = await http.tenant.login();
    const put = await http.call("PUT", `/v1/admin/users/${user.id}`, { bearer: token, body });
    expect(put.status).toBe(200);
    const form = { interaction: page.interaction, decision: "allow" };
    expect((await browser.post("/oauth/consent", form)).status).toBe(400);
    expect((await browser.open(authorizePath(client))).html).toContain('name="password"');
  });

  it("ends when its session is revoked or its user deleted", async () => {
    const user = await addUser(http, "cmdb.read", "cmdb.write");
    const ended = await atConsent(undefined, user.email);
    await http.postgres.query("update login_sessions set revoked_at = now() where user_id = $1", [user.id]);
    expect((await ended.browser.open(authorizePath(client))).html).toContain('name="password"');
    const form = { interaction: ended.page.interaction, decision: "allow" };
    expect((await ended.browser.post("/oauth/consent", form)).status).toBe(400);
    const gone = await atConsent(undefined, user.email);
    await http.postgres.query("delete from users where id = $1", [user.id]);
    expect((await gone.browser.post("/oauth/consent", { ...form, interaction: gone.page.interaction })).status).toBe(
      400,
    );
  });
});

describe("OAuth scopes", () => {
  it("are limited to the user's: by default the others are left out, requested ones are refused", async () => {
    const user = await addUser(http, "cmdb.read", "events.read");
    const { page } = await atConsent(authorizePath(client), user.email);
    expect(page.html).toContain("cmdb.read");
    expect(page.html).not.toContain("cmdb.write");
    const to = await createBrowser(http).decide(authorizePath(client), user.email);
    const given = await exchange(http, codeForm(client, to.searchParams.get("code")!));
    expect(given).toMatchObject({ status: 200, body: { scope: "cmdb.read" } });
    const named = authorizePath(client, { scope: "cmdb.read cmdb.write", state: "s" });
    const refused = await createBrowser(http).decide(named, user.email);
    expect(refused.host).toBe("app.example.com");
    expect(refused.searchParams.get("error")).toBe("invalid_scope");
    expect(refused.searchParams.get("state")).toBe("s");
  });

  it("beyond those of the logged-in user lead to the login page", async () => {
    const user = await addUser(http, "cmdb.read");
    const { browser } = await atConsent(authorizePath(client), user.email);
    const named = authorizePath(client, { scope: "cmdb.write" });
    expect((await browser.open(named)).html).toContain('name="password"');
    expect((await browser.decide(named, http.tenant.email)).searchParams.has("code")).toBe(true);
  });

  it("are those that the page showed, even if the user's have changed since", async () => {
    const user = await addUser(http, "cmdb.read");
    const { browser, page } = await atConsent(authorizePath(client), user.email);
    await http.postgres.query("update users set scopes = '{cmdb.read,cmdb.write}' where id = $1", [user.id]);
    const answer = await browser.post("/oauth/consent", { interaction: page.interaction, decision: "allow" });
    const code = new URL(answer.headers.get("location")!).searchParams.get("code")!;
    expect(await exchange(http, codeForm(client, code))).toMatchObject({ body: { scope: "cmdb.read" } });
  });
});

describe("POST /oauth/login", () => {
  it("refuses like the login, keeps the email and announces the error", async () => {
    const browser = createBrowser(http);
    const page = await browser.open(authorizePath(client));
    const wrong = [{ password: "wrong" }, { password: "" }, { email: "nobody@example.com" }, { email: "" }];
    for (const more of wrong) {
      const shown = await browser.read(await browser.post("/oauth/login", credentials(page.interaction, more)));
      expect(shown.status, JSON.stringify(more)).toBe(401);
      expect(shown.html).toContain('role="alert"');
      expect(shown.html).not.toContain(PASSWORD);
      expect(shown.interaction).toBe(page.interaction);
      if (more.email !== "") expect(shown.html).toContain(`value="${more.email ?? http.tenant.email}"`);
    }
    const right = await browser.post("/oauth/login", credentials(page.interaction));
    expect(right.status).toBe(303);
    expect(http.logged()).not.toContain(PASSWORD);
  });

  it("asks for the code of a second factor", async () => {
    const user = await addUser(http, "cmdb.read");
    const { token } = await http.access.verbs.login({ email: user.email, password: PASSWORD });
    const { secret } = (await http.call("POST", "/v1/auth/totp/enroll", { bearer: token })).body;
    const codeOfNow = () => hotp(fromBase32(secret), stepAt(http.clock.now()));
    await http.call("POST", "/v1/auth/totp/confirm", { bearer: token, body: { totp_code: codeOfNow() } });
    http.clock.advance(30_000);
    const browser = createBrowser(http);
    const { interaction } = await browser.open(authorizePath(client));
    const send = async (totp_code: string) =>
      (await browser.post("/oauth/login", credentials(interaction, { email: user.email, totp_code }))).status;
    const code = codeOfNow();
    expect(await send("")).toBe(401);
    expect(await send("x")).toBe(401);
    expect(await send(`${code.slice(0, 3)} ${code.slice(3)}`)).toBe(303);
  });

  it("refuses a user who must change the password first, and says so", async () => {
    const user = await addUser(http, "cmdb.read");
    await http.postgres.query("update users set password_origin = 'temporary' where id = $1", [user.id]);
    const browser = createBrowser(http);
    const { interaction } = await browser.open(authorizePath(client));
    const form = credentials(interaction, { email: user.email });
    const shown = await browser.read(await browser.post("/oauth/login", form));
    expect(shown.status).toBe(403);
    expect(shown.html).toContain("POST /v1/auth/password");
    expect(shown.interaction).toBe(interaction);
    // With a wrong password nothing is told of that.
    const wrong = await browser.read(await browser.post("/oauth/login", { ...form, password: "wrong" }));
    expect(wrong.status).toBe(401);
    expect(wrong.html).not.toContain("/v1/auth/password");
    const live = "select 1 from login_sessions where user_id = $1";
    expect(await http.postgres.query(live, [user.id])).toEqual([]);
  });

  it("refuses users of another tenant", async () => {
    const other = await http.access.createTenant({
      name: `tenant ${newId()}`,
      adminEmail: `${newId()}@example.com`,
      adminPassword: PASSWORD,
    });
    const [row] = await http.postgres.query<{ email: string }>("select email from users where tenant_id = $1", [
      other.id,
    ]);
    const browser = createBrowser(http);
    const page = await browser.open(authorizePath(client));
    const answer = await browser.post("/oauth/login", credentials(page.interaction, { email: row!.email }));
    expect(answer.status).toBe(401);
  });

  it("accepts a page only in its browser, for ten minutes, once", async () => {
    const [browser, other] = [createBrowser(http), createBrowser(http)];
    const page = await browser.open(authorizePath(client));
    await other.open(authorizePath(client));
    expect((await other.post("/oauth/login", credentials(page.interaction))).status).toBe(400);
    expect((await createBrowser(http).post("/oauth/login", credentials(page.interaction))).status).toBe(400);
    expect((await browser.post("/oauth/login", credentials("x"))).status).toBe(400);
    expect((await browser.post("/oauth/login", credentials(page.interaction))).status).toBe(303);
    expect((await browser.post("/oauth/login", credentials(page.interaction))).status).toBe(400);
    const late = await other.open(authorizePath(client));
    http.clock.advance(10 * 60_000);
    expect((await other.post("/oauth/login", credentials(late.interaction))).status).toBe(400);
  });

  it("sets a new cookie, and invalidates the previous one", async () => {
    const browser = createBrowser(http);
    const page = await browser.open(authorizePath(client));
    const planted = browser.cookies.get("orrery-oauth")!;
    await browser.post("/oauth/login", credentials(page.interaction));
    expect(browser.cookies.get("orrery-oauth")).not.toBe(planted);
    const thief = createBrowser(http);
    thief.cookies.set("orrery-oauth", planted);
    expect((await thief.open(authorizePath(client))).html).toContain('name="password"');
  });
});

describe("OAuth forms of another site", () => {
  const foreign: [string, Record<string, string>][] = [
    ["another origin", { origin: "https://evil.example.com", host: "localhost" }],
    ["a neighbouring origin", { origin: "http://evil.localhost", host: "localhost" }],
    ["an origin that is hidden", { origin: "null", host: "localhost" }],
    ["another site, as the browser says", { "sec-fetch-site": "cross-site" }],
    ["a neighbouring site, as the browser says", { "sec-fetch-site": "same-site" }],
  ];

  it.each(foreign)("are refused: %s", async (_name, headers) => {
    const { browser, page } = await atConsent();
    const form = { interaction: page.interaction, decision: "allow" };
    const refused = await browser.post("/oauth/consent", form, headers);
    expect(refused.status).toBe(400);
    expect(refused.headers.get("location")).toBeNull();
    const login = await createBrowser(http).post("/oauth/login", credentials("x"), headers);
    expect(login.status).toBe(400);
    const own = { origin: "http://localhost", "sec-fetch-site": "same-origin" };
    expect((await browser.post("/oauth/consent", form, own)).status).toBe(303);
  });

  it("are refused without the browser's cookie, with two of them, and without the page's id", async () => {
    const { browser, page } = await atConsent();
    const form = { interaction: page.interaction, decision: "allow" };
    expect((await createBrowser(http).post("/oauth/consent", form)).status).toBe(400);
    const own = `orrery-oauth=${browser.cookies.get("orrery-oauth")}`;
    const tossed = await createBrowser(http).post("/oauth/consent", form, { cookie: `${own}; orrery-oauth=x` });
    expect(tossed.status).toBe(400);
    expect((await browser.post("/oauth/consent", { decision: "allow" })).status).toBe(400);
    expect((await browser.post("/oauth/consent", { ...form, interaction: "x" })).status).toBe(400);
    expect((await browser.post("/oauth/consent", { ...form, decision: "maybe" })).status).toBe(400);
    const { page: strange } = await atConsent();
    expect((await browser.post("/oauth/consent", { ...form, interaction: strange.interaction })).status).toBe(400);
    expect((await browser.post("/oauth/consent", form)).status).toBe(303);
    const twice = await browser.post("/oauth/consent", form);
    expect(twice.status).toBe(400);
    expect(await twice.text()).toContain("start again");
  });

  it("cannot submit the consent form for a login page", async () => {
    const { browser } = await atConsent();
    const user = await addUser(http, "events.read");
    const poor = await atConsent(authorizePath(await registerClient(http, { scopes: ["events.read"] })), user.email);
    const login = await poor.browser.open(authorizePath(client, { scope: "cmdb.write" }));
    expect(login.html).toContain('name="password"');
    const form = { interaction: login.interaction, decision: "allow" };
    expect((await poor.browser.post("/oauth/consent", form)).status).toBe(400);
    expect((await browser.post("/oauth/consent", form)).status).toBe(400);
  });
});

describe("a revoked OAuth client", () => {
  it("is reported to the user on every page", async () => {
    const app = await registerClient(http);
    const { browser, page } = await atConsent(authorizePath(app));
    const other = createBrowser(http);
    const login = await other.open(authorizePath(app));
    await revokeClient(http, app);
    const answer = await browser.post("/oauth/consent", { interaction: page.interaction, decision: "allow" });
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    expect((await other.post("/oauth/login", credentials(login.interaction))).status).toBe(400);
    expect((await browser.open(authorizePath(app))).status).toBe(400);
  });
});
