import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { CallsPaused, type CallThrottle, createCallThrottle } from "../../../src/platform/outside/call-throttle.ts";
import { createPostgres, type Postgres } from "../../../src/platform/postgres/postgres.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";

let scratch: Scratch;
let pools: Postgres[];
let service: string;
beforeAll(async () => {
  scratch = await scratchDatabase();
  pools = [1, 2, 3].map(() => createPostgres({ url: scratch.url, log, poolSize: 2 }));
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await scratch.drop();
});
beforeEach(() => {
  service = newId();
});

/** One pace a process: each has its own pool. */
const paces = (calls: number, perMs: number, maxPauseMs?: number): CallThrottle[] =>
  pools.map((postgres) =>
    createCallThrottle({ postgres, log, service, calls, perMs, ...(maxPauseMs === undefined ? {} : { maxPauseMs }) }),
  );

/** Makes so many calls from every process at once; answers when they started. */
async function starts(of: CallThrottle[], each: number): Promise<number[]> {
  const at: number[] = [];
  const begin = async () => void at.push(performance.now());
  await Promise.all(of.flatMap((pace) => Array.from({ length: each }, () => pace.call(begin))));
  return at;
}

describe("createCallThrottle in several processes", () => {
  it("starts calls one by one with the spacing between them", async () => {
    const at = await starts(paces(1, 100), 4);
    expect(at).toHaveLength(12);
    for (const [i, each] of at.slice(1).entries()) expect(each - at[i]!).toBeGreaterThanOrEqual(99);
  });

  it("never starts more than `calls` in any window", async () => {
    const at = await starts(paces(5, 500), 5);
    expect(at).toHaveLength(15);
    for (const [i, each] of at.slice(5).entries()) expect(each - at[i]!).toBeGreaterThanOrEqual(499);
    expect(at[4]! - at[0]!).toBeLessThan(500);
  });

  it("counts the spacing from start to start, so that calls overlap", async () => {
    const [pace] = paces(1, 20);
    let running = 0;
    let most = 0;
    const slow = async (onSent: () => void) => {
      onSent();
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 400));
      running--;
    };
    await Promise.all([pace!.call(slow), pace!.call(slow), pace!.call(slow)]);
    expect(most).toBe(3);
  });
});

describe("CallThrottle.call", () => {
  it("resolves or rejects as its work does, and does not delay the next call", async () => {
    const [pace] = paces(1, 1);
    await expect(pace!.call(async () => "answer")).resolves.toBe("answer");
    await expect(pace!.call(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(pace!.call(async () => "again")).resolves.toBe("again");
  });

  it("rejects when its signal is aborted, also behind other calls", async () => {
    const [pace] = paces(1, 60_000);
    await pace!.call(async () => {});
    const controller = new AbortController();
    const never = async () => expect.unreachable();
    const [first, second] = [
      pace!.call(never, { signal: controller.signal }),
      pace!.call(never, { signal: controller.signal }),
    ];
    controller.abort(new Error("enough"));
    await expect(first).rejects.toThrow(/enough|aborted/);
    await expect(second).rejects.toThrow("enough");
  });

  it("lets background calls leave some to others, which do not wait behind them", async () => {
    const options = { log, service, calls: 3, perMs: 3_000, reserved: 1 };
    const [first, second] = pools.map((postgres) => createCallThrottle({ ...options, postgres }));
    const at: [string, number][] = [];
    const begin = (kind: string) => async () => void at.push([kind, performance.now()]);
    const background = [first!, second!].flatMap((pace) =>
      Array.from({ length: 2 }, () => pace.call(begin("background"), { isBackground: true })),
    );
    await expect.poll(() => at.length).toBe(2);
    const since = performance.now();
    await first!.call(begin("awaited"));
    expect(performance.now() - since).toBeLessThan(2_000);
    await Promise.all(background);
    expect(at.map(([kind]) => kind)).toEqual(["background", "background", "awaited", "background", "background"]);
    for (const [i, [, each]] of at.slice(3).entries()) expect(each - at[i]![1]).toBeGreaterThanOrEqual(2_999);
  });

  it("holds no connection while it waits", async () => {
    const [pace] = paces(1, 60_000);
    await pace!.call(async () => {});
    const controller = new AbortController();
    const waiting = Array.from({ length: 5 }, () => pace!.call(async () => {}, { signal: controller.signal }));
    await expect(Promise.all([pools[0]!.query("select 1"), pools[0]!.query("select 1")])).resolves.toHaveLength(2);
    controller.abort();
    const ended = await Promise.allSettled(waiting);
    expect(ended.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
  });
});

describe("CallThrottle.pause", () => {
  it("stops every process", async () => {
    const [one, other] = paces(1, 1);
    const before = performance.now();
    await one!.pause(400);
    await other!.call(async () => {});
    expect(performance.now() - before).toBeGreaterThanOrEqual(400);
  });

  it("keeps the longer of two pauses", async () => {
    const [one, other] = paces(1, 1);
    const before = performance.now();
    await one!.pause(400);
    await other!.pause(1);
    await one!.call(async () => {});
    expect(performance.now() - before).toBeGreaterThanOrEqual(400);
  });

  it("makes call reject with CallsPaused if it is longer than maxPauseMs", async () => {
    const [one, other] = paces(1, 1, 1_000);
    await one!.pause(60_000);
    const refused = await other!.call(async () => expect.unreachable()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CallsPaused);
    expect((refused as CallsPaused).retryAfterMs).toBeGreaterThan(50_000);
  });
});

it("CallThrottle.call waits at most one spacing after the database's clock was set back", async () => {
  const [pace] = paces(1, 300);
  await scratch.postgres.query(
    "insert into outside_calls (service, starts) values ($1, array[now() + interval '1 hour'])",
    [service],
  );
  const before = performance.now();
  await pace!.call(async () => {});
  expect(performance.now() - before).toBeLessThan(5_000);
});
