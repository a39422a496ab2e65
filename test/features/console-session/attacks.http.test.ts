import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256 } from "../../../src/platform/secrets.ts";
import { type AccessApp, accessApp } from "../access/access-app.ts";
import { createConsoleBrowser, OWN, SESSION } from "./console-browser.ts";

const PROXY = "192.0.2.1";

let http: AccessApp;
beforeAll(async () => {
  http = await accessApp({ trustedProxies: [PROXY] });
});
afterAll(() => http.close());

const loggedIn = async () => {
  const browser = createConsoleBrowser(http);
  const { body } = await browser.logIn();
  return { browser, token: body.token as string };
};

describe("pages of other sites", () => {
  it.each([
    ["says so", { "sec-fetch-site": "cross-site" }],
    ["is of a neighbouring host", { "sec-fetch-site": "same-site" }],
    ["is an address that a user typed", { "sec-fetch-site": "none" }],
    ["names its own origin", { origin: "https://evil.example" }],
    ["has an origin that is none", { origin: "null" }],
    ["says nothing", {}],
    ["says so beside our origin", { "sec-fetch-site": "cross-site", origin: "http://localhost" }],
    ["names several origins", { origin: "http://localhost, https://evil.example" }],
    ["names our host as a part of its own", { origin: "http://localhost.evil.example" }],
  ])("neither begin, renew nor end a session, where the browser %s", async (_, headers: Record<string, string>) => {
    const { browser, token } = await loggedIn();
    const held = browser.jar.cookie;
    for (const answer of [
      await browser.logIn({}, headers as typeof OWN),
      await browser.send("PUT", undefined, headers),
      await browser.send("DELETE", undefined, headers),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([403, "PERMISSION_DENIED"]);
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
    expect(browser.jar.cookie).toBe(held);
    expect(await browser.works(token)).toBe(true);
    expect((await browser.renew()).status).toBe(200);
  });

  it("are told from our own by the origin where the browser sends nothing else", async () => {
    const { browser } = await loggedIn();
    expect((await browser.send("PUT", undefined, { origin: "http://localhost" })).status).toBe(200);
    const named = { origin: "http://cmdb.example:8080", host: "cmdb.example:8080" };
    expect((await browser.send("PUT", undefined, named)).status).toBe(200);
  });
});

describe("a stolen cookie", () => {
  it("opens no other route", async () => {
    const { browser } = await loggedIn();
    for (const path of ["/v1/auth/me", "/v1/admin/users", "/api/auth/login", "/oauth/authorize", "/metrics"]) {
      const answer = await http.request(path, { headers: { ...OWN, cookie: browser.jar.cookie } });
      expect([path, answer.status >= 400]).toEqual([path, true]);
    }
    const token = browser.jar.cookie.replace("orrery-session=", "");
    expect((await http.call("GET", "/v1/auth/me", { bearer: token })).status).toBe(401);
  });

  it("ends the login of both, once one of them is behind", async () => {
    const { browser } = await loggedIn();
    const copy = createConsoleBrowser(http);
    copy.jar.cookie = browser.jar.cookie;
    await browser.renew();
    http.clock.advance(60_000);
    expect((await copy.renew()).status).toBe(401);
    expect((await browser.renew()).status).toBe(401);
  });

  it("is noticed as well where it was used at the same time as the browser's own", async () => {
    const { browser } = await loggedIn();
    const copy = createConsoleBrowser(http);
    copy.jar.cookie = browser.jar.cookie;
    await browser.renew();
    expect((await copy.renew()).status).toBe(200);
    http.clock.advance(10 * 60_000);
    await copy.renew();
    http.clock.advance(60_000);
    expect((await browser.renew()).status).toBe(401);
    expect((await copy.renew()).status).toBe(401);
  });

  it("is refused among several, one of which a neighbouring site may have set", async () => {
    const { browser } = await loggedIn();
    const cookie = `${browser.jar.cookie}; ${browser.jar.cookie}`;
    expect((await http.call("PUT", SESSION, { headers: { ...OWN, cookie } })).status).toBe(401);
    expect((await browser.renew()).status).toBe(200);
  });

  it.each(["", "x", "orr_test_abc", "a".repeat(10_000), "%00", "orrr_test_'; drop table users; --"])(
    "is not one that somebody made up: %s",
    async (value) => {
      const answer = await http.call("PUT", SESSION, { headers: { ...OWN, cookie: `orrery-session=${value}` } });
      expect([answer.status, answer.body.error.code]).toEqual([401, "AUTH_FAILED"]);
    },
  );
});

describe("tabs of one browser", () => {
  it("renew at once, 64 of them, and none is logged out", async () => {
    const { browser } = await loggedIn();
    const cookie = browser.jar.cookie;
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => http.call("PUT", SESSION, { headers: { ...OWN, cookie } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const cookies = new Set(answers.map(({ headers }) => headers.get("set-cookie")!.split(";")[0]!));
    expect([cookies.size, cookies.has(cookie)]).toEqual([1, false]);
    const [stored] = await http.postgres.query<{ tokens: number }>(
      `select count(*)::int as tokens from refresh_tokens where session_id =
         (select session_id from refresh_tokens where hash = $1)`,
      [sha256(cookie.replace("orrery-session=", ""))],
    );
    expect(stored?.tokens).toBe(2);
    for (const { body } of answers.slice(0, 3)) expect(await browser.works(body.token)).toBe(true);
    browser.jar.cookie = [...cookies][0]!;
    http.clock.advance(14 * 60_000);
    expect((await browser.renew()).status).toBe(200);
  });

  it("get the newest cookie where one of them has renewed twice within the grace, or an answer was lost", async () => {
    const { browser } = await loggedIn();
    const late = createConsoleBrowser(http);
    late.jar.cookie = browser.jar.cookie;
    await browser.renew();
    await browser.renew();
    http.clock.advance(9_000);
    expect((await late.renew()).status).toBe(200);
    expect(late.jar.cookie).toBe(browser.jar.cookie);
  });

  it("get nothing within the grace once the session is over", async () => {
    const { browser } = await loggedIn();
    const late = createConsoleBrowser(http);
    late.jar.cookie = browser.jar.cookie;
    await browser.renew();
    await browser.logOut();
    expect((await late.renew()).status).toBe(401);
  });
});

describe("the cookie of a session", () => {
  const clear = (headers: Record<string, string>, remoteAddress: string) => {
    const sent = { ...OWN, ...headers };
    const incoming = { headers: sent, socket: { remoteAddress } };
    return http.request(SESSION, { method: "DELETE", headers: sent }, { incoming });
  };

  it("is for https alone where a trusted proxy was reached by it, whatever others say", async () => {
    for (const [headers, peer, secure] of [
      [{ "x-forwarded-proto": "https" }, PROXY, true],
      [{ "x-forwarded-proto": "HTTPS, http" }, PROXY, true],
      [{ "x-forwarded-proto": "http" }, PROXY, false],
      [{ "x-forwarded-proto": "https" }, "198.51.100.7", false],
      [{}, PROXY, false],
    ] as const) {
      const cookie = (await clear(headers, peer)).headers.get("set-cookie") ?? "";
      expect([headers, peer, /; Secure$/.test(cookie)]).toEqual([headers, peer, secure]);
      expect(cookie.startsWith(secure ? "__Secure-orrery-session=" : "orrery-session=")).toBe(true);
    }
  });

  it("is for https alone where the base address is, and lies below its path", async () => {
    const behind = await accessApp({ origin: () => "https://example.com/cmdb" });
    const { headers } = await createConsoleBrowser(behind).logIn();
    await behind.close();
    expect(headers.get("set-cookie")).toMatch(
      /^__Secure-orrery-session=\S+; Max-Age=604800; Path=\/cmdb\/console\/session; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  it("stands in no log", async () => {
    const { browser } = await loggedIn();
    await browser.renew();
    await http.call("PUT", SESSION, { headers: { ...OWN, cookie: "orrery-session=orrr_test_made_up" } });
    expect(http.logged()).not.toContain("orrr_");
  });
});
