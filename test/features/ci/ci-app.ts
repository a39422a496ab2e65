import { AppError } from "../../../src/errors.ts";
import type { Scope } from "../../../src/model/scopes.ts";
import { SCOPES } from "../../../src/model/scopes.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { createAccessLog } from "../../../src/platform/http/access-log.ts";
import { createHttpApp } from "../../../src/platform/http/http-app.ts";
import { createIdempotencyStore } from "../../../src/platform/http/idempotency-store.ts";
import { createHttpMetrics } from "../../../src/platform/http/metrics.ts";
import type { Authenticator } from "../../../src/platform/http/ports.ts";
import { createRateLimiter } from "../../../src/platform/http/rate-limit.ts";
import { createVariantA } from "../../../src/platform/http/variant-a.ts";
import { createVariantB } from "../../../src/platform/http/variant-b.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createSecrets } from "../../../src/platform/secrets.ts";
import { PATIENT_MS } from "../../support/feature-app.ts";
import { log } from "../../support/scratch.ts";
import { createWorld } from "./support.ts";

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are asserted on, member by member
  body: any;
}

export interface Sent {
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  text?: string;
  headers?: Record<string, string>;
  /** Tenant and scopes of the caller; by default an administrator of the suite's tenant. */
  tenantId?: string;
  scopes?: readonly Scope[];
}

export const secrets = createSecrets("a root secret of the tests, long enough");

/** A credential of these tests names its tenant and scopes itself: who may call is tested elsewhere. */
const authenticator: Authenticator = {
  authenticate(source) {
    const [tenantId, scopes] = source.header("authorization")?.replace("Bearer ", "").split("|") ?? [];
    if (!tenantId) throw new AppError("AUTHENTICATION_REQUIRED", "A credential is needed");
    return { tenantId, actor: { kind: "user", id: "tester" }, scopes: new Set((scopes ?? "").split(",") as Scope[]) };
  },
};

/** Routes of configuration items, relationships and history behind both variants, on real stores. */
export async function ciApp() {
  const world = await createWorld();
  const origin = () => "http://orrery.example.com";
  const { ci, history, relationships } = world;
  const app = createHttpApp({
    mounts: [
      {
        variant: createVariantB({ origin }),
        routes: [...ci.routes.v1, ...history.routes.v1, ...relationships.routes.v1],
      },
      { variant: createVariantA(), routes: [...ci.routes.api, ...relationships.routes.api] },
    ],
    checks: {},
    authenticator,
    limiter: createRateLimiter({ clock: systemClock, factor: 1_000 }),
    idempotency: createIdempotencyStore(world.postgres, secrets),
    accessLog: createAccessLog(log),
    metrics: createHttpMetrics(),
    corsOrigins: ["*"],
    log,
    origin,
    deadlineMs: PATIENT_MS,
  });
  const call = async (method: string, path: string, sent: Sent = {}): Promise<Answer> => {
    const text = sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    const { tenantId = world.ctx.tenantId, scopes = SCOPES } = sent;
    const response = await app.request(path, {
      method,
      headers: {
        authorization: `Bearer ${tenantId}|${scopes.join(",")}`,
        ...(text !== undefined && { "content-type": "application/json" }),
        ...sent.headers,
      },
      ...(text !== undefined && { body: text }),
    });
    const answered = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: answered === "" ? undefined : JSON.parse(answered),
    };
  };
  return {
    world,
    call,
    get: (path: string, sent?: Sent) => call("GET", path, sent),
    post: (path: string, body: unknown, sent?: Sent) => call("POST", path, { ...sent, body }),
    put: (path: string, body: unknown, sent?: Sent) => call("PUT", path, { ...sent, body }),
    delete: (path: string, sent?: Sent) => call("DELETE", path, sent),
    /** Id of a new CI of the tenant. */
    async create(fields: object = {}, sent?: Sent): Promise<string> {
      const answer = await call("POST", "/v1/cmdb/ci", {
        ...sent,
        body: { name: `ci ${newId()}`, type: "server", ...fields },
      });
      if (answer.status !== 201) throw new Error(`not created: ${JSON.stringify(answer.body)}`);
      return answer.body.id;
    },
    close: () => world.close(),
  };
}

export type CiApp = Awaited<ReturnType<typeof ciApp>>;
