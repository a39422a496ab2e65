import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RateLimiter, RateSubject, RateVerdict, VariantName } from "../../../src/platform/http/ports.ts";
import { createRateCounts } from "../../../src/platform/http/rate-counts.ts";
import { createRateLimiter } from "../../../src/platform/http/rate-limit.ts";
import { createSharedRateLimiter } from "../../../src/platform/http/shared-rate-limit.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createPostgres, type Postgres, type Sql } from "../../../src/platform/postgres/postgres.ts";
import { type TestClock, testClock } from "../../support/clock.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { type TcpGate, tcpGate } from "../../support/tcp-gate.ts";

const MINUTE = 60_000;
const CLIENTS = 32;

let scratch: Scratch;
let pools: Postgres[];
beforeAll(async () => {
  scratch = await scratchDatabase();
  pools = [0, 1].map(() => createPostgres({ url: scratch.url, log, poolSize: 2, prepared: true }));
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await scratch.drop();
});

/** Two limiters as two processes have them. */
function processes({ factor, clock }: { factor?: number; clock?: TestClock } = {}): RateLimiter[] {
  return pools.map((pool) =>
    createSharedRateLimiter({
      counts: createRateCounts(pool, clock),
      log,
      ...(factor !== undefined && { factor }),
      ...(clock && { clock }),
    }),
  );
}

function fresh(kind: RateSubject["kind"] = "api_key"): RateSubject {
  return { kind, key: newId() };
}

/** So many clients, each asking the processes in turn until it has asked its share. */
async function flood(
  limiters: readonly RateLimiter[],
  each: number,
  take: (limiter: RateLimiter) => RateVerdict | Promise<RateVerdict>,
): Promise<{ all: RateVerdict[]; byClient: RateVerdict[][] }> {
  const byClient = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const seen: RateVerdict[] = [];
      for (let i = 0; i < each; i++) seen.push(await take(limiters[(client + i) % limiters.length]!));
      return seen;
    }),
  );
  return { all: byClient.flat(), byClient };
}

describe("createSharedRateLimiter in two processes with 32 clients", () => {
  it.each([
    ["api_key", "standard", "b", 100],
    ["user", "standard", "b", 500],
    ["service_account", "standard", "b", 1000],
    ["user", "standard", "a", 100],
    ["user", "bulk", "a", 10],
    ["service_account", "ai", "a", 10],
    ["address", "login", "b", 20],
  ] as const)(
    "let %s (%s, variant %s) through %i times, and tell each its own place",
    async (kind, rateClass, variant, limit) => {
      const subject = fresh(kind);
      const { all, byClient } = await flood(processes(), Math.ceil((2 * limit) / CLIENTS), (limiter) =>
        limiter.consume(subject, rateClass, variant),
      );
      const allowed = all.filter((verdict) => verdict.allowed);
      expect(allowed).toHaveLength(limit);
      expect(allowed.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(
        Array.from({ length: limit }, (_, i) => limit - 1 - i),
      );
      for (const seen of byClient) {
        const places = seen.filter((verdict) => verdict.allowed).map(({ remaining }) => remaining);
        expect(places).toEqual([...new Set(places)].sort((a, b) => b - a));
      }
      for (const refused of all.filter((verdict) => !verdict.allowed))
        expect(refused).toMatchObject({ limit, remaining: 0 });
      expect(new Set(all.map(({ resetAt }) => resetAt)).size).toBe(1);
      for (const { resetAfter } of all) {
        expect(resetAfter).toBeGreaterThanOrEqual(50);
        expect(resetAfter).toBeLessThanOrEqual(60);
      }
    },
  );

  it("counts exactly for many concurrent credentials", async () => {
    const subjects = Array.from({ length: 20 }, () => fresh());
    const limiters = processes({ factor: 0.1 });
    const counted = await Promise.all(
      subjects.map((subject) => flood(limiters, 1, (limiter) => limiter.consume(subject, "standard", "b"))),
    );
    for (const { all } of counted) expect(all.filter((verdict) => verdict.allowed)).toHaveLength(10);
  });

  it("applies hour and minute, and restarts both together", async () => {
    const clock = testClock();
    const limiters = processes({ clock });
    const subject = fresh();
    const minute = () => flood(limiters, 4, (limiter) => limiter.consume(subject, "standard", "b"));
    for (let i = 0; i < 10; i++) {
      expect((await minute()).all.filter(({ allowed }) => allowed)).toHaveLength(100);
      clock.advance(MINUTE);
    }
    const { all } = await minute();
    for (const refused of all) {
      expect(refused).toMatchObject({ allowed: false, limit: 1000, remaining: 0, resetAfter: 50 * 60 });
    }
    clock.advance(50 * MINUTE);
    expect((await minute()).all.filter(({ allowed }) => allowed)).toHaveLength(100);
  });
});

describe("createSharedRateLimiter", () => {
  it("gives the verdicts of a local limiter", async () => {
    const clock = testClock();
    const [shared] = processes({ factor: 0.05, clock });
    const alone = createRateLimiter({ clock, factor: 0.05 });
    const subjects = [fresh("api_key"), fresh("user"), { kind: "address", key: "2001:db8:7::1" } as const];
    const kinds = ["standard", "bulk", "ai", "login"] as const;
    const random = generator(7);
    for (let i = 0; i < 1_500; i++) {
      const subject = subjects[random(3)]!;
      const rateClass = kinds[random(4)]!;
      const variant: VariantName = random(2) === 0 ? "a" : "b";
      expect(await shared!.consume(subject, rateClass, variant), `request ${i}`).toEqual(
        alone.consume(subject, rateClass, variant),
      );
      if (random(4) === 0) clock.advance(random(20_000));
      if (random(300) === 0) clock.advance(30 * MINUTE);
    }
  });

  it("counts waiting requests by one statement, and a full window by none", async () => {
    const statements: number[] = [];
    const watched: Sql = {
      query: (text, values) => {
        statements.push(1);
        return scratch.postgres.query(text, values);
      },
    };
    const clock = testClock();
    const limiter = createSharedRateLimiter({ counts: createRateCounts(watched, clock), log, clock });
    const subjects = [fresh(), fresh(), fresh()];
    const ask = () =>
      Promise.all(Array.from({ length: 300 }, (_, i) => limiter.consume(subjects[i % 3]!, "standard", "b")));
    expect((await ask()).filter(({ allowed }) => allowed)).toHaveLength(300);
    expect(statements.length).toBe(1);
    const refused = await ask();
    expect(refused.filter(({ allowed }) => allowed)).toEqual([]);
    expect(statements.length).toBe(1);
    clock.advance(20_000);
    expect(limiter.consume(subjects[0]!, "standard", "b")).toMatchObject({
      allowed: false,
      remaining: 0,
      resetAfter: 40,
    });
    clock.advance(40_000);
    expect((await ask()).filter(({ allowed }) => allowed)).toHaveLength(300);
    expect(statements.length).toBe(2);
  });

  it("uses the database's time, not the process's", async () => {
    const [one, other] = processes();
    const subject = fresh();
    const first = await one!.consume(subject, "standard", "b");
    const [row] = await scratch.postgres.query<{ now: number }>("select extract(epoch from now())::float8 as now");
    expect(Math.abs(first.resetAt - 60 - row!.now)).toBeLessThan(5);
    expect((await other!.consume(subject, "standard", "b")).resetAt).toBe(first.resetAt);
  });

  it("applies a lowered limit to a running window", async () => {
    const clock = testClock();
    const subject = fresh();
    const [before] = processes({ clock });
    for (let i = 0; i < 30; i++) await before!.consume(subject, "standard", "b");
    const [after] = processes({ factor: 0.1, clock });
    expect(await after!.consume(subject, "standard", "b")).toMatchObject({ allowed: false, limit: 10, remaining: 0 });
  });
});

describe("RateCounts.purge", () => {
  it("deletes counts whose windows have ended, and no others", async () => {
    const clock = testClock();
    const [limiter] = processes({ clock });
    const [user, address] = [fresh("user"), fresh("address")];
    await limiter!.consume(user, "standard", "b");
    await limiter!.consume(address, "login", "b");
    const callers = async () =>
      (await scratch.postgres.query<{ caller: string }>("select caller from rate_counts")).map(({ caller }) => caller);
    clock.advance(MINUTE);
    expect(await createRateCounts(scratch.postgres, clock).purge()).toBeGreaterThanOrEqual(1);
    expect(await callers()).toContain(user.key);
    expect(await callers()).not.toContain(address.key);
    clock.advance(60 * MINUTE);
    await createRateCounts(scratch.postgres, clock).purge();
    expect(await callers()).not.toContain(user.key);
  });
});

describe("createSharedRateLimiter with an unreachable database", () => {
  let gate: TcpGate;
  let distant: Postgres;
  beforeAll(async () => {
    const { hostname, port } = new URL(scratch.url);
    gate = await tcpGate({ host: hostname, port: Number(port) });
    const url = Object.assign(new URL(scratch.url), { hostname: "127.0.0.1", port: String(gate.port) }).toString();
    distant = createPostgres({ url, log, poolSize: 2, answerTimeoutMs: 2_000, prepared: true });
  });
  afterAll(async () => {
    await distant?.close();
    await gate?.close();
  });

  it("counts locally in each process until the database is back", async () => {
    const limiter = createSharedRateLimiter({ counts: createRateCounts(distant), log });
    const [sibling] = processes();
    const subject = fresh();
    for (let i = 1; i <= 5; i++) {
      expect(await limiter.consume(subject, "standard", "b")).toMatchObject({ remaining: 100 - i });
    }
    gate.shut();
    expect(await limiter.consume(subject, "standard", "b")).toMatchObject({ allowed: true, limit: 100, remaining: 99 });
    expect(limiter.consume(subject, "standard", "b")).toMatchObject({ allowed: true, remaining: 98 });
    for (let left = 94; left >= 50; left--) {
      expect(await sibling!.consume(subject, "standard", "b")).toMatchObject({ remaining: left });
    }
    gate.open();
    await expect
      .poll(async () => (await limiter.consume(subject, "standard", "b")).remaining, { timeout: 10_000, interval: 100 })
      .toBe(49);
    expect(await sibling!.consume(subject, "standard", "b")).toMatchObject({ remaining: 48 });
  });
});

/** Numbers below `n`, the same in every run (the generator of Park and Miller). */
function generator(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % n;
  };
}
