import { beforeAll, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import type { ServiceAccount } from "../../../src/features/access/index.ts";
import type { Scope } from "../../../src/model/scopes.ts";
import { newId } from "../../../src/platform/ids.ts";
import { testAccess, testTenant } from "../../support/access.ts";
import { assertionOf, encode, type Json, keyPair } from "../../support/assertions.ts";
import { accessSuite, DAY } from "./access-suite.ts";
import { bearer, codeOf, contextOfToken, withScopes } from "./support.ts";

const audience = "https://orrery.example.com";
const program = keyPair();
const { scratch, clock, access, newContext } = await accessSuite();
let ctx: RequestContext;
let account: ServiceAccount;

beforeAll(async () => {
  ctx = await newContext();
  account = await newAccount();
});

/** Another process on the same database, or the same one after a restart. */
const process = () => testAccess(scratch.postgres, { clock });

function newAccount(by = ctx, scopes: Scope[] = ["cmdb.read"]): Promise<ServiceAccount> {
  return access.verbs.createServiceAccount(by, { name: "program", scopes, publicKey: program.publicPem });
}

function assertion(claims: Json = {}, id = account.id, key = program): string {
  return assertionOf(id, audience, key, { now: clock.now(), ...claims });
}

const exchange = (text: string, by = access) => by.verbs.exchangeAssertion({ assertion: text, audience });

async function outcome(token: string, by = access): Promise<string> {
  return codeOf((async () => by.authenticator.authenticate(bearer(token)))());
}

async function usedAssertions(): Promise<number> {
  return (await scratch.postgres.query("select from used_assertions")).length;
}

describe("a service account", () => {
  it("needs a user's login token, and has no scope that its creator lacks", async () => {
    for (const kind of ["api_key", "discovery_token", "service_account", "oauth"] as const) {
      const other = { ...ctx, actor: { kind, id: newId() } };
      expect(await codeOf(newAccount(other))).toBe("PERMISSION_DENIED");
      expect(await codeOf(access.verbs.serviceAccounts.revoke(other, account.id))).toBe("PERMISSION_DENIED");
    }
    const limited = withScopes(ctx, "cmdb.read");
    await expect(newAccount(limited, ["cmdb.read", "cmdb.write"])).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
      details: { required_scope: "cmdb.write" },
    });
  });

  it("is created once by all tries of one request", async () => {
    const input = { name: "once", scopes: ["cmdb.read"] as const, publicKey: program.publicPem, id: newId() };
    const made = await Promise.all([1, 2, 3].map(() => access.verbs.createServiceAccount(ctx, input)));
    expect(new Set(made.map(({ id }) => id))).toEqual(new Set([input.id]));
  });

  it("is deleted with its owner", async () => {
    const tenant = await testTenant(access);
    const theirs = await contextOfToken(access, (await tenant.login()).token);
    const made = await newAccount(theirs);
    const { accessToken } = await exchange(assertion({}, made.id));
    expect(await outcome(accessToken)).toBe("no error");
    await scratch.postgres.query("delete from users where id = $1", [theirs.actor.id]);
    await access.authenticator.recheckRevocations();
    expect(await outcome(accessToken)).toBe("AUTHENTICATION_REQUIRED");
    expect(await codeOf(exchange(assertion({}, made.id)))).toBe("AUTH_FAILED");
  });
});

describe("exchangeAssertion, access token", () => {
  it("has the account's kind, tenant and scopes, for 15 minutes", async () => {
    const { accessToken, expiresIn } = await exchange(assertion());
    expect(expiresIn).toBe(900);
    for (const by of [access, process()]) {
      expect(await by.authenticator.authenticate(bearer(accessToken))).toEqual({
        tenantId: ctx.tenantId,
        actor: { kind: "service_account", id: account.id, ownerId: ctx.actor.id },
        scopes: new Set(["cmdb.read"]),
      });
    }
    clock.advance(900_000);
    expect(await outcome(accessToken)).toBe("AUTHENTICATION_REQUIRED");
    expect(await outcome(accessToken, process())).toBe("AUTHENTICATION_REQUIRED");
  });

  it("has the account's tenant, even if another account has the same key", async () => {
    const theirs = await contextOfToken(access, (await (await testTenant(access)).login()).token);
    const twin = await newAccount(theirs, ["cmdb.write"]);
    const { accessToken } = await exchange(assertion({}, twin.id));
    const identity = await access.authenticator.authenticate(bearer(accessToken));
    expect(identity).toMatchObject({ tenantId: theirs.tenantId, actor: { id: twin.id } });
    expect(await codeOf(access.verbs.serviceAccounts.revoke(theirs, account.id))).toBe("RESOURCE_NOT_FOUND");
    const page = { column: "createdAt", order: "desc", page: 1, limit: 20 } as const;
    expect((await access.verbs.serviceAccounts.list(theirs, page)).items).toEqual([twin]);
  });

  it("is not accepted as an assertion", async () => {
    const { accessToken } = await exchange(assertion());
    expect(await codeOf(exchange(accessToken))).toBe("AUTH_FAILED");
    expect(await outcome(assertion())).toBe("AUTHENTICATION_REQUIRED");
  });
});

describe("exchangeAssertion, assertion", () => {
  it("with a jti is accepted once, also after a restart", async () => {
    const text = assertion();
    await exchange(text);
    expect(await codeOf(exchange(text))).toBe("AUTH_FAILED");
    expect(await codeOf(exchange(text, process()))).toBe("AUTH_FAILED");
    clock.advance(1_000);
    const { jti } = JSON.parse(Buffer.from(text.split(".")[1]!, "base64url").toString());
    expect(await codeOf(exchange(assertion({ jti })))).toBe("AUTH_FAILED");
  });

  it("with a jti is accepted once of many simultaneous uses in two processes", async () => {
    const [one, two] = [process(), process()];
    for (let round = 0; round < 5; round++) {
      const text = assertion();
      const uses = Array.from({ length: 10 }, (_, i) => codeOf(exchange(text, i % 2 === 0 ? one : two)));
      const outcomes = await Promise.all(uses);
      expect(outcomes.filter((code) => code === "no error")).toHaveLength(1);
      expect(outcomes.filter((code) => code === "AUTH_FAILED")).toHaveLength(9);
    }
  });

  it("without a jti can be used again", async () => {
    const text = assertion({ jti: undefined });
    await exchange(text);
    await exchange(text);
  });

  it("consumes the jti of its own account only, and none when it is refused", async () => {
    const second = await newAccount();
    const jti = "job 1\u0000";
    expect(await codeOf(exchange(assertion({ jti }, account.id, keyPair())))).toBe("AUTH_FAILED");
    expect(await codeOf(exchange(assertion({ jti, aud: "https://example.com" })))).toBe("AUTH_FAILED");
    await exchange(assertion({ jti }));
    await exchange(assertion({ jti }, second.id));
  });

  it("is refused with the same message for every fault", async () => {
    const [header, payload, signature] = assertion().split(".");
    const revoked = await newAccount();
    await access.verbs.serviceAccounts.revoke(ctx, revoked.id);
    const seconds = Math.floor(clock.now().getTime() / 1_000);
    const refused = [
      "x",
      `${encode({ alg: "none" })}.${payload}.${signature}`,
      `${header}.${payload}.`,
      assertion({}, newId()),
      assertion({}, revoked.id),
      assertion({}, account.id, keyPair()),
      assertion({ aud: "https://example.com" }),
      assertion({ iat: seconds - 7_200, exp: seconds - 3_600 }),
      assertion({ exp: seconds + 7_200 }),
    ];
    const errors = await Promise.all(refused.map((text) => exchange(text).catch((error) => error)));
    expect(new Set(errors.map((error) => `${error.status} ${error.code} ${error.message}`)).size).toBe(1);
    expect(errors[0]).toMatchObject({ status: 401, code: "AUTH_FAILED" });
  });
});

describe("ServiceAccountVerbs.revoke", () => {
  it("applies here at once and in another process at its next recheck, to tokens and assertions", async () => {
    const doomed = await newAccount();
    const other = process();
    const { accessToken } = await exchange(assertion({}, doomed.id));
    expect([await outcome(accessToken), await outcome(accessToken, other)]).toEqual(["no error", "no error"]);
    await access.verbs.serviceAccounts.revoke(ctx, doomed.id);
    expect(await outcome(accessToken)).toBe("AUTHENTICATION_REQUIRED");
    await other.authenticator.recheckRevocations();
    expect(await outcome(accessToken, other)).toBe("AUTHENTICATION_REQUIRED");
    expect(await outcome(accessToken, process())).toBe("AUTHENTICATION_REQUIRED");
    expect(await codeOf(exchange(assertion({}, doomed.id), other))).toBe("AUTH_FAILED");
    expect(await outcome((await exchange(assertion())).accessToken)).toBe("no error");
  });

  it("is open to the owner and to users with admin.users", async () => {
    const made = await newAccount();
    const colleague = { ...withScopes(ctx, "cmdb.read"), actor: { kind: "user", id: newId() } } as RequestContext;
    expect(await codeOf(access.verbs.serviceAccounts.revoke(colleague, made.id))).toBe("RESOURCE_NOT_FOUND");
    const page = { column: "name", order: "asc", page: 1, limit: 20 } as const;
    expect((await access.verbs.serviceAccounts.list(colleague, page)).total).toBe(0);
    const administrator = { ...colleague, scopes: new Set<Scope>(["admin.users"]) };
    await access.verbs.serviceAccounts.revoke(administrator, made.id);
    expect(await codeOf(access.verbs.serviceAccounts.revoke(ctx, made.id))).toBe("RESOURCE_NOT_FOUND");
  });
});

describe("purgeUsedAssertions", () => {
  it("deletes a used assertion a day after its expiry, not before", async () => {
    await access.installationRetention.credentials();
    await exchange(assertion());
    const kept = await usedAssertions();
    expect(kept).toBeGreaterThan(0);
    clock.advance(DAY);
    await access.installationRetention.credentials();
    expect(await usedAssertions()).toBe(kept);
    clock.advance(3_661_000);
    await access.installationRetention.credentials();
    expect(await usedAssertions()).toBe(0);
  });
});
