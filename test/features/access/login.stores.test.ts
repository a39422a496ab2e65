import { describe, expect, it } from "vitest";
import { createAccess } from "../../../src/features/access/index.ts";
import { SCOPES } from "../../../src/model/scopes.ts";
import { newId } from "../../../src/platform/ids.ts";
import { sha256 } from "../../../src/platform/secrets.ts";
import { accessDeps, cheapPasswords, PASSWORD, testAccess, testTenant } from "../../support/access.ts";
import { accessSuite, DAY } from "./access-suite.ts";
import { bearer, codeOf, contextOfToken } from "./support.ts";

const MINUTE = 60_000;

const { scratch, clock, access } = await accessSuite({ started: 1 });

/** The claims as anybody can read them. */
function claims(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
}

describe("login", () => {
  it("issues an access token of 15 minutes and a refresh token, of which only a hash is stored", async () => {
    const tenant = await testTenant(access);
    const login = await tenant.login();
    expect(login).toEqual({
      token: expect.any(String),
      refreshToken: expect.stringMatching(/^orrr_test_[0-9A-Za-z]{43}$/),
      expiresIn: 900,
      user: { id: expect.any(String), email: tenant.email, tenant: tenant.name },
      scopes: SCOPES,
    });
    const said = claims(login.token);
    expect(said).toMatchObject({ iss: "orrery", sub: login.user.id, tenant: tenant.id, typ: "access" });
    expect(Number(said.exp) - Number(said.iat)).toBe(900);
    expect(String(said.scope).split(" ")).toContain("cmdb.read");
    const rows = await scratch.postgres.query<{ hash: Buffer }>("select * from refresh_tokens where hash = $1", [
      sha256(login.refreshToken),
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(login.refreshToken);
  });

  it("stores passwords as argon2id with 19 MiB and two passes by default", async () => {
    const tenant = await testTenant(createAccess(accessDeps(scratch.postgres)));
    const rows = await scratch.postgres.query<{ password_hash: string }>(
      "select password_hash from users where tenant_id = $1",
      [tenant.id],
    );
    expect(rows[0]!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("answers unknown user, wrong password and unknown tenant with the same message", async () => {
    const [one, two] = [await testTenant(access), await testTenant(access)];
    const shared = { adminEmail: "shared@example.com", adminPassword: PASSWORD };
    await access.createTenant({ name: "shared one", ...shared });
    await access.createTenant({ name: "shared two", ...shared });
    const attempts = [
      { email: "nobody@example.com", password: PASSWORD },
      { email: one.email, password: "wrong password" },
      { email: one.email, password: PASSWORD, tenant: "no such tenant" },
      { email: one.email, password: PASSWORD, tenant: two.name },
      { email: "shared@example.com", password: "wrong password" },
      { email: "", password: "" },
    ];
    const errors = await Promise.all(attempts.map((attempt) => access.verbs.login(attempt).catch((error) => error)));
    const seen = new Set(errors.map((error) => `${error.code} ${error.status} ${error.message}`));
    expect(seen.size).toBe(1);
    expect(errors[0]).toMatchObject({ code: "AUTH_FAILED", status: 401, details: {}, violations: [] });
    expect(errors[0].message).not.toContain("@");
    const named = await access.verbs.login({ email: "shared@example.com", password: PASSWORD, tenant: "Shared Two" });
    expect(named.user.tenant).toBe("shared two");
  });

  it("tries the password in each tenant that has the email, and logs in if exactly one has it", async () => {
    const adminEmail = `${newId()}@example.com`;
    const password = (n: number) => `the password of tenant ${n % 4}`;
    const names = Array.from({ length: 5 }, (_, n) => `tried ${n} ${newId()}`);
    for (const [n, name] of names.entries()) {
      await access.createTenant({ name, adminEmail, adminPassword: password(n) });
      // A new user elsewhere takes nobody's login away.
      if (n < 4) {
        const { user } = await access.verbs.login({ email: adminEmail, password: password(n) });
        expect(user.tenant).toBe(name);
      }
    }
    for (const n of [1, 2, 3]) {
      expect((await access.verbs.login({ email: adminEmail, password: password(n) })).user.tenant).toBe(names[n]);
    }
    const refusal = (input: object) =>
      access.verbs.login({ email: adminEmail, ...input } as never).catch((error) => error);
    const several = await refusal({ password: password(0) });
    expect(several).toMatchObject({ code: "AUTH_FAILED", status: 401, message: expect.stringContaining("`tenant`") });
    for (const name of [names[0], names[4]]) {
      const named = { email: adminEmail, password: password(0), tenant: name };
      expect((await access.verbs.login(named)).user.tenant).toBe(name);
    }
    const none = await refusal({ password: "the password of no tenant" });
    expect(none).toMatchObject({ code: "AUTH_FAILED", status: 401 });
    expect(none.message).not.toMatch(/several/);
  });

  it("does the same work for every email without a tenant, for any number of tenants that have it", async () => {
    const adminEmail = `${newId()}@example.com`;
    for (let n = 0; n < 3; n++) {
      await access.createTenant({ name: `work ${n} ${newId()}`, adminEmail, adminPassword: PASSWORD });
    }
    const single = await testTenant(access);
    const tried: (string | undefined)[] = [];
    const passwords = cheapPasswords();
    const watched = testAccess(scratch.postgres, {
      passwords: {
        ...passwords,
        verify: (hash, ...rest) => {
          tried.push(hash);
          return passwords.verify(hash, ...rest);
        },
      },
    });
    const triesOf = async (email: string, password: string) => {
      tried.length = 0;
      await watched.verbs.login({ email, password }).catch(() => undefined);
      return tried.length;
    };
    const counts = [
      await triesOf(adminEmail, "wrong password"),
      await triesOf(single.email, "wrong password"),
      await triesOf(single.email, PASSWORD),
      await triesOf(`${newId()}@example.com`, PASSWORD),
    ];
    expect(new Set(counts).size).toBe(1);
    expect(counts[0]).toBeGreaterThanOrEqual(3);
    expect(counts[0]).toBeLessThanOrEqual(5);
  });

  it("accepts a password in every Unicode composition", async () => {
    const password = "Zoë's café password";
    await access.createTenant({ name: "accents", adminEmail: "accents@example.com", adminPassword: password });
    const login = await access.verbs.login({ email: "accents@example.com", password: password.normalize("NFD") });
    expect(login.user.email).toBe("accents@example.com");
  });
});

describe("refresh", () => {
  it("issues a new pair; the old refresh token is consumed, and its reuse revokes the whole family", async () => {
    const tenant = await testTenant(access);
    const first = await tenant.login();
    const second = await access.verbs.refresh(first.refreshToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second.token).not.toBe(first.token);
    expect(second.user).toEqual(first.user);
    const third = await access.verbs.refresh(second.refreshToken);

    clock.advance(10_001);
    expect(await codeOf(access.verbs.refresh(first.refreshToken))).toBe("AUTH_FAILED");
    expect(await codeOf(access.verbs.refresh(third.refreshToken))).toBe("AUTH_FAILED");
    expect(await codeOf(contextOfToken(access, third.token))).toBe("AUTHENTICATION_REQUIRED");
    const other = await tenant.login();
    expect((await access.verbs.refresh(other.refreshToken)).user.id).toBe(first.user.id);
  });

  it("succeeds once when 32 callers use one token at once", async () => {
    const { refreshToken } = await (await testTenant(access)).login();
    const others = [access, testAccess(scratch.postgres, { clock })];
    const results = await Promise.allSettled(
      Array.from({ length: 32 }, (_, i) => others[i % 2]!.verbs.refresh(refreshToken)),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "AUTH_FAILED", status: 401 });
    }
    const won = results.find((result) => result.status === "fulfilled")!.value;
    expect((await contextOfToken(access, won.token)).actor.id).toBe(won.user.id);
    expect((await access.verbs.refresh(won.refreshToken)).user.id).toBe(won.user.id);
  });

  it("refuses a second use within ten seconds without ending the login, and a later one ends it", async () => {
    const first = await (await testTenant(access)).login();
    const second = await access.verbs.refresh(first.refreshToken);
    clock.advance(10_000);
    expect(await codeOf(access.verbs.refresh(first.refreshToken))).toBe("AUTH_FAILED");
    expect((await contextOfToken(access, second.token)).actor.id).toBe(first.user.id);
    clock.advance(1);
    expect(await codeOf(access.verbs.refresh(first.refreshToken))).toBe("AUTH_FAILED");
    expect(await codeOf(contextOfToken(access, second.token))).toBe("AUTHENTICATION_REQUIRED");
    expect(await codeOf(access.verbs.refresh(second.refreshToken))).toBe("AUTH_FAILED");
    const audited = await scratch.postgres.query(
      "select actor, target_kind, after ->> 'user_id' as user_id from audit_log where action = 'login.revoked' and after ->> 'user_id' = $1",
      [first.user.id],
    );
    expect(audited).toEqual([{ actor: "system", target_kind: "login", user_id: first.user.id }]);
  });

  it("lasts seven days from the last refresh", async () => {
    const tenant = await testTenant(access);
    let { refreshToken } = await tenant.login();
    for (let i = 0; i < 2; i++) {
      clock.advance(7 * DAY - 1_000);
      ({ refreshToken } = await access.verbs.refresh(refreshToken));
    }
    clock.advance(7 * DAY);
    expect(await codeOf(access.verbs.refresh(refreshToken))).toBe("AUTH_FAILED");
  });

  it.each(["", "x", "orrr_test_", `orrr_test_${"A".repeat(43)}`, "orr_test_x".padEnd(60, "0"), "\u0000"])(
    "refuses %j",
    async (text) => {
      expect(await codeOf(access.verbs.refresh(text))).toBe("AUTH_FAILED");
    },
  );

  it("issues the scopes that the user has at the time", async () => {
    const tenant = await testTenant(access);
    const { refreshToken, user } = await tenant.login();
    await scratch.postgres.query("update users set administrator = false, scopes = '{cmdb.read}' where id = $1", [
      user.id,
    ]);
    const { token } = await access.verbs.refresh(refreshToken);
    expect([...(await contextOfToken(access, token)).scopes]).toEqual(["cmdb.read"]);
  });

  it("refuses the tokens of a deleted user", async () => {
    const { refreshToken, user } = await (await testTenant(access)).login();
    await scratch.postgres.query("delete from users where id = $1", [user.id]);
    expect(await codeOf(access.verbs.refresh(refreshToken))).toBe("AUTH_FAILED");
  });
});

describe("logout", () => {
  it("ends that login's access and refresh tokens at once, and no other login", async () => {
    const tenant = await testTenant(access);
    const [one, two] = [await tenant.login(), await tenant.login()];
    await access.verbs.logout(await contextOfToken(access, one.token));
    expect(await codeOf(contextOfToken(access, one.token))).toBe("AUTHENTICATION_REQUIRED");
    expect(await codeOf(access.verbs.refresh(one.refreshToken))).toBe("AUTH_FAILED");
    expect((await contextOfToken(access, two.token)).actor.id).toBe(two.user.id);
    expect((await access.verbs.refresh(two.refreshToken)).user.id).toBe(two.user.id);
  });

  it("needs a user's login token", async () => {
    const ctx = await contextOfToken(access, (await (await testTenant(access)).login()).token);
    for (const kind of ["api_key", "service_account", "oauth", "discovery_token", "system"] as const) {
      expect(await codeOf(access.verbs.logout({ ...ctx, actor: { kind, id: ctx.actor.id } }))).toBe(
        "PERMISSION_DENIED",
      );
    }
  });
});

describe("login, expiry", () => {
  it("ends an access token after 15 minutes, cached or not", async () => {
    const { token } = await (await testTenant(access)).login();
    expect((await contextOfToken(access, token)).actor.kind).toBe("user");
    clock.advance(15 * MINUTE - 1_000);
    expect(await access.authenticator.authenticate(bearer(token))).toMatchObject({ actor: { kind: "user" } });
    clock.advance(1_000);
    expect(await codeOf(contextOfToken(access, token))).toBe("AUTHENTICATION_REQUIRED");
    const fresh = testAccess(scratch.postgres, { clock });
    expect(await codeOf(contextOfToken(fresh, token))).toBe("AUTHENTICATION_REQUIRED");
  });

  it("ended logins are purged a day later, and no others", async () => {
    const tenant = await testTenant(access);
    await tenant.login();
    clock.advance(8 * DAY + 1_000);
    const kept = await tenant.login();
    expect(await access.installationRetention.credentials()).toBeGreaterThanOrEqual(1);
    const left = await scratch.postgres.query(
      "select s.id from login_sessions s join users u on u.id = s.user_id where u.tenant_id = $1",
      [tenant.id],
    );
    expect(left).toHaveLength(1);
    expect((await access.verbs.refresh(kept.refreshToken)).user.email).toBe(tenant.email);
  });
});
