import { describe, expect, it } from "vitest";
import type { Access, AccessDeps, NewKeyInput } from "../../../src/features/access/index.ts";
import type { CredentialSource } from "../../../src/platform/http/ports.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import { PASSWORD, testAccess, testTenant } from "../../support/access.ts";
import { assertionOf, keyPair } from "../../support/assertions.ts";
import { testClock } from "../../support/clock.ts";
import { accessSuite, DAY } from "./access-suite.ts";
import { bearer, codeOf, contextOfToken, source } from "./support.ts";

const program = keyPair();
const audience = "https://orrery.example.com";

const { scratch, clock, access, newContext } = await accessSuite();
const ctx = await newContext();

/** Another process on the same database. */
const process = (more: Partial<AccessDeps> = {}) => testAccess(scratch.postgres, { clock, ...more });

const newKey = (more: Partial<NewKeyInput> = {}, by = ctx) =>
  access.verbs.createApiKey(by, { name: "k", scopes: ["cmdb.read"], lifetimeMs: 90 * DAY, ...more });

async function outcome(of: CredentialSource, by = access): Promise<string> {
  return codeOf((async () => by.authenticator.authenticate(of))());
}

describe("an API key in the query", () => {
  it("is refused like an unknown one when the tenant does not accept keys there", async () => {
    const allowed = new Map<string, boolean>();
    const settled = process({ allowsKeyInQuery: (tenantId) => allowed.get(tenantId) ?? true });
    const { secret } = await newKey();
    const [header, query] = [source({ "x-api-key": secret }), source({}, secret)];
    expect([await outcome(header, settled), await outcome(query, settled)]).toEqual(["no error", "no error"]);
    allowed.set(ctx.tenantId, false);
    expect(await outcome(query, settled)).toBe("AUTHENTICATION_REQUIRED");
    expect(await outcome(header, settled)).toBe("no error");
    // Cached from the header, it is still refused in the query, and in both places at once.
    expect(await outcome(source({ "x-api-key": secret }, secret), settled)).toBe("AUTHENTICATION_REQUIRED");
    const messages = [query, bearer("garbage")].map((of) =>
      (async () => settled.authenticator.authenticate(of))().catch((error) => `${error.code} ${error.message}`),
    );
    expect(new Set(await Promise.all(messages)).size).toBe(1);
    allowed.set(ctx.tenantId, true);
    expect(await outcome(query, settled)).toBe("no error");
  });

  it("is refused in a process that sees it first in the query, then accepted in the header, with an asynchronous setting", async () => {
    const settled = process({ allowsKeyInQuery: async () => false });
    const { secret } = await newKey();
    const [inQuery, inHeader] = await Promise.all([
      outcome(source({}, secret), settled),
      outcome(source({ "x-api-key": secret }), settled),
    ]);
    expect([inQuery, inHeader]).toEqual(["AUTHENTICATION_REQUIRED", "no error"]);
    expect(await outcome(source({}, secret), settled)).toBe("AUTHENTICATION_REQUIRED");
  });

  it("is answered at once when the setting is asynchronous, which is read once per recheck", async () => {
    let asked = 0;
    let allowed = true;
    const settled = process({
      allowsKeyInQuery: async () => {
        asked++;
        return allowed;
      },
    });
    const { secret } = await newKey();
    await settled.authenticator.authenticate(source({}, secret));
    for (let i = 0; i < 50; i++) {
      expect(settled.authenticator.authenticate(source({}, secret))).not.toBeInstanceOf(Promise);
    }
    expect(asked).toBe(1);
    allowed = false;
    await settled.authenticator.recheckRevocations();
    expect(asked).toBe(2);
    expect(await outcome(source({}, secret), settled)).toBe("AUTHENTICATION_REQUIRED");
  });
});

describe("a key with allowed addresses", () => {
  it("is refused like an unknown one from other addresses, at every use", async () => {
    const { secret, key } = await newKey({ allowedIps: ["192.0.2.0/24", "2001:db8::1"] });
    expect(key.allowedIps).toEqual(["192.0.2.0/24", "2001:db8::1"]);
    const from = (address: string) => source({ "x-api-key": secret }, undefined, address);
    for (const by of [access, process()]) {
      expect(await outcome(from("198.51.100.1"), by)).toBe("AUTHENTICATION_REQUIRED");
      expect(await outcome(from("192.0.2.7"), by)).toBe("no error");
      expect(await outcome(from("198.51.100.1"), by)).toBe("AUTHENTICATION_REQUIRED");
      expect(await outcome(from("::ffff:192.0.2.7"), by)).toBe("no error");
      expect(await outcome(from("2001:db8::1"), by)).toBe("no error");
      expect(await outcome(from(""), by)).toBe("AUTHENTICATION_REQUIRED");
    }
    const used = {
      ...from("192.0.2.7"),
      header: (name: string) => (name === "authorization" ? `Bearer ${secret}` : undefined),
    };
    expect(await outcome(used)).toBe("no error");
  });

  it("can also be a discovery token or a key of the operator", async () => {
    const scanner = { name: "s", scopes: ["discovery.submit"], lifetimeMs: DAY, allowedIps: ["192.0.2.9"] } as const;
    const { secret } = await access.verbs.createDiscoveryToken(ctx, scanner);
    expect(await outcome(bearer(secret))).toBe("AUTHENTICATION_REQUIRED");
    const tenant = await testTenant(access);
    const input = { tenant: tenant.name, name: "k", scopes: ["cmdb.read"], allowIp: ["192.0.2.1"] };
    expect(await outcome(bearer((await access.createKeyForTenant("api_key", input)).secret))).toBe("no error");
    const wrong = access.createKeyForTenant("api_key", { ...input, allowIp: ["192.0.2.1", "anywhere"] });
    await expect(wrong).rejects.toMatchObject({ violations: [{ field: "allowIp.1" }] });
  });
});

describe("createKeyUsage", () => {
  const lastUse = async (id: string) => (await access.verbs.apiKeys.get(ctx, id)).lastUsedAt;

  it("leaves lastUsedAt null before the first use, writes it when the process stops, and never moves it back", async () => {
    const [ahead, behind] = [process(), process({ clock: testClock(new Date(clock.now().getTime() - DAY)) })];
    const { secret, key } = await newKey();
    expect(key.lastUsedAt).toBeNull();
    await Promise.all([ahead.prepare(), behind.prepare()]);
    await outcome(bearer(secret), ahead);
    expect(await lastUse(key.id)).toBeNull();
    await ahead.stop();
    expect(await lastUse(key.id)).toEqual(clock.now());
    await outcome(bearer(secret), behind);
    await behind.stop();
    expect(await lastUse(key.id)).toEqual(clock.now());
    const [listed] = (await access.verbs.apiKeys.list(ctx, { column: "createdAt", order: "desc", page: 1, limit: 1 }))
      .items;
    expect(listed).toMatchObject({ id: key.id, lastUsedAt: clock.now() });
  });

  it("writes all used keys in one statement, and none without uses", async () => {
    const written: string[] = [];
    const watched: Postgres = {
      ...scratch.postgres,
      query: (text, values) => {
        if (text.includes("last_used_at = ")) written.push(text);
        return scratch.postgres.query(text, values);
      },
    };
    const busy = testAccess(watched, { clock });
    const keys = await Promise.all([newKey(), newKey(), newKey()]);
    for (const { secret } of keys.slice(0, 2)) for (let i = 0; i < 10; i++) await outcome(bearer(secret), busy);
    await busy.stop();
    await busy.stop();
    expect(written).toHaveLength(1);
    const times = await Promise.all(keys.map(({ key }) => lastUse(key.id)));
    expect(times).toEqual([clock.now(), clock.now(), null]);
  });

  it("does not count refused uses, and keeps uses that cannot be written", async () => {
    let away = true;
    const flaky: Postgres = {
      ...scratch.postgres,
      query: async (text, values) => {
        if (away && text.includes("last_used_at = ")) throw new Error("away");
        return scratch.postgres.query(text, values);
      },
    };
    const other = testAccess(flaky, { clock });
    const { secret, key } = await newKey({ allowedIps: ["192.0.2.1"] });
    await outcome(source({ "x-api-key": secret }, undefined, "198.51.100.1"), other);
    await other.stop();
    expect(await lastUse(key.id)).toBeNull();
    await outcome(bearer(secret), other);
    await other.stop();
    expect(await lastUse(key.id)).toBeNull();
    away = false;
    await other.stop();
    expect(await lastUse(key.id)).toEqual(clock.now());
  });
});

describe("a key that is about to expire", () => {
  it("names its expiry from 14 days before, in a process that has cached it and in a new one", async () => {
    const own = testClock();
    const [here, there] = [process({ clock: own }), process({ clock: own })];
    const { secret, key } = await newKey({ lifetimeMs: 30 * DAY });
    own.advance(key.expiresAt.getTime() - own.now().getTime() - 14 * DAY - 1);
    expect((await here.authenticator.authenticate(bearer(secret))).keyExpiresAt).toBeUndefined();
    own.advance(1);
    for (const by of [here, there, here]) {
      expect((await by.authenticator.authenticate(bearer(secret))).keyExpiresAt).toBe(key.expiresAt.toISOString());
    }
    await here.authenticator.recheckRevocations();
    expect((await here.authenticator.authenticate(bearer(secret))).keyExpiresAt).toBe(key.expiresAt.toISOString());
  });
});

describe("scopes of the owner", () => {
  const SCOPES = ["cmdb.read", "cmdb.write"] as const;

  /** A user of the tenant with these scopes, and a login, a key and a service account of theirs. */
  async function maker() {
    const id = newId();
    await scratch.postgres.query(
      `insert into users (id, tenant_id, email, email_key, password_hash, scopes, administrator, created_at)
       select $1, tenant_id, $2, $2, password_hash, $3, false, now() from users where tenant_id = $4 limit 1`,
      [id, `${id}@example.com`, SCOPES, ctx.tenantId],
    );
    const { token } = await access.verbs.login({ email: `${id}@example.com`, password: PASSWORD });
    const own = await contextOfToken(access, token);
    const { secret } = await newKey({ scopes: SCOPES }, own);
    const account = await access.verbs.createServiceAccount(own, {
      name: "program",
      scopes: SCOPES,
      publicKey: program.publicPem,
    });
    const assertion = assertionOf(account.id, audience, program, { now: clock.now() });
    const { accessToken } = await access.verbs.exchangeAssertion({ assertion, audience });
    return { id, credentials: [token, secret, accessToken] };
  }

  const setScopes = (id: string, scopes: readonly string[], administrator = false) =>
    scratch.postgres.query("update users set scopes = $2, administrator = $3 where id = $1", [
      id,
      scopes,
      administrator,
    ]);

  const scopesBy = async (credential: string, by: Access) =>
    [...(await by.authenticator.authenticate(bearer(credential))).scopes].sort();

  it("limit a login's token, a key and an account's token within five seconds, in every process", async () => {
    const [here, there] = [process({ recheckMs: 1_000 }), process({ recheckMs: 1_000 })];
    await Promise.all([here.prepare(), there.prepare()]);
    try {
      const { id, credentials } = await maker();
      for (const by of [here, there]) for (const each of credentials) expect(await scopesBy(each, by)).toEqual(SCOPES);
      await setScopes(id, ["cmdb.read", "reports.read"]);
      for (const by of [here, there]) {
        for (const each of credentials) {
          await expect.poll(() => scopesBy(each, by), { timeout: 10_000 }).toEqual(["cmdb.read"]);
        }
      }
    } finally {
      await Promise.all([here.stop(), there.stop()]);
    }
  });

  it("limit them from the first use, return with the user's scopes, and never exceed the granted ones", async () => {
    const { id, credentials } = await maker();
    await setScopes(id, []);
    const fresh = process();
    for (const each of credentials) expect(await scopesBy(each, fresh)).toEqual([]);
    await setScopes(id, [], true);
    await fresh.authenticator.recheckRevocations();
    for (const each of credentials) expect(await scopesBy(each, fresh)).toEqual(SCOPES);
  });

  it("are lost with the user: login, key and account are refused", async () => {
    const { id, credentials } = await maker();
    const [known, fresh] = [process(), process()];
    for (const each of credentials) expect(await outcome(bearer(each), known)).toBe("no error");
    await scratch.postgres.query("delete from users where id = $1", [id]);
    await known.authenticator.recheckRevocations();
    for (const by of [known, fresh]) {
      for (const each of credentials) expect(await outcome(bearer(each), by)).toBe("AUTHENTICATION_REQUIRED");
    }
  });

  it("do not limit a key that the operator created", async () => {
    const { name } = await testTenant(access);
    const { secret } = await access.createKeyForTenant("api_key", { tenant: name, name: "k", scopes: ["cmdb.read"] });
    const fresh = process();
    expect(await scopesBy(secret, fresh)).toEqual(["cmdb.read"]);
    await fresh.authenticator.recheckRevocations();
    expect(await scopesBy(secret, fresh)).toEqual(["cmdb.read"]);
  });
});

describe("the audit log", () => {
  it("has a record of each created and revoked key, without its secret or hash", async () => {
    const { secret, key } = await newKey({ name: "audited", allowedIps: ["192.0.2.1"] });
    await access.verbs.apiKeys.revoke(ctx, key.id);
    const scanner = { name: "s", scopes: ["discovery.submit"], lifetimeMs: DAY } as const;
    const token = await access.verbs.createDiscoveryToken(ctx, scanner);
    await access.verbs.discoveryTokens.revoke(ctx, token.key.id);
    expect(await codeOf(access.verbs.apiKeys.revoke(ctx, key.id))).toBe("RESOURCE_NOT_FOUND");
    const rows = await scratch.postgres.query<Record<string, unknown>>(
      "select action, actor, tenant_id, target_id, before, after from audit_log where target_id = any($1) order by id",
      [[key.id, token.key.id]],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "api_key.created",
      "api_key.revoked",
      "discovery_token.created",
      "discovery_token.revoked",
    ]);
    expect(rows[0]).toMatchObject({
      actor: ctx.actor.id,
      tenant_id: ctx.tenantId,
      before: null,
      after: { name: "audited", scopes: ["cmdb.read"], allowed_ips: ["192.0.2.1"] },
    });
    expect(rows[1]).toMatchObject({ before: { name: "audited" }, after: null });
    expect(JSON.stringify(rows)).not.toContain(secret.slice(-12));
    expect(JSON.stringify(rows)).not.toContain("hash");
  });
});

describe("an expired key", () => {
  it("is listed for 30 days and then deleted", async () => {
    const { key } = await newKey({ lifetimeMs: DAY });
    const isListed = async () =>
      (await access.verbs.apiKeys.get(ctx, key.id).then(
        () => true,
        () => false,
      )) as boolean;
    clock.advance(30 * DAY);
    await access.installationRetention.credentials();
    expect(await isListed()).toBe(true);
    clock.advance(2 * DAY);
    await access.installationRetention.credentials();
    expect(await isListed()).toBe(false);
  });
});
