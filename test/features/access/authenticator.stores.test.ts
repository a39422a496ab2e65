import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import type { Access } from "../../../src/features/access/index.ts";
import { makeKey } from "../../../src/features/access/keys/key-format.ts";
import type { CredentialSource } from "../../../src/platform/http/ports.ts";
import { createPostgres, type Postgres } from "../../../src/platform/postgres/postgres.ts";
import { testAccess, testTenant } from "../../support/access.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { tcpGate } from "../../support/tcp-gate.ts";
import { bearer, codeOf, contextOfToken, source } from "./support.ts";

let scratch: Scratch;
let access: Access;
let token: string;
let ctx: RequestContext;
let apiKey: string;
let discoveryToken: string;
let refreshToken: string;

beforeAll(async () => {
  scratch = await scratchDatabase();
  access = testAccess(scratch.postgres);
  ({ token, refreshToken } = await (await testTenant(access)).login());
  ctx = await contextOfToken(access, token);
  apiKey = await newKey();
  const scanner = { name: "scanner", scopes: ["discovery.submit"], lifetimeMs: 86_400_000 } as const;
  discoveryToken = (await access.verbs.createDiscoveryToken(ctx, scanner)).secret;
});
afterAll(() => scratch.drop());

async function newKey(): Promise<string> {
  const input = { name: "k", scopes: ["cmdb.read"], lifetimeMs: 86_400_000 } as const;
  return (await access.verbs.createApiKey(ctx, input)).secret;
}

/** A store that counts its queries. */
function counting(postgres: Postgres): { postgres: Postgres; asked: () => number } {
  let asked = 0;
  const counted: Postgres = {
    ...postgres,
    query: (text, values) => {
      asked++;
      return postgres.query(text, values);
    },
  };
  return { postgres: counted, asked: () => asked };
}

async function outcome(of: CredentialSource, by = access): Promise<string> {
  return codeOf((async () => by.authenticator.authenticate(of))());
}

describe("authenticate, place of the credential", () => {
  it("accepts Authorization for every kind, X-API-Key for keys and discovery tokens, the query for API keys", async () => {
    const accepted = [
      source({ authorization: `Bearer ${token}` }),
      source({ authorization: `bearer ${apiKey}` }),
      source({ authorization: `BEARER  ${discoveryToken} ` }),
      source({ "x-api-key": apiKey }),
      source({ "x-api-key": ` ${discoveryToken} ` }),
      source({}, apiKey),
      source({ authorization: `Bearer ${apiKey}`, "x-api-key": apiKey }, apiKey),
    ];
    for (const each of accepted) expect(await outcome(each)).toBe("no error");
    const refused = [
      source({ "x-api-key": token }),
      source({}, token),
      source({}, discoveryToken),
      source({ authorization: `Bearer ${discoveryToken}` }, discoveryToken),
      source({ authorization: `Bearer ${refreshToken}` }),
      source({ "x-api-key": refreshToken }),
      source({ authorization: `Basic ${apiKey}` }),
      source({ authorization: apiKey }),
      source({ authorization: "" }),
      source({ authorization: "Bearer" }),
      source({ authorization: "Bearer " }),
      source({ authorization: `Bearer ${apiKey} ${apiKey}` }),
      source({ authorization: `Bearer ${apiKey},${apiKey}` }),
      source({ "x-api-key": "" }),
      source({ "x-api-key": `${apiKey}, ${apiKey}` }),
      source({}, ""),
      source({ authorization: "Basic eDp5", "x-api-key": apiKey }),
    ];
    for (const each of refused) expect(await outcome(each)).toBe("AUTHENTICATION_REQUIRED");
  });

  it("refuses two different credentials, and says why", async () => {
    const second = await newKey();
    const doubled = [
      source({ authorization: `Bearer ${token}`, "x-api-key": apiKey }),
      source({ authorization: `Bearer ${apiKey}` }, second),
      source({ "x-api-key": apiKey }, second),
      source({ authorization: `Bearer ${apiKey}`, "x-api-key": apiKey }, second),
    ];
    for (const each of doubled) {
      const refused = (async () => access.authenticator.authenticate(each))();
      await expect(refused).rejects.toThrow(/more than one credential/);
      expect(await outcome(each)).toBe("AUTHENTICATION_REQUIRED");
    }
  });

  it("answers a request without a credential with the challenge of RFC 6750", async () => {
    const challenge = async (of: CredentialSource) =>
      (await (async () => access.authenticator.authenticate(of))().catch((error) => error)).headers["WWW-Authenticate"];
    expect(await challenge(source({}))).toBe('Bearer realm="orrery"');
    expect(await challenge(bearer("x"))).toBe('Bearer realm="orrery", error="invalid_token"');
  });
});

describe("authenticate, refusals", () => {
  it("refuses every fault with the same message, which does not contain the credential", async () => {
    const unknown = makeKey("api_key", "test");
    const texts = ["x", unknown, `${apiKey.slice(0, -1)}!`, makeKey("discovery_token", "test"), `${token}x`];
    const errors = await Promise.all(
      texts.map((text) => (async () => access.authenticator.authenticate(bearer(text)))().catch((error) => error)),
    );
    expect(new Set(errors.map((error) => `${error.code} ${error.message}`)).size).toBe(1);
    for (const error of errors) {
      expect(error.status).toBe(401);
      for (const text of texts.slice(1)) expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(text);
    }
  });

  it("queries nothing for a wrong checksum, and once for an unknown well-formed key", async () => {
    const { postgres, asked } = counting(scratch.postgres);
    const process = testAccess(postgres);
    for (let i = 0; i < 20; i++) {
      const bad = `orr_test_${i.toString(36).padStart(43, "A")}`;
      expect(await outcome(bearer(bad), process)).toBe("AUTHENTICATION_REQUIRED");
    }
    expect(asked()).toBe(0);
    const unknown = makeKey("api_key", "test");
    for (let i = 0; i < 20; i++) expect(await outcome(bearer(unknown), process)).toBe("AUTHENTICATION_REQUIRED");
    expect(asked()).toBe(1);
  });
});

describe("authenticate, cached credentials", () => {
  it("answers from the cache without a query", async () => {
    const { postgres, asked } = counting(scratch.postgres);
    const process = testAccess(postgres);
    for (const credential of [token, apiKey, discoveryToken]) {
      await process.authenticator.authenticate(bearer(credential));
      const before = asked();
      for (let i = 0; i < 100; i++) {
        expect(process.authenticator.authenticate(bearer(credential))).not.toBeInstanceOf(Promise);
      }
      expect(asked()).toBe(before);
    }
  });

  it("queries once for many simultaneous requests with one credential", async () => {
    const { postgres, asked } = counting(scratch.postgres);
    const process = testAccess(postgres);
    const identities = await Promise.all(
      Array.from({ length: 50 }, () => process.authenticator.authenticate(bearer(apiKey))),
    );
    expect(new Set(identities.map((identity) => identity.actor.id)).size).toBe(1);
    expect(asked()).toBe(1);
  });
});

describe("recheckRevocations", () => {
  it("applies a revocation by another process within five seconds: key, login, deleted user", async () => {
    const [here, there] = [testAccess(scratch.postgres), testAccess(scratch.postgres)];
    await Promise.all([here.prepare(), there.prepare()]);
    try {
      const tenant = await testTenant(there);
      const [login, kept, doomed] = [
        await tenant.login(),
        await tenant.login(),
        await (await testTenant(there)).login(),
      ];
      const admin = await contextOfToken(there, kept.token);
      const input = { name: "k", scopes: ["cmdb.read"], lifetimeMs: 86_400_000 } as const;
      const { secret, key } = await there.verbs.createApiKey(admin, input);
      const revoked = [secret, login.token, doomed.token];
      for (const credential of [...revoked, kept.token])
        expect(await outcome(bearer(credential), here)).toBe("no error");

      await there.verbs.apiKeys.revoke(admin, key.id);
      await there.verbs.logout(await contextOfToken(there, login.token));
      await scratch.postgres.query("delete from users where id = $1", [doomed.user.id]);
      const started = Date.now();
      for (const credential of revoked) {
        await expect
          .poll(() => outcome(bearer(credential), here), { timeout: 10_000 - (Date.now() - started), interval: 50 })
          .toBe("AUTHENTICATION_REQUIRED");
      }
      expect(await outcome(bearer(kept.token), here)).toBe("no error");
      expect(await outcome(bearer(doomed.token), there)).toBe("AUTHENTICATION_REQUIRED");
    } finally {
      await Promise.all([here.stop(), there.stop()]);
    }
  });
});

describe("authenticate, store unavailable", () => {
  it("accepts cached credentials, answers 503 for others, and catches up afterwards", async () => {
    const address = new URL(scratch.url);
    const gate = await tcpGate({ host: address.hostname, port: Number(address.port) });
    const url = Object.assign(new URL(scratch.url), { hostname: "127.0.0.1", port: String(gate.port) }).toString();
    const postgres = createPostgres({ url, log });
    const process = testAccess(postgres);
    try {
      const [known, revoked, unknown] = [await newKey(), await newKey(), await newKey()];
      for (const credential of [known, revoked, token])
        expect(await outcome(bearer(credential), process)).toBe("no error");
      gate.shut();
      await process.authenticator.recheckRevocations();
      await scratch.postgres.query("delete from access_keys where id = $1", [
        (await contextOfToken(access, revoked)).actor.id,
      ]);
      for (const credential of [known, revoked, token])
        expect(await outcome(bearer(credential), process)).toBe("no error");
      expect(await outcome(bearer(unknown), process)).toBe("SERVICE_UNAVAILABLE");
      expect(await outcome(bearer("garbage"), process)).toBe("AUTHENTICATION_REQUIRED");

      gate.open();
      await expect.poll(() => outcome(bearer(unknown), process), { timeout: 10_000 }).toBe("no error");
      await process.authenticator.recheckRevocations();
      expect(await outcome(bearer(revoked), process)).toBe("AUTHENTICATION_REQUIRED");
      expect(await outcome(bearer(known), process)).toBe("no error");
    } finally {
      await postgres.close();
      await gate.close();
    }
  });
});
