import { describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import type { RateLimiter, RateVerdict } from "../../../src/platform/http/ports.ts";
import { createRateLimiter } from "../../../src/platform/http/rate-limit.ts";
import { callerKey, windowsFor } from "../../../src/platform/http/rate-windows.ts";
import type { Route } from "../../../src/platform/http/route.ts";
import type { Variant } from "../../../src/platform/http/variant.ts";
import { type CallInit, FULL, fixture, JSON_TYPE, KNOWN_ID, sampleRoutes, standingClock } from "./unit-support.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function limiter(factor?: number) {
  const clock = standingClock();
  const limit = createRateLimiter({ clock, ...(factor !== undefined && { factor }) });
  const take = (...args: Parameters<RateLimiter["consume"]>) => limit.consume(...args) as RateVerdict;
  return { clock, limit, take };
}

const user = { kind: "user", key: "u" } as const;
const key = { kind: "api_key", key: "k" } as const;

describe("windowsFor", () => {
  it.each([
    ["api_key", 1000, 100],
    ["discovery_token", 1000, 100],
    ["user", 5000, 500],
    ["oauth", 5000, 500],
    ["service_account", 10_000, 1000],
  ] as const)("of %s in variant B are %i an hour and %i a minute, for every class", (kind, hour, minute) => {
    for (const rateClass of ["standard", "bulk", "ai"] as const) {
      expect(windowsFor(kind, rateClass, "b")).toEqual([
        { limit: hour, ms: HOUR },
        { limit: minute, ms: MINUTE },
      ]);
    }
  });

  it("gives variant A 100 a minute, 10 for bulk and AI", () => {
    const limits = (["standard", "bulk", "ai"] as const).map((rateClass) =>
      windowsFor("service_account", rateClass, "a"),
    );
    expect(limits).toEqual([[{ limit: 100, ms: MINUTE }], [{ limit: 10, ms: MINUTE }], [{ limit: 10, ms: MINUTE }]]);
  });

  it("gives logins 20 a minute, operations none, and multiplies by a factor", () => {
    expect(windowsFor("address", "login", "a")).toEqual([{ limit: 20, ms: MINUTE }]);
    expect(windowsFor("address", "none", "b")).toEqual([]);
    expect(windowsFor("user", "standard", "a", 2.5)).toEqual([{ limit: 250, ms: MINUTE }]);
    expect(windowsFor("user", "ai", "a", 0.001)).toEqual([{ limit: 1, ms: MINUTE }]);
  });
});

describe("createRateLimiter", () => {
  it("allows up to the limit, refuses the next, and restarts after the window", () => {
    const { clock, take } = limiter();
    for (let i = 1; i <= 100; i++)
      expect(take(user, "standard", "a")).toMatchObject({ allowed: true, remaining: 100 - i });
    clock.advance(20_000);
    expect(take(user, "standard", "a")).toEqual({
      allowed: false,
      limit: 100,
      remaining: 0,
      resetAt: Date.UTC(2026, 0, 1) / 1000 + 60,
      resetAfter: 40,
    });
    clock.advance(39_999);
    expect(take(user, "standard", "a").allowed).toBe(false);
    clock.advance(1);
    expect(take(user, "standard", "a")).toMatchObject({ allowed: true, remaining: 99, resetAfter: 60 });
  });

  it("starts a window with its first request, not on the clock's minute", () => {
    const { clock, take } = limiter();
    clock.advance(45_500);
    const first = take(user, "standard", "a");
    expect(first.resetAfter).toBe(60);
    expect(first.resetAt).toBe(Math.ceil((Date.UTC(2026, 0, 1) + 45_500 + MINUTE) / 1000));
  });

  it("applies hour and minute, and shows the one with the fewest requests left", () => {
    const { clock, take } = limiter();
    for (let minute = 0; minute < 10; minute++) {
      for (let i = 0; i < 100; i++) expect(take(key, "standard", "b").allowed).toBe(true);
      if (minute < 9) expect(take(key, "standard", "b")).toMatchObject({ allowed: false, limit: 100, remaining: 0 });
      clock.advance(MINUTE);
    }
    const refused = take(key, "standard", "b");
    expect(refused).toMatchObject({ allowed: false, limit: 1000, remaining: 0, resetAfter: 50 * 60 });
    clock.advance(50 * MINUTE);
    expect(take(key, "standard", "b")).toMatchObject({ allowed: true, limit: 100, remaining: 99 });
  });

  it("separates callers, classes and variants, except logins of one address", () => {
    const { take } = limiter();
    for (let i = 0; i < 10; i++) take(user, "bulk", "a");
    expect(take(user, "bulk", "a").allowed).toBe(false);
    expect(take(user, "ai", "a").allowed).toBe(true);
    expect(take(user, "standard", "a").allowed).toBe(true);
    expect(take(user, "bulk", "b").allowed).toBe(true);
    expect(take({ kind: "user", key: "v" }, "bulk", "a").allowed).toBe(true);
    const address = { kind: "address", key: "192.0.2.1" } as const;
    for (let i = 0; i < 20; i++) take(address, "login", i % 2 === 0 ? "a" : "b");
    expect(take(address, "login", "b").allowed).toBe(false);
  });

  it("removes callers whose windows have ended", () => {
    const { clock, limit, take } = limiter();
    for (let i = 0; i < 1000; i++) take({ kind: "user", key: `u${i}` }, "standard", "a");
    expect(limit.size()).toBe(1000);
    clock.advance(2 * MINUTE);
    take(user, "standard", "a");
    expect(limit.size()).toBe(1);
  });
});

describe("addressGroup", () => {
  it("groups IPv6 addresses by /64, and mapped ones with their IPv4 address", () => {
    const group = (address: string) => callerKey({ kind: "address", key: address });
    expect(group("2001:db8::1")).toBe(group("2001:0db8:0:0:ffff::2"));
    expect(group("2001:db8:0:1::1")).not.toBe(group("2001:db8::1"));
    expect(group("::ffff:192.0.2.7")).toBe(group("192.0.2.7"));
    expect(group("fe80::1%eth0")).toBe(group("fe80::2"));
    expect(group("::1")).toBe("0:0:0:0::/64");
  });
});

describe("rate limits of answers", () => {
  it("set the four headers after authentication, and Retry-After on 429", async () => {
    const clock = standingClock();
    const http = fixture({ limiter: createRateLimiter({ clock }) });
    const get = (headers: Record<string, string>) => http.call("GET", `/api/things/${KNOWN_ID}`, { headers });
    const first = await get(FULL);
    expect(first.headers.get("x-ratelimit-limit")).toBe("100");
    expect(first.headers.get("x-ratelimit-remaining")).toBe("99");
    expect(first.headers.get("x-ratelimit-reset")).toBe(String(Date.UTC(2026, 0, 1) / 1000 + 60));
    expect(first.headers.get("x-ratelimit-reset-after")).toBe("60");
    for (let i = 0; i < 99; i++) await get(FULL);
    const refused = await get({ ...FULL, accept: "text/html" });
    expect(refused.status).toBe(429);
    expect(refused.body.error.code).toBe("RATE_LIMIT_EXCEEDED");
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
    expect((await get({ authorization: "Bearer wrong" })).headers.get("x-ratelimit-limit")).toBeNull();
    const noScope = await get({ authorization: "Bearer none" });
    expect(noScope.status).toBe(403);
    expect(noScope.headers.get("x-ratelimit-remaining")).toBe("0");
  });

  it("wait for a limiter with a store", async () => {
    const inner = createRateLimiter({ clock: standingClock() });
    const http = fixture({ limiter: { ...inner, consume: async (...args) => inner.consume(...args) } });
    const answer = await http.call("GET", `/v1/things/${KNOWN_ID}`, { headers: FULL });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-ratelimit-limit")).toBe("500");
  });

  describe("with a pending verdict", () => {
    /** A limiter that answers when told to, and what was done before. */
    const waiting = (allowed: boolean, more: Partial<Route> = {}) => {
      let answer = () => {};
      const done: string[] = [];
      const written: string[] = [];
      const verdict = { allowed, limit: 5, remaining: 0, resetAt: 1, resetAfter: 1 };
      const limiter: RateLimiter = {
        refusal: () => undefined,
        consume: () =>
          new Promise((resolve) => {
            answer = () => resolve(verdict);
          }),
      };
      const routes = (variant: Variant) =>
        sampleRoutes(variant).map((route) => ({
          ...route,
          ...(route.operationId === "createThing" && more),
          handle: (call: Parameters<typeof route.handle>[0]) => {
            done.push(route.operationId);
            const { rateLimitVerdict } = call.ctx as RequestContext;
            if (!rateLimitVerdict) return route.handle(call);
            return rateLimitVerdict.then(() => {
              written.push(route.operationId);
              return route.handle(call);
            });
          },
        }));
      const http = fixture({ limiter, routes });
      const asked = async (method: string, path: string, init: CallInit) => {
        const pending = http.call(method, path, init);
        await new Promise((resolve) => setImmediate(resolve));
        const before = [...done];
        answer();
        return { before, answer: await pending };
      };
      return { asked, done, written };
    };

    it("let a read run, and discard its result if the window is full", async () => {
      const allowed = await waiting(true).asked("GET", `/v1/things/${KNOWN_ID}`, { headers: FULL });
      expect(allowed).toMatchObject({ before: ["getThing"], answer: { status: 200 } });
      expect(allowed.answer.headers.get("x-ratelimit-limit")).toBe("5");
      for (const path of [
        `/v1/things/${KNOWN_ID}`,
        "/v1/things/0198a8a0-0000-7000-8000-000000000002",
        "/v1/things?page=0",
      ]) {
        const { answer } = await waiting(false).asked("GET", path, { headers: FULL });
        expect(answer.status).toBe(429);
        expect(answer.headers.get("etag")).toBeNull();
        expect(answer.body.error.code).toBe("RATE_LIMIT_EXCEEDED");
      }
    });

    it("let no write run, and no read without permission", async () => {
      const body = { name: "x" };
      for (const allowed of [true, false]) {
        const { asked, done } = waiting(allowed);
        const write = await asked("POST", "/v1/things", { headers: FULL, body });
        expect(write).toMatchObject({ before: [], answer: { status: allowed ? 201 : 429 } });
        expect(done).toEqual(allowed ? ["createThing"] : []);
        const read = await asked("GET", `/v1/things/${KNOWN_ID}`, { headers: { authorization: "Bearer none" } });
        expect(read.answer.status).toBe(403);
        expect(done).not.toContain("getThing");
      }
    });

    it("let a write with awaitsRateLimitVerdict start, and pass it the verdict", async () => {
      for (const allowed of [true, false]) {
        const { asked, written } = waiting(allowed, { awaitsRateLimitVerdict: true });
        const write = await asked("POST", "/v1/things", { headers: FULL, body: { name: "x" } });
        expect(write).toMatchObject({ before: ["createThing"], answer: { status: allowed ? 201 : 429 } });
        expect(write.answer.headers.get("x-ratelimit-limit")).toBe("5");
        expect(written).toEqual(allowed ? ["createThing"] : []);
        for (const body of ["{", '{"name":""}', "[]"]) {
          const bad = await asked("POST", "/v1/things", { headers: { ...FULL, ...JSON_TYPE }, body });
          expect(bad.answer.status).toBe(allowed ? 400 : 429);
        }
      }
    });

    it("let no such write start with an Idempotency-Key or without permission", async () => {
      const body = { name: "x" };
      for (const headers of [
        { ...FULL, "idempotency-key": "k" },
        { authorization: "Bearer none" },
        { ...FULL, "x-slow": "1" },
      ]) {
        const { asked, done } = waiting(false, { awaitsRateLimitVerdict: true });
        const { before, answer } = await asked("POST", "/v1/things", { headers, body });
        expect(before).toEqual([]);
        expect(answer.status).toBe(headers.authorization === "Bearer none" ? 403 : 429);
        expect(done).toEqual([]);
      }
    });
  });
});
