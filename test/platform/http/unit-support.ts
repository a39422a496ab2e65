import { Writable } from "node:stream";
import { z } from "@hono/zod-openapi";
import { pino } from "pino";
import { AppError, notFound } from "../../../src/errors.ts";
import type { Scope } from "../../../src/model/scopes.ts";
import { type AccessLog, createAccessLog } from "../../../src/platform/http/access-log.ts";
import { created, listed, ok, raw } from "../../../src/platform/http/answers.ts";
import type { HealthChecks } from "../../../src/platform/http/health.ts";
import { createHttpMetrics, type HttpMetrics } from "../../../src/platform/http/metrics.ts";
import type { Mount } from "../../../src/platform/http/mounted.ts";
import { pageQuery, pageRequest, sortQueryA, sortQueryB } from "../../../src/platform/http/pagination.ts";
import type {
  Authenticator,
  IdempotencyStore,
  Identity,
  RateLimiter,
  StoredAnswer,
} from "../../../src/platform/http/ports.ts";
import { createRateLimiter } from "../../../src/platform/http/rate-limit.ts";
import { defineRoute, type Route } from "../../../src/platform/http/route.ts";
import { createHttpApp, type HttpApp } from "../../../src/platform/http/server.ts";
import { camelKeys } from "../../../src/platform/http/spelling.ts";
import type { Variant } from "../../../src/platform/http/variant.ts";
import { createVariantA } from "../../../src/platform/http/variant-a.ts";
import { createVariantB } from "../../../src/platform/http/variant-b.ts";
import { isId } from "../../../src/platform/ids.ts";

export const ORIGIN = "https://cmdb.example.com";
export const KNOWN_ID = "0198a8a0-0000-7000-8000-000000000001";
export const FULL = { authorization: "Bearer full" };
export const JSON_TYPE = { "content-type": "application/json" };

/** A clock that stands until it is moved. */
export function standingClock(start = Date.UTC(2026, 0, 1)): { now(): Date; advance(ms: number): void } {
  let ms = start;
  return {
    now: () => new Date(ms),
    advance: (by) => {
      ms += by;
    },
  };
}

/** `Bearer full` is a user with all scopes used here, `Bearer none` one without, `Bearer key` an API key. */
export const authenticator: Authenticator = {
  authenticate(source) {
    const scopes = new Set<Scope>(["cmdb.read", "cmdb.write", "admin.settings"]);
    const identity = (kind: Identity["actor"]["kind"], of: Set<Scope>): Identity => ({
      tenantId: "tenant-1",
      actor: { kind, id: `${kind}-1` },
      scopes: of,
    });
    const known: Record<string, Identity> = {
      "Bearer full": identity("user", scopes),
      "Bearer none": identity("user", new Set()),
      "Bearer key": identity("api_key", scopes),
    };
    const found = known[source.header("authorization") ?? `Bearer ${source.queryApiKey() ?? ""}`];
    if (!found) throw new AppError("AUTHENTICATION_REQUIRED", "A valid credential is needed");
    return source.header("x-slow") ? Promise.resolve(found) : found;
  },
};

/** Idempotency-Keys in memory, without taking over. */
export function memoryIdempotency(): IdempotencyStore & {
  rows: Map<string, { answer?: StoredAnswer; fingerprint: string }>;
} {
  const rows = new Map<string, { answer?: StoredAnswer; fingerprint: string }>();
  const place = (claim: { tenantId: string; route: string; key: string }) =>
    JSON.stringify([claim.tenantId, claim.route, claim.key]);
  return {
    rows,
    async begin(claim) {
      const held = rows.get(place(claim));
      if (!held) rows.set(place(claim), { fingerprint: claim.fingerprint });
      if (!held) return { kind: "fresh", seed: "seed" };
      if (held.fingerprint !== claim.fingerprint) return { kind: "mismatch" };
      return held.answer ? { kind: "replay", answer: held.answer } : { kind: "running" };
    },
    async finish(claim, answer) {
      rows.set(place(claim), { fingerprint: claim.fingerprint, answer });
    },
    async release(claim) {
      rows.delete(place(claim));
    },
  };
}

export interface Fixture {
  app: HttpApp;
  mounts: Mount[];
  metrics: HttpMetrics;
  accessLog: AccessLog;
  idempotency: ReturnType<typeof memoryIdempotency>;
  lines: () => Record<string, unknown>[];
  call(method: string, path: string, init?: CallInit): Promise<Answer>;
}

export interface CallInit {
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | object;
  env?: Record<string, unknown>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are asserted on, member by member
  body: any;
}

export interface FixtureOptions {
  routes?: (variant: Variant) => Route[];
  limiter?: RateLimiter;
  idempotency?: IdempotencyStore;
  corsOrigins?: string[];
  trustedProxies?: string[];
  consoleFolder?: string;
  checks?: HealthChecks;
}

/** An application of both variants without stores. */
export function fixture(options: FixtureOptions = {}): Fixture {
  const written: string[] = [];
  const sink = new Writable({ write: (chunk, _, done) => done(void written.push(String(chunk))) });
  const log = pino({ level: "info", formatters: { level: (label) => ({ level: label }) } }, sink);
  const origin = () => ORIGIN;
  const routes = options.routes ?? sampleRoutes;
  const mounts = [createVariantB({ origin }), createVariantA()].map((variant) => ({
    variant,
    routes: routes(variant),
  }));
  const metrics = createHttpMetrics({ processMetrics: false });
  const accessLog = createAccessLog(log);
  const idempotency = memoryIdempotency();
  const app = createHttpApp({
    mounts,
    authenticator,
    limiter: options.limiter ?? createRateLimiter({ clock: standingClock(), factor: 1000 }),
    idempotency: options.idempotency ?? idempotency,
    checks: options.checks ?? {},
    corsOrigins: options.corsOrigins ?? ["*"],
    trustedProxies: options.trustedProxies ?? [],
    consoleFolder: options.consoleFolder,
    accessLog,
    metrics,
    log,
    origin,
  });
  const lines = () => {
    accessLog.flush();
    return written
      .join("")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  return { app, mounts, metrics, accessLog, idempotency, lines, call: caller(app) };
}

export function caller(app: HttpApp): Fixture["call"] {
  return async (method, path, { headers = {}, body, env } = {}) => {
    const plain = typeof body === "string" || body instanceof Uint8Array || body === undefined;
    const init: RequestInit = { method, headers: plain ? headers : { ...JSON_TYPE, ...headers } };
    if (body !== undefined) init.body = plain ? (body as string) : JSON.stringify(body);
    const request = new Request(`${ORIGIN}${path}`, init);
    if (body !== undefined && !request.headers.has("content-type")) throw new Error("send a content type");
    if (plain && body !== undefined && !("content-type" in headers)) request.headers.delete("content-type");
    const response = await app.request(request, undefined, env);
    const text = await response.text();
    const json = response.headers.get("content-type") === "application/json" && text !== "";
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined };
  };
}

const Thing = z.object({ id: z.string(), name: z.string(), created_at: z.string() }).openapi("Thing");
const id = z.string().refine(isId);

/** A small resource: list, create, read, replace, delete. */
export function sampleRoutes(variant: Variant): Route[] {
  const present = (thing: object) => (variant.name === "a" ? camelKeys(thing) : thing) as { id: string };
  const thing = {
    id: KNOWN_ID,
    name: "web",
    created_at: "2026-01-01T00:00:00.000Z",
    custom_fields: { cost_center: 7 },
  };
  const sort = variant.name === "a" ? sortQueryA(["name", "created_at"]) : sortQueryB(["name", "created_at"]);
  const common = { tags: ["things"], limit: "standard" } as const;
  return [
    defineRoute({
      ...common,
      method: "GET",
      path: "/things",
      operationId: "listThings",
      summary: "List things",
      access: { scope: "cmdb.read" },
      query: z.object({ ...pageQuery, ...sort, source_ci: z.string().optional() }),
      responses: { 200: { description: "A page", list: true, schema: Thing } },
      handle: ({ query }) => {
        const { page, limit } = pageRequest(query);
        return listed({ items: [thing], total: 45, page, limit }, present, query.fields);
      },
    }),
    defineRoute({
      ...common,
      method: "POST",
      path: "/things",
      operationId: "createThing",
      summary: "Create a thing",
      access: { scope: "cmdb.write" },
      idempotent: true,
      body: z.strictObject({
        name: z.string().min(1).max(10),
        custom_fields: z.record(z.string(), z.unknown()).optional(),
        parts: z.array(z.strictObject({ part_name: z.string() })).optional(),
      }),
      responses: { 201: { description: "Made", schema: Thing, headers: { ETag: "Its version" } } },
      handle: ({ body, ctx, idempotencyId }) => {
        if (body.name === "taken") {
          throw new AppError("CONFLICT", "The name is taken", {
            violations: [{ field: "name", reason: "is taken" }],
            details: { existing_id: KNOWN_ID },
          });
        }
        const made = { ...thing, id: idempotencyId ?? KNOWN_ID, ...body, by: ctx.actor.id };
        return created(present(made), { location: `${variant.base}/things/${KNOWN_ID}`, etag: '"1"' });
      },
    }),
    defineRoute({
      ...common,
      method: "GET",
      path: "/things/{id}",
      operationId: "getThing",
      summary: "Read a thing",
      access: { scope: ["cmdb.read", "admin.audit"] },
      params: z.object({ id }),
      responses: { 200: { description: "The thing", schema: Thing, headers: { ETag: "Its version" } } },
      handle: ({ params }) => {
        if (params.id !== KNOWN_ID) throw notFound("The thing");
        return ok(present(thing), { ETag: '"7"' });
      },
    }),
    defineRoute({
      ...common,
      method: "PATCH",
      path: "/things/{id}",
      operationId: "changeThing",
      summary: "Change a thing",
      access: { scope: "cmdb.write" },
      params: z.object({ id }),
      body: z.strictObject({ name: z.string() }),
      checkExists: async (_ctx, params) => {
        if (params.id !== KNOWN_ID) throw notFound("The thing");
      },
      responses: { 200: { description: "The thing", schema: Thing } },
      handle: ({ body }) => ok(present({ ...thing, ...body })),
    }),
    defineRoute({
      ...common,
      method: "GET",
      path: "/things/export",
      operationId: "exportThings",
      summary: "Things as a file",
      access: { scope: "cmdb.read" },
      query: z.object({ limit: pageQuery.limit, format: z.enum(["ndjson", "csv"]).default("ndjson") }),
      formats: { ndjson: "application/x-ndjson", csv: "text/csv; charset=utf-8" },
      responses: { 200: { description: "A file", contentType: ["application/x-ndjson", "text/csv"] } },
      handle: ({ query }) => raw(query.format, "text/plain"),
    }),
    defineRoute({
      ...common,
      method: "POST",
      path: "/things/bulk",
      operationId: "bulkThings",
      summary: "Create things",
      limit: "bulk",
      access: { user: true, scope: "cmdb.write" },
      bodyLimit: 4096,
      gzip: true,
      rawBody: { contentTypes: ["application/xml"], packedTypes: ["application/x-compress"] },
      body: z.strictObject({ items: z.array(z.string()) }),
      responses: { 200: { description: "Done", schema: z.object({ got: z.number() }) } },
      handle: ({ body, rawBody }) => ok({ got: rawBody ? rawBody.bytes.length : body.items.length }),
    }),
  ];
}
