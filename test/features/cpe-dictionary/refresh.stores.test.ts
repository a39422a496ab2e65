import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createRecountPairs } from "../../../src/features/cpe-dictionary/recount-pairs.ts";
import { createRefresh } from "../../../src/features/cpe-dictionary/refresh.ts";
import type { CpeRecord, Nvd } from "../../../src/platform/nvd/index.ts";
import { type TestClock, testClock } from "../../support/clock.ts";
import { cpePage, cpeProduct } from "../../support/cpe-products.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { dictionaryOn, fileOf, noSource, recordOf, sourceOf, versions } from "./support.ts";

const DAY = 86_400_000;
const START = new Date("2024-06-01T00:00:00.000Z");
const day = (days: number) => new Date(START.getTime() + days * DAY);

let scratch: Scratch;
let clock: TestClock;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch.drop());
beforeEach(async () => {
  await scratch.postgres.query("truncate cpe_entries, cpe_pairs, cpe_touched_pairs");
  await scratch.postgres.query(
    `update cpe_dictionary set synced_to = null, refreshed_at = null, window_from = null, window_to = null,
       window_index = null, window_total = null`,
  );
  clock = testClock(day(10));
});

const importBase = () => {
  const base = cpePage(versions(2).map((name) => cpeProduct(name)));
  return dictionaryOn(scratch.postgres, clock).importFiles([fileOf("base", base)]);
};
const refreshWith = (nvd: Nvd, pageSize = 10) => {
  const { postgres } = scratch;
  const refresh = createRefresh({ postgres, nvd, clock, recountPairs: createRecountPairs({ postgres }), pageSize });
  return refresh({ log });
};
const status = () => dictionaryOn(scratch.postgres, clock).status();
const changed = (count: number, days: number, product = "viewer") =>
  versions(count, product).map((name) => recordOf(name, day(days)));

describe("createRefresh", () => {
  it("calls nothing if no dictionary was imported", async () => {
    await expect(refreshWith(noSource)).resolves.toBe(0);
  });

  it("fetches changes page by page, and recounts their pairs", async () => {
    await importBase();
    const { asked, nvd } = sourceOf(() => changed(25, 3));
    await expect(refreshWith(nvd)).resolves.toBe(25);
    expect(asked.map(({ startIndex }) => startIndex)).toEqual([0, 10, 20]);
    // An hour before the state that is in: the source may be late.
    expect(asked[0]!.lastModified).toEqual({ from: new Date(START.getTime() - 3_600_000), to: day(10) });
    expect(await status()).toMatchObject({
      entries: 27,
      pairs: 2,
      unsettled: 0,
      syncedTo: day(10),
      refreshedAt: day(10),
      refresh: null,
    });
  });

  it("continues from there the next time", async () => {
    await importBase();
    await refreshWith(sourceOf(() => []).nvd);
    clock.advance(DAY);
    const { asked, nvd } = sourceOf(() => []);
    await refreshWith(nvd);
    expect(asked.map(({ lastModified }) => lastModified)).toEqual([
      { from: new Date(day(10).getTime() - 3_600_000), to: day(11) },
    ]);
  });

  it("splits a long time into ranges that the source accepts", async () => {
    await importBase();
    clock.advance(290 * DAY);
    const { asked, nvd } = sourceOf(() => [...changed(3, 50), ...changed(4, 200, "player")]);
    await expect(refreshWith(nvd)).resolves.toBe(7);
    expect(asked).toHaveLength(3);
    for (const { lastModified } of asked) {
      expect(lastModified!.to.getTime() - lastModified!.from.getTime()).toBeLessThan(120 * DAY);
    }
    expect((await status()).syncedTo).toEqual(day(300));
  });

  it("imports deprecated entries with their replacements", async () => {
    await importBase();
    const [one, two] = versions(2);
    const gone: CpeRecord = { ...recordOf(one!, day(2)), deprecated: true, deprecatedBy: [two!] };
    await refreshWith(sourceOf(() => [gone]).nvd);
    const { reader } = dictionaryOn(scratch.postgres, clock);
    expect((await reader.currentEntries([one!])).get(one!)).toMatchObject([{ cpeName: two }]);
  });
});

describe("createRefresh after a crash", () => {
  it("continues with the unfinished page, also later", async () => {
    await importBase();
    const records = () => changed(45, 3);
    const dying = sourceOf(records, (_query, count) => {
      if (count === 3) throw new Error("killed");
    });
    await expect(refreshWith(dying.nvd)).rejects.toThrow("killed");
    expect(await status()).toMatchObject({ entries: 22, syncedTo: START, refresh: { fetched: 20, total: 45 } });

    clock.advance(DAY);
    const { asked, nvd } = sourceOf(records);
    await refreshWith(nvd);
    const firstRange = asked.filter(({ lastModified }) => lastModified!.to.getTime() === day(10).getTime());
    expect(firstRange.map(({ startIndex }) => startIndex)).toEqual([20, 30, 40]);
    expect(await status()).toMatchObject({ entries: 47, unsettled: 0, syncedTo: day(11), refresh: null });
  });
});

it("createRefresh loses no entry if others change while their range is fetched", async () => {
  await importBase();
  let records = changed(45, 3);
  const { nvd } = sourceOf(
    () => records,
    (_query, count) => {
      // Eight of the first page change again: those behind them move up by eight.
      if (count === 2) records = records.map((one, i) => (i < 8 ? { ...one, lastModified: day(11) } : one));
    },
  );
  await refreshWith(nvd);
  expect(await status()).toMatchObject({ entries: 47, syncedTo: day(10) });
});

it("createRefresh imports everything once in two concurrent runs", async () => {
  await importBase();
  const [one, other] = [sourceOf(() => changed(45, 3)), sourceOf(() => changed(45, 3))];
  const counts = await Promise.all([refreshWith(one.nvd), refreshWith(other.nvd)]);
  expect(counts[0] + counts[1]).toBe(45);
  expect(await status()).toMatchObject({ entries: 47, unsettled: 0, refresh: null, syncedTo: day(10) });
});
