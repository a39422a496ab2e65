import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ANSWER_TIMEOUT_MS, OPEN_MS } from "../../../src/platform/http/circuit-breaker.ts";
import type { RateVerdict } from "../../../src/platform/http/ports.ts";
import type { RateCount, RateCounts, RateTally } from "../../../src/platform/http/rate-counts.ts";
import { createSharedRateLimiter } from "../../../src/platform/http/shared-rate-limit.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { standingClock } from "./unit-support.ts";

const user = { kind: "user", key: "u" } as const;
const START = Date.UTC(2026, 0, 1);

/** Longer than a statement waits for more to count. */
const GATHERED_MS = 10;

/** By how much a late answer is late. */
const LATENESS_MS = 500;

/** Counts that answer, fail or stay silent, and remember what they were asked. */
function fakeCounts() {
  const asked: RateTally[][] = [];
  const used = new Map<string, number>();
  const state: { now: "answering" | "failing" | "silent" | "late" } = { now: "answering" };
  const counts: RateCounts = {
    count: async (tallies): Promise<RateCount[]> => {
      asked.push([...tallies]);
      if (state.now === "silent") return new Promise(() => {});
      if (state.now === "late") await new Promise((resolve) => setTimeout(resolve, ANSWER_TIMEOUT_MS + LATENESS_MS));
      if (state.now === "failing") throw new Error("connection lost");
      return tallies.map(({ caller, group, requested: n, windows }) => {
        const before = used.get(caller + group) ?? 0;
        const granted = Math.min(n, windows.at(-1)!.limit - before);
        used.set(caller + group, before + granted);
        return {
          granted,
          now: START,
          windows: windows.map(({ limit, ms }) => ({ limit, used: before + granted, endsAt: START + ms })),
        };
      });
    },
    purge: async () => 0,
  };
  return { counts, asked, state };
}

describe("createSharedRateLimiter with an unavailable store", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] }));
  afterEach(() => void vi.useRealTimers());

  /** Time passes, and what was due in it has happened. */
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };

  const start = () => {
    const fake = fakeCounts();
    const limiter = createSharedRateLimiter({ counts: fake.counts, log: createLogger("silent") });
    const take = () => limiter.consume(user, "standard", "a");
    return { ...fake, take };
  };

  it("waits for a silent store until the timeout, then counts locally, and probes after a pause", async () => {
    const { asked, state, take } = start();
    expect(await take()).toMatchObject({ remaining: 99 });
    state.now = "silent";
    const waiting = Promise.all([take(), take()]);
    await pass(GATHERED_MS);
    await pass(ANSWER_TIMEOUT_MS);
    expect(await waiting).toMatchObject([{ remaining: 99 }, { remaining: 98 }]);
    expect(asked).toHaveLength(2);
    // Meanwhile without a promise.
    expect(take()).toMatchObject({ remaining: 97 });
    await pass(OPEN_MS);
    const probe = take();
    expect(probe).toBeInstanceOf(Promise);
    expect(take()).toMatchObject({ remaining: 96 });
    await pass(ANSWER_TIMEOUT_MS);
    expect(await probe).toMatchObject({ remaining: 95 });
    expect(asked).toHaveLength(3);
    state.now = "answering";
    await pass(OPEN_MS);
    expect(await take()).toMatchObject({ remaining: 98 });
    await pass(GATHERED_MS);
    expect(await take()).toMatchObject({ remaining: 97 });
  });

  it("uses the store again as soon as its late answer arrives", async () => {
    const { asked, state, take } = start();
    state.now = "late";
    const first = take();
    await pass(ANSWER_TIMEOUT_MS);
    expect(await first).toMatchObject({ remaining: 99 });
    expect(take()).toMatchObject({ remaining: 98 });
    await pass(LATENESS_MS);
    state.now = "answering";
    const next = take();
    await pass(GATHERED_MS);
    expect(await next).toMatchObject({ remaining: 98 });
    expect(asked).toHaveLength(2);
  });

  it("does not wait for a failing store, and answers the waiting requests", async () => {
    const { asked, state, take } = start();
    state.now = "failing";
    const first = take();
    await Promise.resolve();
    const behind = Array.from({ length: 40 }, take);
    await pass(GATHERED_MS);
    const verdicts = (await Promise.all([first, ...behind])) as RateVerdict[];
    const places = verdicts.map(({ remaining }) => remaining).sort((a, b) => b - a);
    expect(places).toEqual(Array.from({ length: 41 }, (_, i) => 99 - i));
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  it("refuses a caller with a full window while the store is unavailable, until the window ends", async () => {
    const { asked, state, take } = start();
    await Promise.all(Array.from({ length: 100 }, take));
    state.now = "failing";
    expect(take()).toMatchObject({ allowed: false, resetAfter: 60, resetAt: START / 1000 + 60 });
    await pass(59_500);
    expect(take()).toMatchObject({ allowed: false, resetAfter: 1, resetAt: START / 1000 + 60 });
    expect(asked).toHaveLength(1);
    await pass(500);
    expect(await take()).toMatchObject({ allowed: true });
  });
});

describe("createSharedRateLimiter with a full window", () => {
  it("refuses only this caller in this group", async () => {
    const { counts } = fakeCounts();
    const clock = standingClock();
    const limiter = createSharedRateLimiter({ counts, log: createLogger("silent"), clock, factor: 0.01 });
    expect(await limiter.consume(user, "standard", "a")).toMatchObject({ allowed: true, limit: 1, remaining: 0 });
    expect(limiter.consume(user, "standard", "a")).toMatchObject({ allowed: false });
    expect(await limiter.consume(user, "standard", "b")).toMatchObject({ allowed: true });
    expect(await limiter.consume(user, "bulk", "a")).toMatchObject({ allowed: true });
    expect(await limiter.consume({ kind: "user", key: "v" }, "standard", "a")).toMatchObject({ allowed: true });
  });

  it("tells of it without counting or asking, until the window ends", async () => {
    const { counts, asked } = fakeCounts();
    const clock = standingClock();
    const limiter = createSharedRateLimiter({ counts, log: createLogger("silent"), clock, factor: 0.05 });
    const peer = { kind: "address", key: "2001:db8::1", about: "a desk" } as const;
    expect(limiter.refusal(peer, "login", "a")).toBeUndefined();
    expect(asked).toHaveLength(0);
    expect(await limiter.consume(peer, "login", "a")).toMatchObject({ allowed: true, limit: 1 });
    expect(limiter.refusal({ ...peer, key: "2001:db8::2" }, "login", "a")).toMatchObject({ allowed: false });
    expect(limiter.refusal({ ...peer, about: "another" }, "login", "a")).toBeUndefined();
    expect(limiter.refusal({ kind: "address", key: peer.key }, "login", "a")).toBeUndefined();
    clock.advance(60_000);
    expect(limiter.refusal(peer, "login", "a")).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it("tells of it while it counts by itself", async () => {
    const counts = { count: () => Promise.reject(new Error("away")), purge: async () => 0 };
    const limiter = createSharedRateLimiter({ counts, log: createLogger("silent"), factor: 0.05 });
    const peer = { kind: "address", key: "192.0.2.1" } as const;
    while ((await limiter.consume(peer, "login", "a")).allowed);
    expect(limiter.refusal(peer, "login", "a")).toMatchObject({ allowed: false });
  });
});
