import { Readable } from "node:stream";
import { AppError } from "../../src/errors.ts";
import { isScope, SCOPES, type Scope } from "../../src/model/scopes.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { createAccessLog } from "../../src/platform/http/access-log.ts";
import { createIdempotencyStore } from "../../src/platform/http/idempotency-store.ts";
import { createHttpMetrics } from "../../src/platform/http/metrics.ts";
import type { Mount } from "../../src/platform/http/mounted.ts";
import type { CredentialSource, Identity } from "../../src/platform/http/ports.ts";
import { createRateLimiter } from "../../src/platform/http/rate-limit.ts";
import type { Route } from "../../src/platform/http/route.ts";
import { createHttpApp } from "../../src/platform/http/server.ts";
import { createVariantA } from "../../src/platform/http/variant-a.ts";
import { createVariantB } from "../../src/platform/http/variant-b.ts";
import { createLogger } from "../../src/platform/log.ts";
import type { Postgres } from "../../src/platform/postgres/postgres.ts";
import { createSecrets } from "../../src/platform/secrets.ts";
import { expectDocumented } from "./documented.ts";

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are asserted on, member by member
  body: any;
}

/** Deadline in milliseconds: on a busy machine, planning a first statement may exceed the usual one. */
export const PATIENT_MS = 30_000;

export interface Sent {
  body?: unknown;
  /** A tenant's id; its bearer has every scope. */
  tenant?: string;
  headers?: Record<string, string>;
  /** Of the connection's peer. */
  address?: string;
}

/** A bearer token for the application below: a tenant with these scopes, by default all. */
export function credential(tenantId: string, scopes: readonly Scope[] = SCOPES): Record<string, string> {
  return { authorization: `Bearer ${[tenantId, ...scopes].join(" ")}` };
}

/**
 * Serves the given routes in both variants and at the root; trusts the tenant and scopes of the credential.
 *
 * @param factor multiplies the rate limits
 */
export function createFeatureApp(
  routes: { v1?: Route[]; api?: Route[]; bare?: Route[] },
  postgres: Postgres,
  { factor = 1_000 } = {},
) {
  const log = createLogger("silent");
  const origin = () => "http://localhost";
  const mounts: Mount[] = [
    { variant: createVariantB({ origin }), routes: routes.v1 ?? [] },
    { variant: createVariantA(), routes: routes.api ?? [] },
    { variant: createVariantB({ base: "", origin }), routes: routes.bare ?? [] },
  ];
  const app = createHttpApp({
    mounts,
    checks: {},
    authenticator: { authenticate },
    limiter: createRateLimiter({ clock: systemClock, factor }),
    idempotency: createIdempotencyStore(postgres, createSecrets("a root secret of the tests, long enough")),
    accessLog: createAccessLog(log),
    metrics: createHttpMetrics(),
    corsOrigins: ["*"],
    log,
    origin,
    deadlineMs: PATIENT_MS,
  });
  return {
    mounts,
    /** As `app.request`, for answers that are no JSON. */
    request: (path: string, init?: RequestInit) => app.request(path, init),
    async call(method: string, path: string, { body, tenant, headers = {}, address }: Sent = {}): Promise<Answer> {
      const init = {
        method,
        headers: {
          ...(tenant !== undefined && credential(tenant)),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: isSentAsIs(body) ? body : JSON.stringify(body) }),
      };
      const response = await app.request(path, init, address === undefined ? undefined : connection(init, address));
      const text = await response.text();
      const { status, headers: sent } = response;
      const answer = { status, headers: sent, body: text === "" ? undefined : JSON.parse(text) };
      expectDocumented(mounts, method, path, answer);
      return answer;
    },
  };
}

/** What the server has of a connection from that address. */
function connection({ headers, body }: { headers: object; body?: string | Uint8Array }, remoteAddress: string) {
  const bytes = Buffer.from(body ?? "");
  const sent = Readable.from([bytes]);
  const all = { "content-length": String(bytes.length), ...headers };
  const named = Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]);
  return { incoming: Object.assign(sent, { headers: Object.fromEntries(named), socket: { remoteAddress } }) };
}

function isSentAsIs(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array;
}

export type FeatureApp = ReturnType<typeof createFeatureApp>;

function authenticate(source: CredentialSource): Identity {
  const [, tenantId, scopes = ""] =
    /^Bearer ([0-9a-f-]{36})((?: [a-z.]+)*)$/.exec(source.header("authorization") ?? "") ?? [];
  if (tenantId === undefined) {
    throw new AppError("AUTHENTICATION_REQUIRED", "No valid credential", {
      headers: { "WWW-Authenticate": 'Bearer realm="orrery"' },
    });
  }
  return { tenantId, actor: { kind: "user", id: "tester" }, scopes: new Set(scopes.split(" ").filter(isScope)) };
}
