import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hotp, stepAt } from "../../../src/features/access/second-factor/totp.ts";
import { PASSWORD } from "../../support/access.ts";
import { fromBase32 } from "../../support/base32.ts";
import { type AccessApp, accessApp } from "./access-app.ts";

let http: AccessApp;
beforeAll(async () => {
  http = await accessApp();
});
afterAll(() => http.close());

const v1Login = (totp_code?: unknown) =>
  http.call("POST", "/v1/auth/login", { body: { email: http.tenant.email, password: PASSWORD, totp_code } });
const apiLogin = (code?: unknown, name = "totp_code", password = PASSWORD) =>
  http.call("POST", "/api/auth/login", { body: { username: http.tenant.email, password, [name]: code } });

describe("the second factor", () => {
  it("is enabled, required by both variants' login, and disabled", async () => {
    const enrolment = await http.call("POST", "/v1/auth/totp/enroll", { bearer: http.token });
    expect(enrolment.status).toBe(200);
    expect(enrolment.body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauth_url: expect.stringMatching(/^otpauth:\/\/totp\/Orrery:/),
    });
    const code = (offset = 0) => hotp(fromBase32(enrolment.body.secret), stepAt(http.clock.now()) + offset);
    const confirm = (totp_code: string) =>
      http.call("POST", "/v1/auth/totp/confirm", { bearer: http.token, body: { totp_code } });
    const wrong = await confirm(code(5));
    expect(wrong).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
    expect(JSON.stringify(wrong.body)).toContain("totp_code");
    const confirmed = await confirm(code(-1));
    expect(confirmed.status).toBe(200);
    expect(Object.keys(confirmed.body)).toEqual(["recovery_codes"]);
    const recovery: string[] = confirmed.body.recovery_codes;
    expect(recovery).toHaveLength(10);
    expect((await http.call("POST", "/v1/auth/totp/enroll", { bearer: http.token })).status).toBe(409);

    for (const refused of [await v1Login(), await v1Login(code(-1))]) {
      expect(refused).toMatchObject({ status: 401, body: { error: { code: "AUTH_FAILED" } } });
    }
    for (const refused of [await apiLogin(), await apiLogin(code(), "totp_code", "wrong password")]) {
      expect(refused).toMatchObject({ status: 401, body: { success: false, error: { code: "AUTH_FAILED" } } });
    }
    expect((await v1Login(code())).status).toBe(200);
    expect((await apiLogin(code())).status).toBe(401);
    expect((await apiLogin(code(1), "totpCode")).status).toBe(200);
    expect((await v1Login(code(1))).status).toBe(401);
    expect((await apiLogin(recovery[0])).status).toBe(200);
    expect((await v1Login(recovery[0])).status).toBe(401);
    expect((await v1Login(recovery[1])).status).toBe(200);

    const disable = (body: object) => http.call("DELETE", "/v1/auth/totp", { bearer: http.token, body });
    expect((await disable({ password: "wrong password", totp_code: recovery[2] })).status).toBe(401);
    expect((await disable({ password: PASSWORD, totp_code: recovery[0] })).status).toBe(401);
    const off = await disable({ password: PASSWORD, totp_code: recovery[2] });
    expect(off).toMatchObject({ status: 200, body: { message: "Second factor disabled" } });
    expect((await disable({ password: PASSWORD, totp_code: recovery[3] })).status).toBe(404);
    expect((await v1Login()).status).toBe(200);
    const logged = http.logged();
    for (const secret of [enrolment.body.secret, ...recovery]) expect(logged).not.toContain(secret);
  });

  it.each([
    ["POST", "/v1/auth/totp/enroll", undefined],
    ["POST", "/v1/auth/totp/confirm", { totp_code: "123456" }],
    ["DELETE", "/v1/auth/totp", { password: "x", totp_code: "123456" }],
  ])("needs a user's login token for %s %s", async (method, path, body) => {
    expect((await http.call(method, path, { body })).status).toBe(401);
    const { body: key } = await http.call("POST", "/v1/auth/api-keys", {
      bearer: http.token,
      body: { name: "k", scopes: ["cmdb.read"] },
    });
    const byKey = await http.call(method, path, { body, headers: { "x-api-key": key.apiKey } });
    expect(byKey).toMatchObject({ status: 403, body: { error: { code: "PERMISSION_DENIED" } } });
  });

  it.each([
    ["POST", "/v1/auth/totp/enroll", { secret: "x" }, "secret"],
    ["POST", "/v1/auth/totp/confirm", {}, "totp_code"],
    ["POST", "/v1/auth/totp/confirm", { totp_code: 123456 }, "totp_code"],
    ["POST", "/v1/auth/totp/confirm", { totp_code: "aaaa-aaaa-aaaa-aaaa-aaaa-aaaa" }, "totp_code"],
    ["DELETE", "/v1/auth/totp", { password: "x" }, "totp_code"],
    ["DELETE", "/v1/auth/totp", { totp_code: "123456" }, "password"],
    ["DELETE", "/v1/auth/totp", { password: "x", totp_code: "1", extra: 1 }, "extra"],
    ["POST", "/v1/auth/login", { email: "a@example.com", password: "x", totp_code: ["123456"] }, "totp_code"],
  ])("refuses at %s %s the body %j, naming %s", async (method, path, body, field) => {
    const answer = await http.call(method, path, { bearer: http.token, body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  it.each([
    ["DELETE", "/v1/auth/totp", { password: "x", totp_code: "aaaa-aaaa" }],
    ["POST", "/v1/auth/login", { email: "a@example.com", password: "x", totp_code: "aaaa-aaaa" }],
  ])("refuses at %s %s a code of no known form like a wrong one", async (method, path, body) => {
    const answer = await http.call(method, path, { bearer: http.token, body });
    expect([answer.status, answer.body.error.code]).toEqual([401, "AUTH_FAILED"]);
  });
});
