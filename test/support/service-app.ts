import { expect, vi } from "vitest";
import { SCOPES, type Scope } from "../../src/model/scopes.ts";
import type { Clock } from "../../src/platform/clock.ts";
import { type Mount, type MountedRoute, mountRoutes } from "../../src/platform/http/mounted.ts";
import { newId } from "../../src/platform/ids.ts";
import { pendingChangesOf } from "../features/ci/support.ts";
import { PASSWORD, testTenant } from "./access.ts";
import { composeApp, routeName, routesOf } from "./composed.ts";
import { expectDocumented } from "./documented.ts";
import { PATIENT_MS } from "./feature-app.ts";
import { scratchDatabase } from "./scratch.ts";
import { stores } from "./stores.ts";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are asserted on, member by member
  body: any;
}

export interface Sent {
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ServiceOptions {
  /** Multiplies the rate limits. */
  factor?: number;
  clock?: Clock;
  /** Settings in addition to those of the stores. */
  env?: NodeJS.ProcessEnv;
  /** Requests to the model service; default as many as no test sends. */
  modelCallsPerMinute?: number;
}

/**
 * The whole application on the real stores: a database of its own, since it makes the installation's first tenant and
 * runs jobs, and the graph that all suites share. Changes of other suites are left alone: the relay does not poll.
 */
export async function serviceApp(options: ServiceOptions = {}): Promise<ServiceApp> {
  const composed = await startApp(options);
  return inTenants(composed, composed.stop);
}

/** By its routes, the first application of this process that had them: the documents of the others are the same. */
const firstMounts = new Map<string, readonly Mount[]>();

let shared: ReturnType<typeof startApp> | undefined;

/**
 * The application that the files of one worker share, with two tenants of the caller's own. For files that need no other
 * clock, limits or settings and leave the installation as it is; it runs until the worker ends.
 */
export async function sharedServiceApp(): Promise<ServiceApp> {
  shared ??= startApp({});
  return inTenants(await shared, async () => {});
}

async function startApp({ factor = 100_000, clock, env, modelCallsPerMinute = 1_000 }: ServiceOptions) {
  const scratch = await scratchDatabase();
  const { app, config, removeHome } = composeApp({
    stores: { neo4j: stores().neo4j, postgresUrl: scratch.url },
    env: { ORRERY_RATE_LIMIT_FACTOR: String(factor), ...env },
    ...(clock && { clock }),
    deadlineMs: PATIENT_MS,
    modelCallsPerMinute,
  });
  await app.prepare();
  await app.jobs.start({ work: true });
  const stop = async () => {
    await app.stopWork(5_000);
    await app.close();
    await scratch.drop();
    removeHome();
  };
  return { app, config, postgres: scratch.postgres, stop };
}

async function inTenants(
  { app, config, postgres }: Omit<Awaited<ReturnType<typeof startApp>>, "stop">,
  close: () => Promise<void>,
) {
  const routes = new Map(routesOf(mountRoutes(app.mounts)).map((mounted) => [routeName(mounted), mounted]));
  const names = [...routes.keys()].join();
  const mounts = firstMounts.get(names) ?? app.mounts;
  firstMounts.set(names, mounts);
  const mine = await testTenant(app.access);
  const others = await testTenant(app.access);

  const call = async (method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Answer> => {
    const response = await app.http.request(path, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const isStream = response.headers.get("content-type") === "text/event-stream";
    const text = isStream ? await beginningOf(response) : await response.text();
    expect(response.headers.get("x-request-id")).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== "" ? JSON.parse(text) : undefined,
    };
    expectDocumented(mounts, method, path, answer);
    return answer;
  };

  /** Email of a new user of the tenant who has these scopes only, and the password of all test users. */
  const userWith = async (...scopes: Scope[]): Promise<string> => {
    const id = newId();
    await postgres.query(
      `insert into users (id, tenant_id, email, email_key, password_hash, scopes, administrator, created_at)
       select $1, tenant_id, $2, $2, password_hash, $3, false, now() from users where tenant_id = $4 limit 1`,
      [id, `${id}@example.com`, scopes, mine.id],
    );
    return `${id}@example.com`;
  };

  return {
    app,
    config,
    postgres,
    routes,
    call,
    tenantId: mine.id,
    otherTenantId: others.id,
    email: mine.email,
    password: PASSWORD,
    /** Header of a fresh login of the tenant's administrator. */
    login: async () => bearer((await mine.login()).token),
    /** Header of a fresh login of another tenant's administrator. */
    loginElsewhere: async () => bearer((await others.login()).token),

    userWith,

    /** Header of a login of a user of the tenant who has these scopes only. */
    async loginWith(...scopes: Scope[]) {
      const email = await userWith(...scopes);
      return bearer((await app.access.verbs.login({ email, password: PASSWORD })).token);
    },

    /** Header of an API key of the tenant, by default with every scope. */
    async apiKey(...scopes: Scope[]) {
      const actor = { kind: "user" as const, id: await userIdOf(postgres, mine.id) };
      const ctx = { tenantId: mine.id, actor, scopes: new Set(SCOPES), requestId: newId() };
      const input = { name: newId(), scopes: scopes.length > 0 ? scopes : SCOPES, lifetimeMs: 3_600_000 };
      return { "x-api-key": (await app.access.verbs.createApiKey(ctx, input)).secret };
    },

    /** Resolves when the changes of its tenants are delivered; ignores those of other suites. */
    async changesDelivered() {
      const noneStands = async () => expect(await pendingChangesOf(app.graph, mine.id, others.id)).toBe(0);
      await vi.waitFor(noneStands, { timeout: 30_000, interval: 50 });
    },

    close,
  };
}

/** The first piece of an answer that goes on until its reader leaves. */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}

export type ServiceApp = Awaited<ReturnType<typeof inTenants>>;

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

async function userIdOf(sql: { query: (text: string, values: unknown[]) => Promise<unknown[]> }, tenantId: string) {
  const [user] = await sql.query("select id from users where tenant_id = $1 and administrator", [tenantId]);
  return (user as { id: string }).id;
}

/** The path of a route with its parameters filled in. */
export function pathOf({ pattern }: Pick<MountedRoute, "pattern">, params: Readonly<Record<string, string>> = {}) {
  return pattern.replaceAll(/\{([^}]*)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${pattern}: no value for ${name}`);
    return encodeURIComponent(value);
  });
}

/** The four headers that every answer to a known credential carries (section 8 of the specification). */
export function expectRateHeaders(headers: Headers): void {
  const read = (name: string) => headers.get(`x-ratelimit-${name}`);
  for (const name of ["limit", "remaining", "reset", "reset-after"]) expect(read(name), name).toMatch(/^\d+$/);
  expect(Number(read("remaining"))).toBeLessThanOrEqual(Number(read("limit")));
  expect(Number(read("reset-after"))).toBeGreaterThanOrEqual(1);
  expect(Number(read("reset-after"))).toBeLessThanOrEqual(3_600);
}
