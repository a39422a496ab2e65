import { Writable } from "node:stream";
import { pino } from "pino";
import type { Access } from "../../../src/features/access/index.ts";
import { createConsoleSession } from "../../../src/features/console-session/index.ts";
import type { Scope } from "../../../src/model/scopes.ts";
import { createAccessLog } from "../../../src/platform/http/access-log.ts";
import { createHttpMetrics } from "../../../src/platform/http/metrics.ts";
import type { IdempotencyStore, StoredAnswer } from "../../../src/platform/http/ports.ts";
import { createRateLimiter } from "../../../src/platform/http/rate-limit.ts";
import { createHttpApp, type HttpApp } from "../../../src/platform/http/server.ts";
import { createVariantA } from "../../../src/platform/http/variant-a.ts";
import { createVariantB } from "../../../src/platform/http/variant-b.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import { PASSWORD, testAccess, testTenant } from "../../support/access.ts";
import { type TestClock, testClock } from "../../support/clock.ts";
import { scratchDatabase } from "../../support/scratch.ts";

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are asserted on, member by member
  body: any;
}

export interface Sent {
  body?: unknown;
  /** Sent as `application/x-www-form-urlencoded`, instead of a JSON body. */
  form?: Record<string, string>;
  bearer?: string | undefined;
  headers?: Record<string, string>;
}

/** The routes of the access feature behind both variants and of the console's session, with an administrator of one tenant and one of another. */
export interface AccessApp {
  access: Access;
  app: HttpApp;
  clock: TestClock;
  postgres: Postgres;
  tenant: Awaited<ReturnType<typeof testTenant>>;
  /** Access token of the tenant's administrator. */
  token: string;
  /** Access token of another tenant's administrator. */
  other: string;
  /** All log lines so far. */
  logged(): string;
  call(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** The raw answer, for bodies that are not JSON. */
  request(path: string, init?: RequestInit, env?: Record<string, unknown>): Promise<Response>;
  /** Access token of a user of the tenant with exactly these scopes. */
  userWith(...scopes: Scope[]): Promise<string>;
  close(): Promise<void>;
}

/** `origin` is the base of absolute addresses. */
export async function accessApp({
  origin = () => "http://localhost",
  trustedProxies = [],
}: {
  origin?: () => string;
  trustedProxies?: string[];
} = {}): Promise<AccessApp> {
  const scratch = await scratchDatabase();
  const clock = testClock();
  const lines: string[] = [];
  const log = pino({ level: "trace" }, collector(lines));
  const access = testAccess(scratch.postgres, { clock, log });
  const session = createConsoleSession({ access });
  const variantB = createVariantB({ origin });
  const app = createHttpApp({
    mounts: [
      { variant: variantB, routes: access.routes.v1 },
      { variant: createVariantA(), routes: access.routes.api },
      {
        variant: createVariantB({ base: "", origin }),
        routes: [...access.routes.bare, ...(session.routes?.bare ?? [])],
      },
    ],
    checks: {},
    authenticator: access.authenticator,
    limiter: createRateLimiter({ clock, factor: 100 }),
    idempotency: rememberingStore(),
    accessLog: createAccessLog(log),
    metrics: createHttpMetrics(),
    corsOrigins: ["*"],
    trustedProxies,
    log,
    origin,
  });
  const tenant = await testTenant(access);

  return {
    access,
    app,
    clock,
    postgres: scratch.postgres,
    tenant,
    token: (await tenant.login()).token,
    other: (await (await testTenant(access)).login()).token,
    logged: () => lines.join(""),

    async call(method, path, { body, form, bearer, headers = {} } = {}) {
      const response = await app.request(path, {
        method,
        headers: {
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(form !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(form !== undefined && { body: new URLSearchParams(form).toString() }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
    },

    request: async (path, init, env) => app.request(path, init, env),

    async userWith(...scopes) {
      const id = newId();
      await scratch.postgres.query(
        `insert into users (id, tenant_id, email, email_key, password_hash, scopes, administrator, created_at)
         select $1, tenant_id, $2, $2, password_hash, $3, false, now() from users where tenant_id = $4 limit 1`,
        [id, `${id}@example.com`, scopes, tenant.id],
      );
      return (await access.verbs.login({ email: `${id}@example.com`, password: PASSWORD })).token;
    },

    close: () => scratch.drop(),
  };
}

function collector(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
}

/** In-memory idempotency store of a single process. */
function rememberingStore(): IdempotencyStore {
  const kept = new Map<string, { fingerprint: string; answer?: StoredAnswer }>();
  const place = (claim: { tenantId: string; route: string; key: string }) =>
    `${claim.tenantId} ${claim.route} ${claim.key}`;
  return {
    async begin(claim) {
      const held = kept.get(place(claim));
      if (!held) {
        kept.set(place(claim), { fingerprint: claim.fingerprint });
        return { kind: "fresh", seed: "seed" };
      }
      if (held.fingerprint !== claim.fingerprint) return { kind: "mismatch" };
      return held.answer ? { kind: "replay", answer: held.answer } : { kind: "running" };
    },
    async finish(claim, answer) {
      kept.set(place(claim), { fingerprint: claim.fingerprint, answer });
    },
    async release(claim) {
      kept.delete(place(claim));
    },
  };
}
