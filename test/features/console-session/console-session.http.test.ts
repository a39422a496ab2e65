import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "../../../src/model/scopes.ts";
import { PASSWORD } from "../../support/access.ts";
import { type AccessApp, accessApp } from "../access/access-app.ts";
import { enrolled } from "../access/second-factor-support.ts";
import { createConsoleBrowser, OWN, SESSION } from "./console-browser.ts";

let http: AccessApp;
beforeAll(async () => {
  http = await accessApp();
});
afterAll(() => http.close());

const COOKIE =
  /^orrery-session=orrr_[a-z0-9]+_[0-9A-Za-z]{43}; Max-Age=604800; Path=\/console\/session; HttpOnly; SameSite=Strict$/;
const CLEARED = "orrery-session=; Max-Age=0; Path=/console/session; HttpOnly; SameSite=Strict";

describe("a session of the console", () => {
  it("begins with a login, whose refresh token only the cookie has", async () => {
    const browser = createConsoleBrowser(http);
    const answer = await browser.logIn({ tenant: http.tenant.name });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      token: expect.any(String),
      expiresIn: 900,
      user: { id: expect.any(String), email: http.tenant.email, tenant: http.tenant.name },
      scopes: [...SCOPES],
    });
    expect(answer.headers.get("set-cookie")).toMatch(COOKIE);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(JSON.stringify(answer.body)).not.toContain("orrr_");
    expect(await browser.works(answer.body.token)).toBe(true);
  });

  it("is renewed with another cookie and another access token", async () => {
    const browser = createConsoleBrowser(http);
    const first = await browser.logIn();
    const before = browser.jar.cookie;
    http.clock.advance(20 * 60_000);
    expect(await browser.works(first.body.token)).toBe(false);
    const answer = await browser.renew();
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(["expiresIn", "scopes", "token", "user"]);
    expect(answer.headers.get("set-cookie")).toMatch(COOKIE);
    expect(browser.jar.cookie).not.toBe(before);
    expect(await browser.works(answer.body.token)).toBe(true);
  });

  it("ends with its tokens, and the cookie is cleared", async () => {
    const browser = createConsoleBrowser(http);
    const { body } = await browser.logIn();
    const held = browser.jar.cookie;
    const answer = await browser.logOut();
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, CLEARED]);
    expect(await browser.works(body.token)).toBe(false);
    const again = await http.call("PUT", SESSION, { headers: { ...OWN, cookie: held } });
    expect([again.status, again.body.error.code]).toEqual([401, "AUTH_FAILED"]);
  });

  it("ends where nobody is logged in, again and again", async () => {
    for (const cookie of ["", "orrery-session=", "orrery-session=orrr_live_x", "orrery-session=a; orrery-session=b"]) {
      const answer = await http.call("DELETE", SESSION, { headers: { ...OWN, cookie } });
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, CLEARED]);
    }
  });

  it("is over, and the cookie cleared, once the user logged out elsewhere or the cookie has expired", async () => {
    const [left, aged] = [createConsoleBrowser(http), createConsoleBrowser(http)];
    const { body } = await left.logIn();
    await aged.logIn();
    await http.call("POST", "/v1/auth/logout", { bearer: body.token });
    http.clock.advance(8 * 24 * 3_600_000);
    for (const browser of [left, aged, createConsoleBrowser(http)]) {
      const answer = await browser.renew();
      expect([answer.status, answer.body.error.code]).toEqual([401, "AUTH_FAILED"]);
      expect(answer.headers.get("set-cookie")).toBe(CLEARED);
    }
  });

  it("is refused with a wrong password as every login is, and leaves a session that is there alone", async () => {
    const browser = createConsoleBrowser(http);
    await browser.logIn();
    const held = browser.jar.cookie;
    const refused = await browser.logIn({ password: "another one, long enough" });
    const elsewhere = await http.call("POST", "/v1/auth/login", {
      body: { email: http.tenant.email, password: "another one, long enough" },
    });
    expect([refused.status, refused.body.error.message]).toEqual([401, elsewhere.body.error.message]);
    expect(browser.jar.cookie).toBe(held);
    expect((await browser.renew()).status).toBe(200);
  });

  it("says that a password was generated or is temporary", async () => {
    const setOrigin = (origin: string) =>
      http.postgres.query("update users set password_origin = $1 where email = $2", [origin, http.tenant.email]);
    const browser = createConsoleBrowser(http);
    await setOrigin("generated");
    expect((await browser.logIn()).body).toMatchObject({ mustChangePassword: true, scopes: [...SCOPES] });
    await setOrigin("temporary");
    expect((await browser.renew()).body).toMatchObject({ mustChangePassword: true, scopes: [] });
    await setOrigin("own");
    expect((await browser.renew()).body).not.toHaveProperty("mustChangePassword");
  });
});

describe("a login with a second factor", () => {
  it("says that the code is missing where the password is right, and only there", async () => {
    const user = await enrolled(http.access, http.clock);
    const send = (password: string, more: object = {}) =>
      createConsoleBrowser(http).logIn({ email: user.email, password, ...more });
    for (const totp_code of [undefined, ""]) {
      const missing = await send(PASSWORD, { totp_code });
      expect([missing.status, missing.body.error.code, missing.body.error.totp_required]).toEqual([
        401,
        "AUTH_FAILED",
        true,
      ]);
    }
    for (const refused of [await send("another one, long enough"), await send(PASSWORD, { totp_code: "000000" })]) {
      expect([refused.status, refused.body.error.totp_required]).toEqual([401, undefined]);
    }
    const program = await http.call("POST", "/v1/auth/login", { body: { email: user.email, password: PASSWORD } });
    expect([program.status, program.body.error.totp_required]).toEqual([401, undefined]);
    // So many refusals make the address wait.
    http.clock.advance(2_000);
    expect((await send(PASSWORD, { totp_code: user.code() })).status).toBe(200);
  });

  it("says that the tenant is missing where several have this email and password", async () => {
    const { email } = await enrolled(http.access, http.clock);
    await enrolled(http.access, http.clock, email);
    const answer = await createConsoleBrowser(http).logIn({ email });
    expect([answer.status, answer.body.error.tenant_required]).toEqual([401, true]);
  });
});
