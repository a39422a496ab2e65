import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hotp, stepAt } from "../../../src/features/access/second-factor/totp.ts";
import { newId } from "../../../src/platform/ids.ts";
import { fromBase32 } from "../../support/base32.ts";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";

type Json = Record<string, unknown>;
type Headers = Record<string, string>;

let http: ServiceApp;
let admin: Headers;
let elsewhere: Headers;

beforeAll(async () => {
  http = await sharedServiceApp();
  admin = await http.login();
  elsewhere = await http.loginElsewhere();
});
afterAll(() => http?.close());

const users = "/v1/admin/users";
const PASSWORD = "seven tins of blue paint";

const body = (more: Json = {}): Json => ({
  email: `${newId()}@example.com`,
  password: PASSWORD,
  name: "Ada",
  scopes: ["cmdb.read"],
  must_change_password: false,
  ...more,
});
const create = async (more: Json = {}, headers = admin) => {
  const answer = await http.call("POST", users, { headers, body: body(more) });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const tryLogin = (email: string, password = PASSWORD, more: Json = {}) =>
  http.call("POST", "/v1/auth/login", { body: { email, password, ...more } });
const login = async (email: string, password = PASSWORD) => {
  const answer = await tryLogin(email, password);
  expect(answer.status, answer.text).toBe(200);
  return { authorization: `Bearer ${answer.body.token}` };
};
const put = (id: string, change: Json, headers = admin) =>
  http.call("PUT", `${users}/${id}`, { headers, body: change });
const remove = (id: string, headers = admin) => http.call("DELETE", `${users}/${id}`, { headers });

describe(users, () => {
  it("creates, gets, lists, changes and deletes users, and never shows a password", async () => {
    const email = `Ada.${newId()}@Example.com`;
    const made = await http.call("POST", users, { headers: admin, body: body({ email }) });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      email,
      name: "Ada",
      scopes: ["cmdb.read"],
      administrator: false,
      second_factor: false,
      must_change_password: false,
      created_at: expect.any(String),
      updated_at: made.body.created_at,
      last_login_at: null,
    });
    const place = `${users}/${made.body.id}`;
    expect(made.headers.get("location")).toBe(place);
    expect((await http.call("GET", place, { headers: admin })).body).toEqual(made.body);
    await login(email.toLowerCase());
    const seen = (await http.call("GET", place, { headers: admin })).body;
    expect(seen.last_login_at).toEqual(expect.any(String));
    // What was read can be sent back.
    expect((await put(made.body.id, { ...seen, name: "Grace" })).body).toMatchObject({ name: "Grace", email });
    const list = await http.call("GET", `${users}?sort=email&order=asc&limit=100`, { headers: admin });
    expect(list.body.data.map(({ id }: { id: string }) => id)).toContain(made.body.id);
    expect(list.text).not.toMatch(/password_hash|argon2/);
    expect(Number(list.headers.get("x-total-count"))).toBe(list.body.pagination.total);
    expect((await remove(made.body.id)).status).toBe(200);
    expect((await remove(made.body.id)).status).toBe(404);
    expect((await tryLogin(email)).status).toBe(401);
  });

  it("answers 404 for users of another tenant", async () => {
    const { id } = await create();
    for (const method of ["GET", "PUT", "DELETE"]) {
      const sent = { headers: elsewhere, ...(method === "PUT" && { body: { name: "x" } }) };
      expect((await http.call(method, `${users}/${id}`, sent)).status, method).toBe(404);
    }
    expect((await http.call("DELETE", `${users}/${id}/second-factor`, { headers: elsewhere })).status).toBe(404);
    const theirs = await http.call("GET", `${users}?limit=100`, { headers: elsewhere });
    expect(theirs.body.data.map((user: { id: string }) => user.id)).not.toContain(id);
  });

  it("pages through a long list by cursor, in every order", async () => {
    for (let i = 0; i < 5; i++) await create({ name: `user ${i % 2}` });
    const total = (await http.call("GET", users, { headers: admin })).body.pagination.total;
    for (const order of ["sort=email&order=desc", "sort=name", "sort=updated_at", "sort=created_at&order=desc", ""]) {
      const seen = new Set<string>();
      let cursor = "";
      do {
        const page = await http.call("GET", `${users}?${order}&limit=2${cursor}`, { headers: admin });
        expect(page.status, page.text).toBe(200);
        for (const { id } of page.body.data) seen.add(id);
        cursor = page.body.pagination.next_cursor ? `&cursor=${page.body.pagination.next_cursor}` : "";
      } while (cursor !== "");
      expect(seen.size, order).toBe(total);
    }
  });

  it("accepts an email once in a tenant, in any case, even with simultaneous requests", async () => {
    const email = `${newId()}@example.com`;
    const all = [email, email.toUpperCase(), email, email.toUpperCase()].map((each) =>
      http.call("POST", users, { headers: admin, body: body({ email: each }) }),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 409, 409, 409]);
    const other = await create();
    const clash = await put(other.id, { email: email.toUpperCase() });
    expect(clash).toMatchObject({ status: 409, body: { error: { details: [{ field: "email" }] } } });
  });

  it("answers a repeat by Idempotency-Key as the first time", async () => {
    const headers = { ...admin, "idempotency-key": newId() };
    const sent = { headers, body: body() };
    const [first, second] = [await http.call("POST", users, sent), await http.call("POST", users, sent)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });

  it.each<[string, Json, string]>([
    ["no email", { email: undefined }, "email"],
    ["no address", { email: "nobody" }, "email"],
    ["no password", { password: undefined }, "password"],
    ["a short password", { password: "short" }, "password"],
    ["a common password", { password: "Password1234" }, "password"],
    ["a password of neighbouring keys", { password: "qwertyuiop!?" }, "password"],
    ["the email as password", { email: "grace.hopper@example.com", password: "GraceHopper2024" }, "password"],
    ["no name", { name: "" }, "name"],
    ["an unknown scope", { scopes: ["root"] }, "scopes.0"],
    ["an unknown field", { role: "admin" }, "role"],
  ])("refuses %s", async (_name, more, field) => {
    const answer = await http.call("POST", users, { headers: admin, body: body(more) });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].field).toBe(field);
    if (typeof more.password === "string") expect(answer.text).not.toContain(more.password);
  });

  it("needs admin.users", async () => {
    const reader = await http.loginWith("cmdb.read");
    for (const [method, path] of [
      ["GET", users],
      ["GET", `${users}/${newId()}`],
      ["DELETE", `${users}/${newId()}`],
    ] as const) {
      const answer = await http.call(method, path, { headers: reader });
      expect(answer).toMatchObject({ status: 403, body: { required_scope: "admin.users" } });
    }
  });
});

describe("rights of users", () => {
  it("can be granted only by callers who have them", async () => {
    const limited = await http.loginWith("admin.users", "cmdb.read");
    const beyond = await http.call("POST", users, { headers: limited, body: body({ scopes: ["cmdb.write"] }) });
    expect(beyond).toMatchObject({ status: 403, body: { required_scope: "cmdb.write" } });
    const { id } = await create({}, limited);
    expect(await put(id, { scopes: ["cmdb.read", "cmdb.delete"] }, limited)).toMatchObject({
      status: 403,
      body: { required_scope: "cmdb.delete" },
    });
    const promoted = await http.call("POST", users, { headers: limited, body: body({ administrator: true }) });
    expect([promoted.status, (await put(id, { administrator: true }, limited)).status]).toEqual([403, 403]);
  });

  it("of another user cannot be taken over by a caller with fewer", async () => {
    const limited = await http.loginWith("admin.users");
    const [richer, boss] = [await create({ scopes: ["cmdb.write"] }), await create({ administrator: true })];
    const password = "a wholly other password";
    expect(await put(richer.id, { password }, limited)).toMatchObject({
      status: 403,
      body: { required_scope: "cmdb.write" },
    });
    expect((await put(richer.id, { email: `${newId()}@example.com` }, limited)).status).toBe(403);
    expect((await put(boss.id, { password }, limited)).status).toBe(403);
    expect((await remove(boss.id, limited)).status).toBe(403);
    // A key is never an administrator, even with all scopes.
    const key = await http.apiKey();
    expect((await put(boss.id, { password }, key)).status).toBe(403);
    expect((await http.call("POST", users, { headers: key, body: body({ administrator: true }) })).status).toBe(403);
    expect((await put(richer.id, { name: "by a key" }, key)).status).toBe(200);
  });

  it("end the user's logins when removed", async () => {
    const email = `${newId()}@example.com`;
    const { id } = await create({ email, scopes: ["cmdb.read", "cmdb.write"] });
    const own = await login(email);
    expect((await put(id, { name: "New name" })).status).toBe(200);
    expect((await http.call("GET", "/v1/auth/me", { headers: own })).body.name).toBe("New name");
    expect((await put(id, { scopes: ["cmdb.read"] })).status).toBe(200);
    expect((await http.call("GET", "/v1/auth/me", { headers: own })).status).toBe(401);
  });

  it("of the last administrator cannot be removed, and nobody can delete themselves", async () => {
    const self = (await http.call("GET", "/v1/auth/me", { headers: elsewhere })).body;
    expect(self).toMatchObject({ administrator: true, must_change_password: false });
    expect((await put(self.id, { administrator: false }, elsewhere)).status).toBe(409);
    expect((await remove(self.id, elsewhere)).status).toBe(409);
    expect((await put(self.id, { name: "Still here" }, elsewhere)).body.administrator).toBe(true);
  });

  it("of administrators who demote and delete each other at once leave one administrator", async () => {
    for (const attack of [(id: string, by: Headers) => put(id, { administrator: false }, by), remove]) {
      const emails = [`${newId()}@example.com`, `${newId()}@example.com`] as const;
      const name = newId();
      await http.app.access.createTenant({ name, adminEmail: emails[0], adminPassword: PASSWORD });
      const first = await login(emails[0]);
      const second = await create({ email: emails[1], administrator: true }, first);
      const firstId = (await http.call("GET", "/v1/auth/me", { headers: first })).body.id;
      const other = await login(emails[1]);
      const outcomes = await Promise.all([attack(second.id, first), attack(firstId, other)]);
      expect(outcomes.map(({ status }) => status).sort()[0]).toBe(200);
      expect(outcomes.map(({ status }) => status).sort()[1]).not.toBe(200);
    }
  });
});

describe("a password", () => {
  it("set by somebody else must be changed before anything else", async () => {
    const email = `${newId()}@example.com`;
    await create({ email, must_change_password: true, scopes: ["cmdb.read", "admin.settings"] });
    const answer = await tryLogin(email);
    expect(answer).toMatchObject({ status: 200, body: { mustChangePassword: true } });
    const own = { authorization: `Bearer ${answer.body.token}` };
    expect((await http.call("GET", "/v1/auth/me", { headers: own })).body).toMatchObject({
      must_change_password: true,
    });
    const refused = await http.call("GET", "/v1/cmdb/ci", { headers: own });
    expect(refused).toMatchObject({ status: 403, body: { required_scope: "cmdb.read" } });
    expect(refused.body.error.message).toContain("POST /v1/auth/password");
    const key = { name: "k", scopes: ["cmdb.read"] };
    expect((await http.call("POST", "/v1/auth/api-keys", { headers: own, body: key })).status).toBe(403);
    expect((await http.call("POST", "/v1/auth/totp/enroll", { headers: own })).status).toBe(403);
    const change = (current_password: string, new_password: string) =>
      http.call("POST", "/v1/auth/password", { headers: own, body: { current_password, new_password } });
    expect(await change("not the one", "nine green bottles stand")).toMatchObject({
      status: 401,
      body: { error: { code: "AUTH_FAILED" } },
    });
    expect((await change(PASSWORD, PASSWORD)).status).toBe(400);
    expect((await change(PASSWORD, "passwordpassword")).body.error.details[0].field).toBe("new_password");
    const otherLogin = await login(email);
    expect((await change(PASSWORD, "nine green bottles stand")).status).toBe(200);
    expect((await http.call("GET", "/v1/auth/me", { headers: otherLogin })).status).toBe(401);
    const again = await http.call("POST", "/v1/auth/refresh", { body: { refreshToken: answer.body.refreshToken } });
    expect(again.body.mustChangePassword).toBeUndefined();
    const free = { authorization: `Bearer ${again.body.token}` };
    expect((await http.call("GET", "/v1/cmdb/ci", { headers: free })).status).toBe(200);
    expect((await tryLogin(email)).status).toBe(401);
    expect((await tryLogin(email, "nine green bottles stand")).body.mustChangePassword).toBeUndefined();
  });

  it("reset by an administrator ends the logins and is temporary; the caller's own is refused", async () => {
    const email = `${newId()}@example.com`;
    const { id } = await create({ email });
    const own = await login(email);
    const reset = await put(id, { password: "three grey stones sing", must_change_password: true });
    expect(reset).toMatchObject({ status: 200, body: { must_change_password: true } });
    expect((await http.call("GET", "/v1/auth/me", { headers: own })).status).toBe(401);
    expect((await tryLogin(email, "three grey stones sing")).body.mustChangePassword).toBe(true);
    const self = (await http.call("GET", "/v1/auth/me", { headers: admin })).body.id;
    expect((await put(self, { password: "three grey stones sing" })).status).toBe(409);
  });

  it("that must be changed from now on ends unrestricted logins", async () => {
    const email = `${newId()}@example.com`;
    const { id } = await create({ email });
    const own = await login(email);
    expect((await http.call("GET", "/v1/cmdb/ci", { headers: own })).status).toBe(200);
    expect((await put(id, { must_change_password: true })).body.must_change_password).toBe(true);
    expect((await http.call("GET", "/v1/cmdb/ci", { headers: own })).status).toBe(401);
    const restricted = await login(email);
    expect((await http.call("GET", "/v1/cmdb/ci", { headers: restricted })).status).toBe(403);
    // Repeating the request changes nothing.
    expect((await put(id, { must_change_password: true })).status).toBe(200);
    expect((await http.call("GET", "/v1/auth/me", { headers: restricted })).status).toBe(200);
  });
});

describe("must_change_password", () => {
  it("ends unrestricted logins", async () => {
    const email = `${newId()}@example.com`;
    const { id } = await create({ email });
    const own = await login(email);
    expect((await put(id, { must_change_password: false })).status).toBe(200);
    expect((await http.call("GET", "/v1/cmdb/ci", { headers: own })).status).toBe(200);
    expect((await put(id, { must_change_password: true })).status).toBe(200);
    expect((await http.call("GET", "/v1/cmdb/ci", { headers: own })).status).toBe(401);
    expect((await tryLogin(email)).body.mustChangePassword).toBe(true);
  });
});

describe("a key or a service account of a user", () => {
  it("cannot do to its owner what users cannot do to themselves", async () => {
    const scopes = ["cmdb.read", "admin.users"];
    const { id, email } = await create({ scopes });
    const own = await login(email);
    const { secret } = (await http.call("POST", "/v1/auth/totp/enroll", { headers: own })).body;
    const totp_code = hotp(fromBase32(secret), stepAt(new Date()));
    await http.call("POST", "/v1/auth/totp/confirm", { headers: own, body: { totp_code } });
    const key = async (headers: Headers) => {
      const made = await http.call("POST", "/v1/auth/api-keys", { headers, body: { name: "k", scopes } });
      expect(made.status, made.text).toBe(201);
      return { "x-api-key": made.body.apiKey as string };
    };
    const lost = await key(own);
    expect((await put(id, { password: "three grey stones sing" }, lost)).status).toBe(409);
    expect((await http.call("DELETE", `${users}/${id}/second-factor`, { headers: lost })).status).toBe(409);
    expect((await remove(id, lost)).status).toBe(409);
    expect((await put(id, { name: "Grace" }, lost)).status).toBe(200);
    expect((await http.call("GET", `${users}/${id}`, { headers: admin })).body.second_factor).toBe(true);
    // Somebody else's key of the same scopes may do it all.
    const other = await key(await login((await create({ scopes })).email));
    expect((await put(id, { password: "three grey stones sing", must_change_password: true }, other)).status).toBe(200);
    expect((await put(id, { must_change_password: false }, lost)).status).toBe(409);
    expect((await put(id, { must_change_password: false }, other)).status).toBe(200);
    expect((await http.call("DELETE", `${users}/${id}/second-factor`, { headers: other })).status).toBe(200);
    expect((await remove(id, other)).status).toBe(200);
  });
});

describe("a second factor", () => {
  it("is reset by an administrator for somebody else", async () => {
    const email = `${newId()}@example.com`;
    const { id } = await create({ email });
    const own = await login(email);
    const reset = (of: string) => http.call("DELETE", `${users}/${of}/second-factor`, { headers: admin });
    expect((await reset(id)).status).toBe(404);
    const { secret } = (await http.call("POST", "/v1/auth/totp/enroll", { headers: own })).body;
    const totp_code = hotp(fromBase32(secret), stepAt(new Date()));
    expect((await http.call("POST", "/v1/auth/totp/confirm", { headers: own, body: { totp_code } })).status).toBe(200);
    expect((await http.call("GET", `${users}/${id}`, { headers: admin })).body.second_factor).toBe(true);
    expect((await tryLogin(email)).status).toBe(401);
    expect((await reset(id)).status).toBe(200);
    expect((await tryLogin(email)).status).toBe(200);
    const self = (await http.call("GET", "/v1/auth/me", { headers: admin })).body.id;
    expect((await reset(self)).status).toBe(409);
  });

  it("and a password are not reset, nor the user deleted, by a key of the user's own", async () => {
    const email = `${newId()}@example.com`;
    const { id } = await create({ email, scopes: ["admin.users"] });
    const own = await login(email);
    const made = { headers: own, body: { name: "k", scopes: ["admin.users"] } };
    const key = { "x-api-key": (await http.call("POST", "/v1/auth/api-keys", made)).body.apiKey as string };
    expect((await http.call("GET", `${users}/${id}`, { headers: key })).status).toBe(200);
    expect((await put(id, { password: "three grey stones sing" }, key)).status).toBe(409);
    expect((await http.call("DELETE", `${users}/${id}/second-factor`, { headers: key })).status).toBe(409);
    expect((await remove(id, key)).status).toBe(409);
    const another = await create({ scopes: ["admin.users"] });
    expect((await remove(another.id, key)).status).toBe(200);
  });
});
