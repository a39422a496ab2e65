import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Access } from "../../../src/features/access/index.ts";
import { hotp, stepAt } from "../../../src/features/access/totp.ts";
import { fromBase32 } from "../../support/base32.ts";
import {
  codeOf,
  contextOf,
  PASSWORD,
  type Scratch,
  scratchDatabase,
  type TestClock,
  testAccess,
  testClock,
  testTenant,
  withScopes,
} from "./support.ts";

const STEP = 30_000;

let scratch: Scratch;
let clock: TestClock;
let access: Access;
/** Stands for another process. */
let sibling: Access;
beforeAll(async () => {
  scratch = await scratchDatabase();
  clock = testClock();
  access = testAccess(scratch.postgres, { clock });
  sibling = testAccess(scratch.postgres, { clock });
  await access.start();
  await sibling.start();
});
afterAll(async () => {
  await Promise.all([access.stop(), sibling.stop()]);
  await scratch.drop();
});

/** An administrator with a second factor that was confirmed in the step before the present one. */
async function enrolled(email?: string) {
  const tenant = email === undefined ? await testTenant(access) : await tenantOf(email);
  const ctx = await contextOf(access, (await tenant.login()).token);
  const { secret } = await access.verbs.secondFactor.enrol(ctx);
  const code = (offset = 0) => hotp(fromBase32(secret), stepAt(clock.now()) + offset);
  const first = code();
  const recoveryCodes = await access.verbs.secondFactor.confirm(ctx, first);
  clock.advance(STEP);
  const login = (sent?: string, by = access, password = PASSWORD) =>
    by.verbs.login({ email: tenant.email, password, tenant: tenant.name, code: sent });
  return { ...tenant, ctx, secret, code, first, recoveryCodes, login };
}

async function tenantOf(email: string) {
  const name = `tenant ${crypto.randomUUID()}`;
  const tenant = await access.createTenant({ name, adminEmail: email, adminPassword: PASSWORD });
  return { ...tenant, email, login: () => access.verbs.login({ email, password: PASSWORD, tenant: name }) };
}

describe("a second factor", () => {
  it("counts from its confirmation on, not before", async () => {
    const tenant = await testTenant(access);
    const ctx = await contextOf(access, (await tenant.login()).token);
    const dropped = await access.verbs.secondFactor.enrol(ctx);
    const { secret, otpauthUrl } = await access.verbs.secondFactor.enrol(ctx);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(otpauthUrl).toContain(`secret=${secret}&`);
    expect(decodeURIComponent(otpauthUrl)).toContain(tenant.email);
    expect(await codeOf(tenant.login())).toBe("no error");

    const codeOfSecret = (text: string, offset = 0) => hotp(fromBase32(text), stepAt(clock.now()) + offset);
    for (const wrong of [codeOfSecret(dropped.secret), codeOfSecret(secret, 2), codeOfSecret(secret, -2), ""]) {
      expect(await codeOf(access.verbs.secondFactor.confirm(ctx, wrong))).toBe("VALIDATION_ERROR");
    }
    expect(await access.verbs.secondFactor.confirm(ctx, codeOfSecret(secret))).toHaveLength(10);
    expect(await codeOf(tenant.login())).toBe("AUTH_FAILED");
    expect(await codeOf(access.verbs.secondFactor.confirm(ctx, codeOfSecret(secret, 1)))).toBe("CONFLICT");
    expect(await codeOf(access.verbs.secondFactor.enrol(ctx))).toBe("CONFLICT");
  });

  it("is confirmed by one of two callers at once", async () => {
    const tenant = await testTenant(access);
    const ctx = await contextOf(access, (await tenant.login()).token);
    const { secret } = await access.verbs.secondFactor.enrol(ctx);
    const code = hotp(fromBase32(secret), stepAt(clock.now()));
    const both = [access, sibling].map((one) => codeOf(one.verbs.secondFactor.confirm(ctx, code)));
    expect((await Promise.all(both)).sort()).toEqual(["CONFLICT", "no error"]);
    const rows = await scratch.postgres.query("select 1 from recovery_codes where user_id = $1", [ctx.actor.id]);
    expect(rows).toHaveLength(10);
  });

  it("is stored sealed, and its recovery codes as hashes", async () => {
    const { ctx, secret, recoveryCodes } = await enrolled();
    const rows = [
      ...(await scratch.postgres.query("select * from second_factors where user_id = $1", [ctx.actor.id])),
      ...(await scratch.postgres.query(
        "select user_id, encode(hash, 'escape') as hash from recovery_codes where user_id = $1",
        [ctx.actor.id],
      )),
    ];
    expect(rows).toHaveLength(11);
    const stored = JSON.stringify(rows);
    const raw = fromBase32(secret);
    for (const plain of [secret, raw.toString("hex"), raw.toString("base64"), ...recoveryCodes]) {
      expect(stored).not.toContain(plain);
    }
    expect(rows[0]).toMatchObject({ sealed_secret: expect.stringMatching(/^v1\./) });
  });

  it("needs a user's own token", async () => {
    const { ctx } = await enrolled();
    const byKey = { ...ctx, actor: { kind: "api_key" as const, id: ctx.actor.id } };
    const { enrol, confirm, disable } = access.verbs.secondFactor;
    expect(await codeOf(enrol(byKey))).toBe("PERMISSION_DENIED");
    expect(await codeOf(confirm(byKey, "123456"))).toBe("PERMISSION_DENIED");
    expect(await codeOf(disable(byKey, { password: PASSWORD, code: "123456" }))).toBe("PERMISSION_DENIED");
    expect(await codeOf(enrol(withScopes(ctx)))).toBe("CONFLICT");
  });
});

describe("a login with a second factor", () => {
  it.each([-1, 0, 1])("takes the code of the step %i from now", async (offset) => {
    const user = await enrolled();
    clock.advance(STEP);
    expect((await user.login(user.code(offset))).user.email).toBe(user.email);
  });

  it("refuses every other login in the words of a wrong password, and uses no code up by it", async () => {
    const user = await enrolled();
    const other = await enrolled();
    const email = user.email;
    const attempts = [
      user.login(),
      user.login(""),
      user.login(user.code(2)),
      user.login(user.code(-2)),
      user.login(other.code()),
      user.login(other.recoveryCodes[0]),
      user.login(user.recoveryCodes[0]?.replaceAll("-", "")),
      user.login(user.code(), access, "wrong password"),
      user.login(user.recoveryCodes[0], access, "wrong password"),
      access.verbs.login({ email: "nobody@example.com", password: PASSWORD, code: user.code() }),
      access.verbs.login({ email, password: PASSWORD, tenant: "no such tenant", code: user.code() }),
    ];
    const errors = await Promise.all(attempts.map((attempt) => attempt.catch((error) => error)));
    expect(new Set(errors.map((error) => `${error.code} ${error.status} ${error.message}`)).size).toBe(1);
    expect(errors[0]).toMatchObject({ code: "AUTH_FAILED", status: 401, details: {}, violations: [] });
    expect(await codeOf(user.login(user.code()))).toBe("no error");
    expect(await codeOf(user.login(user.recoveryCodes[0]))).toBe("no error");
  });

  it("takes no step twice, nor one before the newest that was used, nor the one that confirmed", async () => {
    const user = await enrolled();
    expect(await codeOf(user.login(user.first))).toBe("AUTH_FAILED");
    expect(await codeOf(user.login(user.code(1)))).toBe("no error");
    expect(await codeOf(user.login(user.code(1)))).toBe("AUTH_FAILED");
    expect(await codeOf(user.login(user.code(1), sibling))).toBe("AUTH_FAILED");
    expect(await codeOf(user.login(user.code(0)))).toBe("AUTH_FAILED");
    clock.advance(STEP);
    expect(await codeOf(user.login(user.code(0)))).toBe("AUTH_FAILED");
    expect(await codeOf(user.login(user.code(1), sibling))).toBe("no error");
  });

  it("lets one of many logins at once have the code, in two processes", async () => {
    const user = await enrolled();
    for (const code of [user.code(), user.recoveryCodes[3]]) {
      const all = Array.from({ length: 8 }, (_, i) => codeOf(user.login(code, i % 2 ? access : sibling)));
      const outcomes = await Promise.all(all);
      expect(outcomes.filter((outcome) => outcome === "no error")).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === "AUTH_FAILED")).toHaveLength(7);
    }
  });

  it("takes each recovery code once, in either case", async () => {
    const user = await enrolled();
    for (const code of user.recoveryCodes) expect(await codeOf(user.login(code.toUpperCase()))).toBe("no error");
    for (const code of user.recoveryCodes) expect(await codeOf(user.login(code))).toBe("AUTH_FAILED");
    expect(await codeOf(user.login(user.code()))).toBe("no error");
  });

  it("is the one tenant's alone where an email exists in two", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const one = await enrolled(email);
    const two = await tenantOf(email);
    expect(await codeOf(two.login())).toBe("no error");
    const second = await enrolled(`x${email}`);
    expect(await codeOf(one.login(second.code()))).toBe("AUTH_FAILED");
    // A context that claims another tenant finds neither the user nor its waiting secret.
    const astray = { ...one.ctx, tenantId: two.id };
    expect(await codeOf(access.verbs.secondFactor.enrol(astray))).toBe("RESOURCE_NOT_FOUND");
    expect(await codeOf(access.verbs.secondFactor.confirm(astray, one.code()))).toBe("CONFLICT");
    const input = { password: PASSWORD, code: one.code() };
    expect(await codeOf(access.verbs.secondFactor.disable(astray, input))).toBe("RESOURCE_NOT_FOUND");
    expect(await codeOf(one.login(one.code()))).toBe("no error");
  });

  it("leaves refreshing as it is", async () => {
    const user = await enrolled();
    const { refreshToken } = await user.login(user.code());
    expect((await access.verbs.refresh(refreshToken)).user.email).toBe(user.email);
  });
});

describe("disabling", () => {
  it("needs password and code, and takes the recovery codes along", async () => {
    const user = await enrolled();
    const disable = (password: string, code: string) =>
      codeOf(access.verbs.secondFactor.disable(user.ctx, { password, code }));
    expect(await disable("wrong password", user.code())).toBe("AUTH_FAILED");
    expect(await disable(PASSWORD, user.code(2))).toBe("AUTH_FAILED");
    expect(await disable(PASSWORD, user.first)).toBe("AUTH_FAILED");
    expect(await codeOf(user.login())).toBe("AUTH_FAILED");
    expect(await disable(PASSWORD, user.code())).toBe("no error");
    expect(await codeOf(user.login())).toBe("no error");
    expect(await disable(PASSWORD, user.code(1))).toBe("RESOURCE_NOT_FOUND");
    const left = await scratch.postgres.query("select 1 from recovery_codes where user_id = $1", [user.ctx.actor.id]);
    expect(left).toEqual([]);
    const again = await access.verbs.secondFactor.enrol(user.ctx);
    expect(again.secret).not.toBe(user.secret);
  });

  it("takes a recovery code", async () => {
    const user = await enrolled();
    const code = user.recoveryCodes[9] ?? "";
    await access.verbs.secondFactor.disable(user.ctx, { password: PASSWORD, code });
    expect(await codeOf(user.login())).toBe("no error");
  });
});
