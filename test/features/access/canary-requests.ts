import { expect } from "vitest";
import { makeKey } from "../../../src/features/access/keys/key-format.ts";
import { hotp, stepAt } from "../../../src/features/access/second-factor/totp.ts";
import { newId } from "../../../src/platform/ids.ts";
import { PASSWORD, testTenant } from "../../support/access.ts";
import { assertionOf, GRANT_TYPE, keyPair } from "../../support/assertions.ts";
import { fromBase32 } from "../../support/base32.ts";
import { BASE, type CanaryWorld, WRONG_PASSWORD } from "./canary-world.ts";

/** Requests with every kind of secret: accepted, refused, and failing with 5xx. */

const program = keyPair();
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
export const logins = ({ token, refreshToken }: { token: string; refreshToken: string }) => ({ token, refreshToken });

function assertionBy(world: CanaryWorld, accountId: string): string {
  return world.plant(assertionOf(accountId, BASE, program, { now: world.clock.now() }), "assertion");
}

function codeOf(world: CanaryWorld, secret: string): string {
  return world.plant(hotp(fromBase32(secret), stepAt(world.clock.now())), "code");
}

/** Identities and secrets that the requests use. */
export interface Planted {
  tenantId: string;
  /** Ids and emails of all users. */
  identities: string[];
  email: string;
  token: string;
  refreshToken: string;
  apiKey: string;
  discoveryToken: string;
  accountId: string;
  totpSecret: string;
  recoveryCodes: string[];
}

/** Creates users, keys, tokens, an account and a second factor; adds the users to `identities`. */
export async function plantAll(world: CanaryWorld): Promise<Planted> {
  const { send } = world;
  const tenant = await testTenant(world.app.access);
  const other = await testTenant(world.app.access);
  const people = await world.postgres.query<{ id: string; email: string }>("select id, email from users");
  const identities = people.flatMap((each) => [each.id, each.email]);
  const { email } = tenant;
  const { shown } = await send("POST", "/v1/auth/login", { body: { email, password: PASSWORD } }, logins);
  const { token, refreshToken } = shown as { token: string; refreshToken: string };
  const headers = bearer(token);
  await send("POST", "/v1/auth/login", { body: { email: other.email, password: PASSWORD } }, logins);

  const key = { name: "canary", scopes: ["cmdb.read", "cmdb.write", "discovery.configure"], expiresIn: "10d" };
  const once = { ...headers, "idempotency-key": newId() };
  const made = await send("POST", "/v1/auth/api-keys", { headers: once, body: key }, ({ apiKey }) => ({ apiKey }));
  expect((await send("POST", "/v1/auth/api-keys", { headers: once, body: key })).status).toBe(409);
  const scanner = await send("POST", "/api/discovery/tokens", { headers, body: { name: "canary" } }, ({ data }) => ({
    discoveryToken: data.token,
  }));
  let accountId = "";
  const account = { name: "canary", scopes: ["cmdb.read"], public_key: program.publicPem };
  await send("POST", "/v1/auth/service-accounts", { headers, body: account }, ({ id }) => {
    accountId = id;
    return {};
  });
  const enrolled = await send("POST", "/v1/auth/totp/enroll", { headers, body: {} }, ({ secret }) => ({ secret }));
  const totpSecret = enrolled.shown.secret!;
  world.plant(fromBase32(totpSecret).toString("base64"), "secret of the second factor in base 64");
  const recoveryCodes: string[] = [];
  const confirm = { headers, body: { totp_code: codeOf(world, totpSecret) } };
  await send("POST", "/v1/auth/totp/confirm", confirm, ({ recovery_codes: codes }: { recovery_codes: string[] }) => {
    recoveryCodes.push(...codes);
    return Object.fromEntries(codes.map((each, i) => [`recovery code ${i}`, each]));
  });
  expect(recoveryCodes).toHaveLength(10);
  const { apiKey } = made.shown as { apiKey: string };
  const { discoveryToken } = scanner.shown as { discoveryToken: string };
  const login = { email, token, refreshToken };
  return { tenantId: tenant.id, identities, ...login, apiKey, discoveryToken, accountId, totpSecret, recoveryCodes };
}

/** Requests that succeed, and requests that are refused. */
export async function useAll(world: CanaryWorld, has: Planted): Promise<void> {
  const { send } = world;
  const { email, token, apiKey, discoveryToken, accountId, totpSecret, recoveryCodes } = has;
  world.clock.advance(30_000);
  const login = { email, password: PASSWORD };
  await send("POST", "/v1/auth/login", { body: { ...login, totp_code: codeOf(world, totpSecret) } }, logins);
  await send("POST", "/v1/auth/login", { body: { ...login, totp_code: codeOf(world, totpSecret) } });
  await send(
    "POST",
    "/api/auth/login",
    { body: { username: email, password: PASSWORD, totp_code: recoveryCodes[0] } },
    ({ data }) => logins(data),
  );
  await send("POST", "/v1/auth/login", { body: { ...login, totp_code: recoveryCodes[0] } });
  for (const path of ["/v1/auth/login", "/api/auth/login"]) {
    const name = path.startsWith("/v1") ? { email } : { username: email };
    await send("POST", path, { body: { ...name, password: WRONG_PASSWORD, totp_code: recoveryCodes[1] } });
  }
  await send("DELETE", "/v1/auth/totp", {
    headers: bearer(token),
    body: { password: WRONG_PASSWORD, totp_code: recoveryCodes[1] },
  });

  const refreshed = await send("POST", "/v1/auth/refresh", { body: { refreshToken: has.refreshToken } }, logins);
  expect(refreshed.status).toBe(200);
  world.clock.advance(20_000);
  await send("POST", "/v1/auth/refresh", { body: { refreshToken: has.refreshToken } });

  const ci = { name: "canary", type: "server" };
  expect((await send("POST", "/v1/cmdb/ci", { headers: { "x-api-key": apiKey }, body: ci })).status).toBe(201);
  expect((await send("GET", `/v1/cmdb/ci?api_key=${apiKey}&limit=5&page=1`)).status).toBe(200);
  expect((await send("GET", `/api/ci?api_key=${apiKey}`)).status).toBeLessThan(500);
  expect((await send("GET", "/v1/cmdb/ci", { headers: bearer(apiKey) })).status).toBe(200);
  expect((await send("GET", `/v1/cmdb/ci?api_key=${apiKey}`, { headers: bearer(token) })).status).toBe(401);
  expect((await send("GET", `/v1/cmdb/ci?api_key=${discoveryToken}`)).status).toBe(401);
  const scan = {
    scan_type: "full",
    scanner_id: "canary",
    timestamp: world.clock.now().toISOString(),
    data: { discovered_hosts: [] },
  };
  expect((await send("POST", "/v1/discovery/scan-data", { headers: bearer(discoveryToken), body: scan })).status).toBe(
    202,
  );
  expect((await send("GET", "/v1/cmdb/ci", { headers: { "x-api-key": discoveryToken } })).status).toBe(403);

  const used = assertionBy(world, accountId);
  const tokenPath = "/v1/auth/service-account/token";
  const form = { grant_type: GRANT_TYPE, assertion: used };
  const exchanged = await send("POST", tokenPath, { form }, (body) => ({ accessToken: body.access_token }));
  expect((await send("GET", "/v1/cmdb/ci", { headers: bearer(exchanged.shown.accessToken!) })).status).toBe(200);
  await send("POST", tokenPath, { form });
  await send("GET", "/v1/cmdb/ci", { headers: bearer(used) });
}

/** Secrets in the wrong fields, mistyped ones, and unknown ones. */
export async function misplace(world: CanaryWorld, has: Planted): Promise<void> {
  const { send } = world;
  const { email, token, refreshToken, apiKey, discoveryToken, accountId, totpSecret, recoveryCodes } = has;
  const headers = bearer(token);
  const all = [
    PASSWORD,
    refreshToken,
    apiKey,
    discoveryToken,
    token,
    totpSecret,
    recoveryCodes[2]!,
    assertionBy(world, accountId),
  ];
  for (const secret of all) {
    await send("POST", "/v1/auth/login", { body: { email: secret, password: 5, totp_code: secret } });
    await send("POST", "/api/auth/login", { body: { username: [secret], password: { secret } } });
    await send("POST", "/v1/auth/login", { body: { email, password: secret, tenant: "" } });
    await send("POST", "/v1/auth/refresh", { body: { refreshToken: [secret] } });
    await send("POST", "/v1/auth/refresh", { body: { refreshToken: secret.slice(0, 199) } });
    const once = { ...headers, "idempotency-key": newId() };
    await send("POST", "/v1/auth/api-keys", {
      headers: once,
      body: { name: "x", scopes: [secret], expiresIn: secret },
    });
    await send("POST", "/api/discovery/tokens", { headers, body: { name: 1, allowedIps: [secret], scopes: secret } });
    await send("POST", "/v1/auth/service-accounts", { headers, body: { name: "x", scopes: [], public_key: secret } });
    await send("POST", "/v1/auth/totp/confirm", { headers, body: { totp_code: secret } });
    await send("GET", `/v1/cmdb/ci?limit=${encodeURIComponent(secret)}&sort=${encodeURIComponent(secret)}`, {
      headers,
    });
    await send("GET", `/v1/cmdb/ci?cursor=${encodeURIComponent(secret)}`, { headers });
    await send("POST", "/v1/auth/service-account/token", { form: { grant_type: secret, assertion: secret } });
    await send("GET", "/v1/cmdb/ci", { headers: bearer(`${secret}x`) });
    await send("GET", "/v1/cmdb/ci", { headers: { "x-api-key": `${secret}x` } });
    await send("GET", `/v1/cmdb/ci?api_key=${encodeURIComponent(`${secret}x`)}`);
    await send("GET", "/v1/cmdb/ci", { headers: { authorization: `Basic ${secret}` } });
  }
}

/** The same while a table is missing (500) and while the store is unavailable (503). */
export async function fail(world: CanaryWorld, has: Planted, status: number): Promise<void> {
  const { send } = world;
  const { email, apiKey, recoveryCodes, token } = has;
  const [unknown, scanner, refresh] = (["api_key", "discovery_token", "refresh_token"] as const).map((kind) => {
    return world.plant(makeKey(kind, "live"), `unknown ${kind}`);
  });
  const failed = [
    await send("POST", "/v1/auth/login", { body: { email, password: PASSWORD, totp_code: recoveryCodes[3] } }),
    await send("POST", "/api/auth/login", {
      body: { username: email, password: PASSWORD, totp_code: recoveryCodes[4] },
    }),
    await send("POST", "/v1/auth/refresh", { body: { refreshToken: refresh } }),
    await send("GET", "/v1/cmdb/ci", { headers: { "x-api-key": unknown! } }),
    await send("GET", `/v1/cmdb/ci?api_key=${world.plant(makeKey("api_key", "live"), "unknown key in the query")}`),
    await send("POST", "/v1/discovery/scan-data", { headers: bearer(scanner!), body: {} }),
    await send("GET", "/v1/auth/api-keys", { headers: bearer(token) }),
    await send("POST", "/v1/auth/service-account/token", {
      form: { grant_type: GRANT_TYPE, assertion: assertionBy(world, has.accountId) },
    }),
  ];
  expect(failed.map((each) => each.status)).toEqual(failed.map(() => status));
  expect((await send("GET", `/v1/cmdb/ci?api_key=${apiKey}`)).status).toBe(200);
}

export async function whileTablesAreMissing({ postgres }: CanaryWorld, work: () => Promise<void>): Promise<void> {
  const tables = ["users", "access_keys", "refresh_tokens", "service_accounts"];
  for (const table of tables) await postgres.query(`alter table ${table} rename to ${table}_gone`);
  try {
    await work();
  } finally {
    for (const table of tables) await postgres.query(`alter table ${table}_gone rename to ${table}`);
  }
}
