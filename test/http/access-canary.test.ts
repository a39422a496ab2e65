import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeKey } from "../../src/features/access/key-format.ts";
import { hotp, stepAt } from "../../src/features/access/totp.ts";
import { newId } from "../../src/platform/ids.ts";
import { createLogger } from "../../src/platform/log.ts";
import {
  PASSWORD,
  type Scratch,
  scratchDatabase,
  type TestClock,
  testClock,
  testTenant,
} from "../features/access/support.ts";
import { type TcpGate, tcpGate } from "../features/access/tcp-gate.ts";
import { assertionOf, GRANT_TYPE, keyPair } from "../support/assertions.ts";
import { fromBase32 } from "../support/base32.ts";
import { composeApp } from "../support/composed.ts";
import { stores } from "../support/stores.ts";

/** Secrets are sent through real requests, good, refused and failing ones, and then looked for in all that was kept. */

const ROOT = "canary root secret: AqFzN8tKx2LwVb7RmYdJ";
const BASE = "http://orrery.example.com";
const WRONG_PASSWORD = "canary wrong password: hZ3uQp8XcT";
const program = keyPair();

interface Seen {
  request: string;
  status: number;
  text: string;
  /** Secrets that the answer shows, this once. */
  shows: Set<string>;
}

interface Sent {
  body?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Name of each secret by its text. */
const secrets = new Map<string, string>();
const seen: Seen[] = [];
const lines: string[] = [];
/** What says who somebody is. */
const identities: string[] = [];

let scratch: Scratch;
let gate: TcpGate;
let clock: TestClock;
let composed: ReturnType<typeof composeApp>;
let tenantId: string;

beforeAll(async () => {
  scratch = await scratchDatabase();
  const address = new URL(scratch.url);
  gate = await tcpGate({ host: address.hostname, port: Number(address.port) });
  const postgresUrl = Object.assign(new URL(scratch.url), {
    hostname: "127.0.0.1",
    port: String(gate.port),
  }).toString();
  clock = testClock();
  composed = composeApp({
    stores: { neo4j: stores().neo4j, postgresUrl },
    env: { ORRERY_SECRET: ROOT, ORRERY_RATE_LIMIT_FACTOR: "100000" },
    clock,
    log: createLogger("trace", { write: (text) => lines.push(text) }),
  });
  secrets.set(ROOT, "root secret");
  secrets.set(stores().neo4j.password, "password of Neo4j");
  secrets.set(decodeURIComponent(address.password), "password of Postgres");
  secrets.set(PASSWORD, "password");
  secrets.set(WRONG_PASSWORD, "wrong password");
  await composed.app.prepare();
  await composed.app.jobs.start({ work: true });
});
afterAll(async () => {
  await composed.app.stopWork(2_000);
  await composed.app.close();
  await gate.close();
  await scratch.drop();
  composed.removeHome();
});

/** Sends it, keeps the answer, and learns which secrets it shows. */
async function send(
  method: string,
  path: string,
  { body, form, headers = {} }: Sent = {},
  // biome-ignore lint/suspicious/noExplicitAny: members are picked by who knows the answer
  shown: (body: any) => Record<string, string> = () => ({}),
): Promise<{ status: number; shown: Record<string, string> }> {
  const type = form ? "application/x-www-form-urlencoded" : "application/json";
  const response = await composed.app.http.request(path, {
    method,
    headers: { ...((body || form) && { "content-type": type }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: new URLSearchParams(form).toString() }),
  });
  const content = await response.text();
  const found = response.ok ? shown(JSON.parse(content)) : {};
  for (const [name, text] of Object.entries(found)) secrets.set(text, name);
  const heads = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const shows = new Set(Object.values(found));
  seen.push({ request: `${method} ${path}`, status: response.status, text: `${heads}\n\n${content}`, shows });
  return { status: response.status, shown: found };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const logins = ({ token, refreshToken }: { token: string; refreshToken: string }) => ({ token, refreshToken });

/** Everything that somebody may send, with what it needs. */
interface Planted {
  email: string;
  token: string;
  refreshToken: string;
  apiKey: string;
  discoveryToken: string;
  accountId: string;
  totpSecret: string;
  recoveryCodes: string[];
}

const assertion = (accountId: string) => {
  const text = assertionOf(accountId, BASE, program, { now: clock.now() });
  secrets.set(text, "assertion");
  return text;
};
const code = (secret: string) => {
  const digits = hotp(fromBase32(secret), stepAt(clock.now()));
  secrets.set(digits, "code");
  return digits;
};

async function plant(): Promise<Planted> {
  const tenant = await testTenant(composed.app.access);
  const other = await testTenant(composed.app.access);
  tenantId = tenant.id;
  const people = await scratch.postgres.query<{ id: string; email: string }>("select id, email from users");
  identities.push(...people.flatMap(({ id, email }) => [id, email]));
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
  secrets.set(fromBase32(totpSecret).toString("base64"), "secret of the second factor in base 64");
  const recoveryCodes: string[] = [];
  const confirm = { headers, body: { totp_code: code(totpSecret) } };
  await send("POST", "/v1/auth/totp/confirm", confirm, ({ recovery_codes: codes }: { recovery_codes: string[] }) => {
    recoveryCodes.push(...codes);
    return Object.fromEntries(codes.map((each, i) => [`recovery code ${i}`, each]));
  });
  expect(recoveryCodes).toHaveLength(10);
  const { apiKey } = made.shown as { apiKey: string };
  const { discoveryToken } = scanner.shown as { discoveryToken: string };
  return { email, token, refreshToken, apiKey, discoveryToken, accountId, totpSecret, recoveryCodes };
}

/** Requests that are answered as they should be, and such that are refused. */
async function useAll(has: Planted): Promise<void> {
  const { email, token, apiKey, discoveryToken, accountId, totpSecret, recoveryCodes } = has;
  clock.advance(30_000);
  const login = { email, password: PASSWORD };
  await send("POST", "/v1/auth/login", { body: { ...login, totp_code: code(totpSecret) } }, logins);
  await send("POST", "/v1/auth/login", { body: { ...login, totp_code: code(totpSecret) } });
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
  clock.advance(20_000);
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
    timestamp: clock.now().toISOString(),
    data: { discovered_hosts: [] },
  };
  expect((await send("POST", "/v1/discovery/scan-data", { headers: bearer(discoveryToken), body: scan })).status).toBe(
    202,
  );
  expect((await send("GET", "/v1/cmdb/ci", { headers: { "x-api-key": discoveryToken } })).status).toBe(403);

  const used = assertion(accountId);
  const tokenPath = "/v1/auth/service-account/token";
  const form = { grant_type: GRANT_TYPE, assertion: used };
  const exchanged = await send("POST", tokenPath, { form }, (body) => ({ accessToken: body.access_token }));
  expect((await send("GET", "/v1/cmdb/ci", { headers: bearer(exchanged.shown.accessToken!) })).status).toBe(200);
  await send("POST", tokenPath, { form });
  await send("GET", "/v1/cmdb/ci", { headers: bearer(used) });
}

/** Secrets in fields that they do not belong in, mistyped ones, and ones that nobody knows. */
async function misplace(has: Planted): Promise<void> {
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
    assertion(accountId),
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

/** The same while a table is missing (500) and while the store is away (503). */
async function fail(has: Planted, status: number): Promise<void> {
  const { email, apiKey, recoveryCodes, token } = has;
  const [unknown, scanner, refresh] = (["api_key", "discovery_token", "refresh_token"] as const).map((kind) => {
    const key = makeKey(kind, "live");
    secrets.set(key, `unknown ${kind}`);
    return key;
  });
  const failed = [
    await send("POST", "/v1/auth/login", { body: { email, password: PASSWORD, totp_code: recoveryCodes[3] } }),
    await send("POST", "/api/auth/login", {
      body: { username: email, password: PASSWORD, totp_code: recoveryCodes[4] },
    }),
    await send("POST", "/v1/auth/refresh", { body: { refreshToken: refresh } }),
    await send("GET", "/v1/cmdb/ci", { headers: { "x-api-key": unknown! } }),
    await send("GET", `/v1/cmdb/ci?api_key=${makeUnknown()}`),
    await send("POST", "/v1/discovery/scan-data", { headers: bearer(scanner!), body: {} }),
    await send("GET", "/v1/auth/api-keys", { headers: bearer(token) }),
    await send("POST", "/v1/auth/service-account/token", {
      form: { grant_type: GRANT_TYPE, assertion: assertion(has.accountId) },
    }),
  ];
  expect(failed.map((each) => each.status)).toEqual(failed.map(() => status));
  expect((await send("GET", `/v1/cmdb/ci?api_key=${apiKey}`)).status).toBe(200);
}

function makeUnknown(): string {
  const key = makeKey("api_key", "live");
  secrets.set(key, "unknown key in the query");
  return key;
}

async function whileTablesAreMissing(work: () => Promise<void>): Promise<void> {
  const tables = ["users", "access_keys", "refresh_tokens", "service_accounts"];
  for (const table of tables) await scratch.postgres.query(`alter table ${table} rename to ${table}_gone`);
  try {
    await work();
  } finally {
    for (const table of tables) await scratch.postgres.query(`alter table ${table}_gone rename to ${table}`);
  }
}

/** A secret as it would be found, whichever way it was written down. Digits count only as a word of their own. */
function formsOf(secret: string): (string | RegExp)[] {
  if (/^\d{6}$/.test(secret)) return [new RegExp(`(?<![\\w.:+-])${secret}(?![\\w.:-])`)];
  const bytes = Buffer.from(secret);
  const inBase64 = bytes.toString("base64").replace(/.=*$/, "").slice(0, -1);
  const tail = secret.length > 100 ? [secret.slice(-40)] : [];
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("hex"),
    inBase64,
    ...tail,
  ];
}

/** Names of the secrets in the text, less those that it may show. */
function foundIn(text: string, allowed: ReadonlySet<string> = new Set()): string[] {
  const found = [];
  for (const [secret, name] of secrets) {
    if (allowed.has(secret)) continue;
    const held = formsOf(secret).some((form) => (typeof form === "string" ? text.includes(form) : form.test(text)));
    if (held) found.push(name);
  }
  return found;
}

describe("secrets that were sent", () => {
  beforeAll(async () => {
    const has = await plant();
    await useAll(has);
    const { shown } = await send(
      "POST",
      "/v1/auth/login",
      { body: { email: has.email, password: PASSWORD, totp_code: has.recoveryCodes[9] } },
      logins,
    );
    const again = { ...has, token: shown.token!, refreshToken: shown.refreshToken! };
    await misplace(again);
    await whileTablesAreMissing(() => fail(again, 500));
    gate.shut();
    await fail(again, 503);
    gate.open();
    await vi.waitFor(() => composed.app.postgres.ping(), { timeout: 10_000 });
    await composed.app.access.stop();
  }, 120_000);

  it("were many, in requests of every outcome", () => {
    expect(new Set(secrets.values()).size).toBeGreaterThan(20);
    const statuses = new Set(seen.map(({ status }) => status));
    for (const status of [200, 201, 202, 400, 401, 403, 409, 500, 503]) expect(statuses).toContain(status);
  });

  it("are found by this test where they are", () => {
    for (const { text, shows } of seen)
      for (const secret of shows) expect(foundIn(text)).toContain(secrets.get(secret));
    for (const [secret, name] of secrets) {
      for (const kept of [`"x": ${JSON.stringify(secret)}`, `(1,"${secret}",2)`]) expect(foundIn(kept)).toContain(name);
      if (secret.length === 6) continue;
      expect(foundIn(`\\x${Buffer.from(secret).toString("hex")}`)).toContain(name);
      expect(foundIn(Buffer.from(secret).toString("base64"))).toContain(name);
    }
  });

  it("stand in no answer but the one that shows them", () => {
    const leaks = seen.map(({ request, status, text, shows }) => ({ request, status, found: foundIn(text, shows) }));
    expect(leaks.filter(({ found }) => found.length > 0)).toEqual([]);
  });

  it("and who the users are stand in no refusal", () => {
    const refused = seen.filter(({ status }) => status >= 400);
    expect(refused.length).toBeGreaterThan(100);
    for (const { request, text } of refused) {
      for (const identity of identities) expect(text.includes(identity), `${identity} in ${request}`).toBe(false);
    }
  });

  it("stand in no line of the log, at whatever level", async () => {
    await expect.poll(() => lines.join(""), { timeout: 2_000 }).toContain('"status":503');
    const text = lines.join("");
    expect(text).toContain('"level":"error"');
    expect(text).toContain("/v1/auth/refresh");
    expect(lines.filter((line) => foundIn(line).length > 0)).toEqual([]);
    for (const identity of identities.filter((each) => each.includes("@"))) expect(text).not.toContain(identity);
  });

  it("stand in no row of any table: audit log, history, idempotency keys, jobs", async () => {
    const tables = await scratch.postgres.query<{ place: string }>(
      `select format('%I.%I', table_schema, table_name) as place from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const places = tables.map(({ place }) => place);
    expect(places).toEqual(expect.arrayContaining(["public.audit_log", "public.idempotency_keys", "pgboss.job"]));
    const filled = new Set<string>();
    const leaks: string[] = [];
    for (const place of places) {
      for (const { row } of await scratch.postgres.query<{ row: string }>(`select t::text as row from ${place} t`)) {
        filled.add(place);
        for (const name of foundIn(row)) leaks.push(`${name} in ${place}`);
      }
    }
    expect(leaks).toEqual([]);
    for (const place of [
      "public.audit_log",
      "public.idempotency_keys",
      "public.access_keys",
      "public.second_factors",
    ]) {
      expect(filled).toContain(place);
    }
    const jobs = await scratch.postgres.query("select from pgboss.job where data is not null");
    expect(jobs.length).toBeGreaterThan(0);
  });

  it("stand in no node of the graph", async () => {
    const nodes = await composed.app.graph.raw("MATCH (n) WHERE n.tenant = $tenant RETURN properties(n) AS kept", {
      tenant: tenantId,
    });
    expect(nodes.length).toBeGreaterThan(0);
    expect(nodes.filter(({ kept }) => foundIn(JSON.stringify(kept)).length > 0)).toEqual([]);
  });
});
