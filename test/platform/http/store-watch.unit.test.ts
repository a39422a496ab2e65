import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStoreWatch } from "../../../src/platform/http/store-watch.ts";

/** How checks end, from the first on: after so many milliseconds, and whether the store answered. */
type Check = readonly [ms: number, answers: boolean];

const AT_ONCE: Check = [0, true];
const REFUSED: Check = [0, false];
const SILENT: Check = [2_000, false];
const LATE: Check = [1_900, true];

function watchOf(checks: readonly Check[], after: Check = AT_ONCE) {
  let begun = 0;
  const watch = createStoreWatch(async () => {
    const [ms, answers] = checks[begun++] ?? after;
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    return answers ? [] : ["graph"];
  });
  return { watch, begun: () => begun };
}

/** When a request that lasts ten seconds is told that a store is gone, in milliseconds from its start. */
async function toldAt(checks: readonly Check[], after?: Check): Promise<number[]> {
  const { watch } = watchOf(checks, after);
  const told: number[] = [];
  const end = watch.begin(() => told.push(performance.now()));
  const from = performance.now();
  await vi.advanceTimersByTimeAsync(10_000);
  end();
  return told.map((at) => Math.round(at - from));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("createStoreWatch", () => {
  it.each([
    ["falls silent before the first check", [], SILENT, 4_000],
    ["falls silent after a check", [AT_ONCE, AT_ONCE], SILENT, 6_000],
    ["refuses connections", [], REFUSED, 2_000],
  ] as [string, Check[], Check, number][])(
    "tells within 4 s, and each second after, of a store that %s",
    async (...of) => {
      const [, checks, after, first] = of;
      const told = await toldAt(checks, after);
      expect(told.slice(0, 2)).toEqual([first, first + 1_000]);
    },
  );

  it.each([
    ["one check that fails", [SILENT], AT_ONCE],
    ["every other check failing", [REFUSED, AT_ONCE, REFUSED, AT_ONCE, REFUSED, AT_ONCE, REFUSED], AT_ONCE],
    ["checks that end late, but pass", [], LATE],
    ["checks that wait in vain while later ones pass", [SILENT, AT_ONCE, SILENT, AT_ONCE], AT_ONCE],
  ] as [string, Check[], Check][])("takes no store for gone because of %s", async (_what, checks, after) => {
    expect(await toldAt(checks, after)).toEqual([]);
  });

  it("is gone from the second failed check in a row until one passes", async () => {
    const { watch } = watchOf([REFUSED, REFUSED]);
    const end = watch.begin(() => {});
    const seen: boolean[] = [];
    for (let i = 0; i < 3; i++) {
      await vi.advanceTimersByTimeAsync(1_001);
      seen.push(watch.gone());
    }
    end();
    expect(seen).toEqual([false, true, false]);
  });

  it("shares its checks, and makes none for requests that are short or while none waits", async () => {
    const { watch, begun } = watchOf([]);
    for (let i = 0; i < 5; i++) {
      const end = watch.begin(() => {});
      await vi.advanceTimersByTimeAsync(900);
      end();
    }
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun()).toBe(0);
    const ends = [1, 2, 3].map(() => watch.begin(() => {}));
    await vi.advanceTimersByTimeAsync(3_000);
    for (const end of ends) end();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(begun()).toBe(3);
  });

  it("forgets what it found for the requests before", async () => {
    const { watch } = watchOf([REFUSED, REFUSED]);
    const end = watch.begin(() => {});
    await vi.advanceTimersByTimeAsync(2_500);
    expect(watch.gone()).toBe(true);
    end();
    const next = watch.begin(() => expect.fail("the store is back"));
    expect(watch.gone()).toBe(false);
    await vi.advanceTimersByTimeAsync(3_000);
    next();
  });
});
