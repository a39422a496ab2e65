import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ok } from "../../../src/platform/http/answers.ts";
import { mountRoutes } from "../../../src/platform/http/mounted.ts";
import { checkRoute, defineRoute, type Route } from "../../../src/platform/http/route.ts";
import { PathRouter, rawPath } from "../../../src/platform/http/router.ts";
import { createVariantA } from "../../../src/platform/http/variant-a.ts";
import { createVariantB } from "../../../src/platform/http/variant-b.ts";
import { fixture } from "./unit-support.ts";

const sound = {
  method: "GET",
  path: "/a/{id}",
  operationId: "a",
  summary: "",
  tags: ["x"],
  access: { scope: "cmdb.read" },
  limit: "standard",
  responses: { 200: { description: "" } },
  handle: () => ok({}),
} as const;
const route = (more: object): Route => ({ ...sound, ...more }) as unknown as Route;
const without = (name: string): Route => {
  const { [name as "access"]: _, ...rest } = sound;
  return rest as unknown as Route;
};

describe("mountRoutes", () => {
  it("accepts a valid route", () => {
    expect(() => checkRoute(defineRoute(sound))).not.toThrow();
  });

  it.each([
    ["without access", without("access"), "no access"],
    ["without a rate class", without("limit"), "no rate class"],
    ["with an empty access", route({ access: {} }), "no access"],
    ["uncounted with a credential", route({ limit: "none" }), "uncounted"],
    ["login-like with a credential", route({ limit: "login" }), "public"],
    ["of a malformed path", route({ path: "/a/:id" }), "malformed path"],
    ["of a path with a slash at its end", route({ path: "/a/" }), "malformed path"],
    ["without responses", route({ responses: {} }), "no response"],
    ["GET with a body", route({ body: z.object({}) }), "no body"],
    ["with two bodies", route({ method: "POST", body: z.object({}), formBody: z.object({}) }), "two bodies"],
    ["idempotent by key and not POST", route({ method: "PUT", idempotent: true }), "idempotent"],
    ["awaiting the rate-limit verdict on GET", route({ awaitsRateLimitVerdict: true }), "waits"],
    [
      "awaiting the rate-limit verdict on a public route",
      route({ method: "POST", access: { public: true }, awaitsRateLimitVerdict: true }),
      "waits",
    ],
    [
      "deprecated too soon",
      route({ deprecated: { date: "2026-12-31", info: "https://example.com", successorReleased: "2026-01-01" } }),
      "12 months",
    ],
    [
      "deprecated at no date",
      route({ deprecated: { date: "soon", info: "https://example.com", successorReleased: "2026-01-01" } }),
      "12 months",
    ],
  ])("is refused %s", (_what, bad, reason) => {
    expect(() => fixture({ routes: () => [bad] })).toThrow(reason);
  });

  it("refuses duplicate routes", () => {
    const b = createVariantB({ origin: () => "" });
    const twice =
      (...more: object[]) =>
      () =>
        mountRoutes([{ variant: b, routes: more.map(route) }]);
    expect(twice({}, { operationId: "b" })).toThrow("declared twice");
    expect(twice({}, { operationId: "b", path: "/a/{other}" })).toThrow("declared twice");
    expect(twice({}, { method: "DELETE" })).toThrow("declared twice");
    expect(twice({}, { method: "DELETE", operationId: "b" })).not.toThrow();
    const bare = createVariantB({ base: "", origin: () => "" });
    const a = createVariantA();
    const shared = [
      { variant: a, routes: [route({})] },
      { variant: bare, routes: [route({ path: "/api/a/{id}" })] },
    ];
    expect(() => mountRoutes(shared)).toThrow("two variants");
  });
});

describe("routes under two bases", () => {
  it("answer without an envelope at both", async () => {
    const origin = () => "https://cmdb.example.com";
    const own = fixture();
    const rows = [route({ path: "/api/ci/{id}/x", access: { public: true }, limit: "login" })];
    const { createHttpApp } = await import("../../../src/platform/http/server.ts");
    const { authenticator, memoryIdempotency, caller, standingClock } = await import("./unit-support.ts");
    const { createRateLimiter } = await import("../../../src/platform/http/rate-limit.ts");
    const { pino } = await import("pino");
    const mounts = [createVariantB({ origin }), createVariantB({ origin, base: "" })].map((variant) => ({
      variant,
      routes: rows,
    }));
    const app = createHttpApp({
      mounts: [...mounts, { variant: createVariantA(), routes: [route({ path: "/ci/{id}/y" })] }],
      authenticator,
      limiter: createRateLimiter({ clock: standingClock() }),
      idempotency: memoryIdempotency(),
      checks: {},
      corsOrigins: ["*"],
      accessLog: own.accessLog,
      metrics: own.metrics,
      log: pino({ level: "silent" }),
      origin,
    });
    const call = caller(app);
    for (const path of ["/v1/api/ci/7/x", "/api/ci/7/x"]) {
      expect((await call("GET", path)).body).toEqual({});
      expect((await call("DELETE", path)).body.success).toBeUndefined();
    }
    expect((await call("GET", "/api/ci/7/y")).body.success).toBe(false);
    const document = (await call("GET", "/v1/openapi.json")).body;
    expect(document.paths["/v1/api/ci/{id}/x"].get.operationId).toBe("a");
    expect(document.paths["/api/ci/{id}/x"].get.operationId).toBe("aUnversioned");
    expect(document.paths["/api/ci/{id}/y"]).toBeUndefined();
  });
});

describe("PathRouter", () => {
  const router = new PathRouter<string>();
  for (const path of ["/", "/a/:x", "/a/b", "/a/:x/c", "/a/b/d", "/a/:y/e/:z", "/r/:+p", "/r/s", "/r/:x/t"])
    router.add("ALL", path, path);
  const match = (path: string) => router.match("GET", path)[0][0];

  it.each([
    ["/", "/", {}],
    ["/a/b", "/a/b", {}],
    ["/a/c", "/a/:x", { x: "c" }],
    ["/a/b/c", "/a/:x/c", { x: "b" }],
    ["/a/b/d", "/a/b/d", {}],
    ["/a/1/e/2", "/a/:y/e/:z", { y: "1", z: "2" }],
    ["/a/%2F", "/a/:x", { x: "%2F" }],
    ["/r/", "/r/:+p", { p: "" }],
    ["/r/s", "/r/s", {}],
    ["/r/s/u", "/r/:+p", { p: "s/u" }],
    ["/r/s/t", "/r/:x/t", { x: "s" }],
    ["/r/v//w", "/r/:+p", { p: "v//w" }],
  ])("%s", (path, pattern, params) => {
    expect(match(path)).toEqual([pattern, params]);
  });

  it.each(["", "/a", "/a/", "/b", "/a/b/e", "/a//c", "/a/%", "/a/%00", "/a/c/d", "/r", "/r/%", "/r/a/%00"])(
    "%j matches nothing",
    (path) => {
      expect(match(path)).toBeUndefined();
    },
  );

  it("accepts one handler per path", () => {
    expect(() => router.add("ALL", "/a/b", "again")).toThrow("taken");
    expect(() => router.add("ALL", "/r/:+q", "again")).toThrow("taken");
    expect(() => router.add("GET", "/x", "x")).toThrow("one handler");
    expect(() => router.add("ALL", "/x/*", "x")).toThrow("one handler");
  });

  it.each([
    ["http://h/a/b?c=/d", "/a/b"],
    ["http://h", "/"],
    ["https://h:1/a%20b#c?d", "/a%20b"],
    ["http://h/?x#y", "/"],
  ])("reads the path of %s", (url, path) => {
    expect(rawPath(url)).toBe(path);
  });
});
