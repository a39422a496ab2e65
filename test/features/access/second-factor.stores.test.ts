import { describe, expect, it } from "vitest";
import { hotp, stepAt } from "../../../src/features/access/second-factor/totp.ts";
import { PASSWORD, testTenant } from "../../support/access.ts";
import { fromBase32 } from "../../support/base32.ts";
import { accessSuite } from "./access-suite.ts";
import { enrolled } from "./second-factor-support.ts";
import { codeOf, contextOfToken, withScopes } from "./support.ts";

const { scratch, clock, access, sibling } = await accessSuite({ started: 2 });

describe("a second factor", () => {
  it("takes effect with its confirmation, not before", async () => {
    const tenant = await testTenant(access);
    const ctx = await contextOfToken(access, (await tenant.login()).token);
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

  it("is confirmed by one of two simultaneous callers", async () => {
    const tenant = await testTenant(access);
    const ctx = await contextOfToken(access, (await tenant.login()).token);
    const { secret } = await access.verbs.secondFactor.enrol(ctx);
    const code = hotp(fromBase32(secret), stepAt(clock.now()));
    const both = [access, sibling].map((one) => codeOf(one.verbs.secondFactor.confirm(ctx, code)));
    expect((await Promise.all(both)).sort()).toEqual(["CONFLICT", "no error"]);
    const rows = await scratch.postgres.query("select 1 from recovery_codes where user_id = $1", [ctx.actor.id]);
    expect(rows).toHaveLength(10);
  });

  it("is stored sealed, and its recovery codes as hashes", async () => {
    const { ctx, secret, recoveryCodes } = await enrolled(access, clock);
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

  it("needs a user's login token", async () => {
    const { ctx } = await enrolled(access, clock);
    const byKey = { ...ctx, actor: { kind: "api_key" as const, id: ctx.actor.id } };
    const { enrol, confirm, disable } = access.verbs.secondFactor;
    expect(await codeOf(enrol(byKey))).toBe("PERMISSION_DENIED");
    expect(await codeOf(confirm(byKey, "123456"))).toBe("PERMISSION_DENIED");
    expect(await codeOf(disable(byKey, { password: PASSWORD, code: "123456" }))).toBe("PERMISSION_DENIED");
    expect(await codeOf(enrol(withScopes(ctx)))).toBe("CONFLICT");
  });
});

describe("SecondFactorVerbs.disable", () => {
  it("needs password and code, and deletes the recovery codes", async () => {
    const user = await enrolled(access, clock);
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

  it("accepts a recovery code", async () => {
    const user = await enrolled(access, clock);
    const code = user.recoveryCodes[9] ?? "";
    await access.verbs.secondFactor.disable(user.ctx, { password: PASSWORD, code });
    expect(await codeOf(user.login())).toBe("no error");
  });
});
