import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES, type Scope } from "../../src/model/scopes.ts";
import type { MountedRoute } from "../../src/platform/http/mounted.ts";
import { newId } from "../../src/platform/ids.ts";
import { authorizePath, type Client, codeForm, createBrowser, REDIRECT } from "../features/access/oauth-support.ts";
import { assertionOf, keyPair } from "../support/assertions.ts";
import { checkEach } from "../support/check-each.ts";
import { type TestClock, testClock } from "../support/clock.ts";
import { composedRoutes, routeName, routesOf } from "../support/composed.ts";
import { inTurn } from "../support/rotation.ts";
import { type Answer, expectRateHeaders, pathOf, type ServiceApp, serviceApp } from "../support/service-app.ts";

/**
 * Routes of both variants against the states of a credential. One authenticator serves all routes: every state is tried
 * with three routes of each kind of access, every route with three states; ORRERY_TEST_SEED selects other pairs. All
 * scopes of all routes are tried. A 400 or 404 means that credential and scope were accepted.
 */

type Headers = Record<string, string>;
type Place = "bearer" | "header" | "query";
/** One way to send a credential. `query` is appended to the path. */
interface Attempt {
  headers: Headers;
  query?: string;
}

const routes = routesOf(composedRoutes().paths).filter(({ route }) => !route.access.public);
const named = routes.map((mounted) => [routeName(mounted), mounted] as const);
const placed = routes.map((mounted, index) => [routeName(mounted), mounted, index] as const);
const kinds = [...Map.groupBy(routes, kindOfAccess)];
const PARAMS: Record<string, string> = {
  port: "5432",
  ip: "192.0.2.9",
  kind: "disks",
  name: "uses",
  source: "zabbix",
  cve: "CVE-2024-0001",
};
const MINUTE = 60_000;

let clock: TestClock;
let service: ServiceApp;
/** Credentials that every route refuses. */
let dead: Map<string, Attempt>;
/** A live credential of each kind with every scope that the kind can have. */
let live: Record<"user" | "oauth" | "api_key" | "discovery_token" | "service_account", Headers>;
/** Token of a user with every scope who must change the password first. */
let restricted: () => Promise<Headers>;
let shutOut: Headers;
/** API keys with all scopes except the named one, and with the named one only. */
let without: Map<Scope, Headers>;
let only: Map<Scope, Headers>;

beforeAll(async () => {
  clock = testClock();
  service = await serviceApp({ clock });
  const early = await expiringCredentials();
  clock.advance(16 * MINUTE);
  live = await liveCredentials();
  restricted = await temporaryLogin();
  shutOut = await restricted();
  dead = new Map([...malformed(), ...early, ...(await revoked()), ...(await ofDeletedUser()), ...(await misplaced())]);
  [without, only] = await keysByScope();
}, 60_000);

afterAll(() => service?.close());

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const keyOf = (headers: Headers): string => headers["x-api-key"] ?? headers.authorization!.slice("Bearer ".length);

function brought(secret: string, place: Place): Attempt {
  if (place === "query") return { headers: {}, query: `api_key=${secret}` };
  return { headers: place === "bearer" ? bearer(secret) : { "x-api-key": secret } };
}

function malformed(): [string, Attempt][] {
  const garbage = `orr_live_${"z".repeat(43)}`;
  return [
    ["none", { headers: {} }],
    ["an empty bearer", { headers: { authorization: "Bearer " } }],
    ["another scheme", { headers: { authorization: "Basic enp6Onp6" } }],
    ["two words", { headers: { authorization: "Bearer a b" } }],
    ["no token at all", { headers: bearer("zz") }],
    ["three parts of nothing", { headers: bearer("e30.e30.e30") }],
    ...(["bearer", "header", "query"] as const).map((place): [string, Attempt] => [
      `an invented key in the ${place}`,
      brought(garbage, place),
    ]),
    ["an empty key", { headers: { "x-api-key": "" } }],
  ];
}

async function expiringCredentials(): Promise<[string, Attempt][]> {
  const { call } = service;
  const admin = await service.login();
  const input = { name: "short", scopes: [...SCOPES], expiresIn: "1m" };
  const key = (await call("POST", "/v1/auth/api-keys", { headers: admin, body: input })).body.apiKey as string;
  const scanner = { name: "short", expires_in: "PT1M" };
  const token = (await call("POST", "/v1/discovery/tokens", { headers: admin, body: scanner })).body.token as string;
  const account = await serviceAccountToken(admin);
  const application = await oauthToken(admin);
  return [
    ["an expired login", { headers: admin }],
    ["an expired token of an OAuth client", { headers: application.headers }],
    ["an expired key in the header", brought(key, "header")],
    ["an expired key in the bearer", brought(key, "bearer")],
    ["an expired key in the query", brought(key, "query")],
    ["an expired discovery token", brought(token, "header")],
    ["an expired token of a service account", { headers: account.headers }],
  ];
}

async function liveCredentials(): Promise<typeof live> {
  const user = await service.login();
  const scanner = { name: "scanner", scopes: ["discovery.submit", "discovery.read"], expires_in: "P1D" };
  const token = (await service.call("POST", "/v1/discovery/tokens", { headers: user, body: scanner })).body.token;
  return {
    user,
    oauth: (await oauthToken(user)).headers,
    api_key: await service.apiKey(),
    discovery_token: { "x-api-key": token as string },
    service_account: (await serviceAccountToken(user)).headers,
  };
}

async function serviceAccountToken(admin: Headers): Promise<{ id: string; headers: Headers }> {
  const program = keyPair();
  const body = { name: "program", scopes: [...SCOPES], public_key: program.publicPem };
  const { id } = (await service.call("POST", "/v1/auth/service-accounts", { headers: admin, body })).body;
  const assertion = assertionOf(id, "http://orrery.example.com", program, { now: clock.now() });
  const form = new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await service.call("POST", "/v1/auth/service-account/token", { headers, body: form.toString() });
  return { id, headers: bearer(answer.body.access_token) };
}

/** Token of a client that the login registers, with every scope granted. */
async function oauthToken(login: Headers, email = service.email): Promise<{ client: Client; headers: Headers }> {
  const body = { name: "application", redirect_uris: [REDIRECT], scopes: [...SCOPES] };
  const client = (await service.call("POST", "/v1/auth/oauth-clients", { headers: login, body })).body as Client;
  const request = async (path: string, init?: RequestInit) => service.app.http.request(path, init);
  const to = await createBrowser({ request }).decide(authorizePath(client), email);
  const form = new URLSearchParams(codeForm(client, to.searchParams.get("code")!)).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await service.call("POST", "/oauth/token", { headers, body: form });
  return { client, headers: bearer(answer.body.access_token) };
}

async function temporaryLogin(): Promise<() => Promise<Headers>> {
  const [email, password] = [`${newId()}@example.com`, service.password];
  const body = { email, name: "New", password, scopes: [...SCOPES], must_change_password: true };
  const made = await service.call("POST", "/v1/admin/users", { headers: await service.login(), body });
  expect(made.status, made.text).toBe(201);
  return async () => bearer((await service.call("POST", "/v1/auth/login", { body: { email, password } })).body.token);
}

/** Each was used before its revocation, so that the cache must evict it. */
async function revoked(): Promise<[string, Attempt][]> {
  const { call } = service;
  const admin = live.user;
  const used = async (headers: Headers) =>
    expect((await call("GET", "/v1/discovery/scans", { headers })).status).toBe(200);
  const login = await service.login();
  const made = (
    await call("POST", "/v1/auth/api-keys", { headers: admin, body: { name: "gone", scopes: [...SCOPES] } })
  ).body;
  const scanner = { name: "gone", scopes: ["discovery.read"] };
  const token = (await call("POST", "/v1/discovery/tokens", { headers: admin, body: scanner })).body;
  const account = await serviceAccountToken(admin);
  const application = await oauthToken(admin);
  const keys = [{ "x-api-key": made.apiKey }, { "x-api-key": token.token }];
  for (const headers of [login, ...keys, account.headers, application.headers]) await used(headers);
  await call("POST", "/v1/auth/logout", { headers: login });
  await call("DELETE", `/v1/auth/api-keys/${made.id}`, { headers: admin });
  await call("DELETE", `/v1/discovery/tokens/${token.id}`, { headers: admin });
  await call("DELETE", `/v1/auth/service-accounts/${account.id}`, { headers: admin });
  await call("DELETE", `/v1/auth/oauth-clients/${application.client.client_id}`, { headers: admin });
  return [
    ["a token of a revoked OAuth client", { headers: application.headers }],
    ["a login that was ended", { headers: login }],
    ["a revoked key in the header", brought(made.apiKey, "header")],
    ["a revoked key in the bearer", brought(made.apiKey, "bearer")],
    ["a revoked key in the query", brought(made.apiKey, "query")],
    ["a revoked discovery token", brought(token.token, "header")],
    ["a token of a revoked service account", { headers: account.headers }],
  ];
}

async function ofDeletedUser(): Promise<[string, Attempt][]> {
  const { call, postgres } = service;
  const login = await service.loginWith(...SCOPES);
  const key = (await call("POST", "/v1/auth/api-keys", { headers: login, body: { name: "left", scopes: [...SCOPES] } }))
    .body;
  const account = await serviceAccountToken(login);
  const { email } = (await call("GET", "/v1/auth/me", { headers: login })).body;
  const application = await oauthToken(live.user, email);
  const credentials = [login, { "x-api-key": key.apiKey as string }, account.headers, application.headers];
  for (const headers of credentials) expect((await call("GET", "/v1/cmdb/ci", { headers })).status).toBe(200);
  await postgres.query("delete from users where id = (select user_id from access_keys where id = $1)", [key.id]);
  await service.app.access.authenticator.recheckRevocations();
  return [
    ["a login of a deleted user", { headers: login }],
    ["a key of a deleted user", { headers: credentials[1]! }],
    ["a service account of a deleted user", { headers: account.headers }],
    ["an OAuth client's token of a deleted user", { headers: application.headers }],
  ];
}

/** Genuine credentials in a place that does not accept their kind, or more than one. */
async function misplaced(): Promise<[string, Attempt][]> {
  const { email, password } = service;
  const pair = (await service.call("POST", "/v1/auth/login", { body: { email, password } })).body;
  const scanner = keyOf(live.discovery_token);
  return [
    ["an access token as a key", brought(pair.token, "header")],
    ["an access token in the query", brought(pair.token, "query")],
    ["a refresh token as a bearer", brought(pair.refreshToken, "bearer")],
    ["a refresh token as a key", brought(pair.refreshToken, "header")],
    ["a discovery token in the query", brought(scanner, "query")],
    ["two different credentials", { headers: { ...live.user, ...live.api_key } }],
    ["a key in the query beside a bearer", { headers: live.user, query: `api_key=${keyOf(live.api_key)}` }],
  ];
}

async function keysByScope(): Promise<[Map<Scope, Headers>, Map<Scope, Headers>]> {
  const [all, alone] = [new Map<Scope, Headers>(), new Map<Scope, Headers>()];
  for (const scope of new Set(routes.flatMap(({ scopes }) => scopes))) {
    alone.set(scope, await service.apiKey(scope));
    const others = SCOPES.filter((each) => !alternativesOf(scope).has(each));
    all.set(scope, await service.apiKey(...others));
  }
  return [all, alone];
}

/** Scopes of routes that accept either of two: without one, the other is enough. */
function alternativesOf(scope: Scope): Set<Scope> {
  return new Set([scope, ...routes.filter(({ scopes }) => scopes.includes(scope)).flatMap(({ scopes }) => scopes)]);
}

function send(mounted: MountedRoute, { headers, query }: Attempt): Promise<Answer> {
  const path = pathOf(mounted, {
    ...PARAMS,
    id: newId(),
    ciId: newId(),
    jobId: newId(),
    softwareId: newId(),
    scanId: newId(),
  });
  return service.call(mounted.route.method, query ? `${path}?${query}` : path, { headers });
}

/** The answer without what differs for each request. */
function shownBy({ status, headers, text }: Answer): string {
  const id = headers.get("x-request-id") ?? "";
  const kept = [...headers].filter(([name]) => name !== "x-request-id");
  return JSON.stringify([status, kept, text.replaceAll(id, "request")]);
}

/** The kind of access that a route needs. */
function kindOfAccess({ route: { access }, scopes }: MountedRoute): string {
  const scope = ["no scope", "one scope"][scopes.length] ?? "one of several scopes";
  if (!access.user) return scope;
  return `a user's own token${access.restricted ? ", even a restricted one" : ""}, and ${scope}`;
}

/** Refused like every invalid credential; a once valid one with the same message as one that never was. */
async function expectRefused(mounted: MountedRoute, state: string, attempt: Attempt, unknown: string): Promise<void> {
  const answer = await send(mounted, attempt);
  expect(answer.status, answer.text).toBe(401);
  expect(answer.body.error.code).toBe("AUTHENTICATION_REQUIRED");
  expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer realm="orrery"/);
  expect(answer.headers.get("x-ratelimit-limit")).toBeNull();
  if (ONCE_VALID.test(state)) expect(shownBy(answer)).toBe(unknown);
}

const ONCE_VALID = /expired|revoked|ended|deleted|as a key|refresh token/;
const unknownAnswer = async (mounted: MountedRoute) =>
  shownBy(await send(mounted, dead.get("an invented key in the header")!));

/** Authentication accepted it, and the answer is no 5xx. */
/** Scopes that a route needs beside its own: its verb asks for them. */
function furtherScopes({ route, scopes }: MountedRoute): Scope[] {
  const named = [...(route.description ?? "").matchAll(/\bneeds `([a-z_.]+)`/gi)].map(([, name]) => name as Scope);
  return named.filter((name) => SCOPES.includes(name) && !scopes.includes(name));
}

function expectPassed({ status, text }: Answer, credential: string): void {
  expect([401, 403], `${credential}: ${text}`).not.toContain(status);
  expect(status, `${credential}: ${text}`).toBeLessThan(500);
}

describe("an invalid credential", () => {
  it("exists in at least 25 states", () => {
    expect(dead.size).toBeGreaterThanOrEqual(25);
    expect([...dead.keys()].filter((state) => ONCE_VALID.test(state)).length).toBeGreaterThanOrEqual(18);
    expect(routes.length).toBeGreaterThanOrEqual(60);
    expect(kinds.length).toBeGreaterThanOrEqual(4);
  });

  it.each(kinds)("is refused in each of its states by routes that need %s", async (_kind, list) => {
    const pairs = [...dead].flatMap(([state, attempt], index) =>
      inTurn(list, index, 3).map((mounted) => ({ mounted, state, attempt })),
    );
    const name = ({ mounted, state }: (typeof pairs)[number]) => `${state} at ${routeName(mounted)}`;
    await checkEach(pairs, name, async ({ mounted, state, attempt }) =>
      expectRefused(mounted, state, attempt, await unknownAnswer(mounted)),
    );
  });

  it.each(placed)("is refused by %s", async (_name, mounted, index) => {
    const unknown = await unknownAnswer(mounted);
    const states = inTurn([...dead], index, 3);
    await checkEach(
      states,
      ([state]) => state,
      ([state, attempt]) => expectRefused(mounted, state, attempt, unknown),
    );
  });
});

describe("scopes of a credential", () => {
  it.each(named.filter(([, { scopes }]) => scopes.length > 0))(
    "refusal names the missing scope: %s",
    async (_name, mounted) => {
      for (const scope of mounted.scopes) {
        const { status, body, headers } = await send(mounted, { headers: without.get(scope)! });
        expectRateHeaders(headers);
        expect(status, scope).toBe(403);
        const expected = mounted.route.access.user ? undefined : mounted.scopes[0];
        if (expected) expect([body.required_scope, body.error.required_scope]).toEqual([expected, expected]);
      }
    },
  );

  it.each(named.filter(([, { scopes, route }]) => scopes.length > 0 && !route.access.user))(
    "the scope is enough, with the further ones that the description names: %s",
    async (_name, mounted) => {
      const further = furtherScopes(mounted);
      for (const scope of mounted.scopes) {
        const alone = await send(mounted, { headers: only.get(scope)! });
        if (further.length === 0) expectPassed(alone, scope);
        // A malformed request is refused before a further scope is missed.
        else if (alone.status === 403) expect(further).toContain(alone.body.error.required_scope);
        else expect([400, 404], alone.text).toContain(alone.status);
        if (further.length > 0) {
          expectPassed(
            await send(mounted, { headers: await service.apiKey(scope, ...further) }),
            `${scope}, ${further}`,
          );
        }
      }
    },
  );
});

describe("other credentials than a user's login token", () => {
  it.each(named.filter(([, { route }]) => route.access.user))("are refused by %s", async (_, mounted) => {
    for (const kind of ["oauth", "api_key", "discovery_token", "service_account"] as const) {
      const { status, body } = await send(mounted, { headers: live[kind] });
      expect(status, kind).toBe(403);
      expect(body.error.code, kind).toBe("PERMISSION_DENIED");
    }
    // A login for this test only: one of the routes logs out.
    expectPassed(await send(mounted, { headers: await service.login() }), "a fresh login");
  });

  it.each(named.filter(([, { route }]) => !route.access.user))(
    "are accepted with the scope by %s",
    async (_, mounted) => {
      for (const kind of ["user", "oauth", "api_key", "service_account"] as const) {
        expectPassed(await send(mounted, { headers: live[kind] }), kind);
      }
      const scanner: readonly Scope[] = ["discovery.submit", "discovery.read"];
      const answer = await send(mounted, { headers: live.discovery_token });
      if (mounted.scopes.some((scope) => scanner.includes(scope))) expectPassed(answer, "discovery_token");
      else expect([answer.status, answer.body.error.code]).toEqual([403, "PERMISSION_DENIED"]);
    },
  );
});

describe("a login with a temporary password", () => {
  const isOpen = ({ route: { access } }: MountedRoute) => access.user === true && access.restricted === true;

  it.each(named.filter(([, mounted]) => !isOpen(mounted)))("is refused by %s", async (_, mounted) => {
    const { status, body, headers } = await send(mounted, { headers: shutOut });
    expectRateHeaders(headers);
    expect(status).toBe(403);
    expect(body.error.message).toContain("POST /v1/auth/password");
  });

  it("can only change the password, get its own account and log out", async () => {
    expect(named.filter(([, mounted]) => isOpen(mounted)).map(([name]) => name)).toEqual(
      expect.arrayContaining(["POST /v1/auth/password", "GET /v1/auth/me", "POST /v1/auth/logout"]),
    );
    for (const [name, mounted] of named.filter(([, each]) => isOpen(each))) {
      expectPassed(await send(mounted, { headers: await restricted() }), name);
    }
  });
});
