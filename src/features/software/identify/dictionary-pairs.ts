import { coerceError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Logger } from "../../../platform/log.ts";
import type { DictionaryReader } from "../../cpe-dictionary/index.ts";
import { type CpePairIndex, createCpePairIndexBuilder } from "../engine/index.ts";

export interface DictionaryPairs {
  /** The dictionary's vendor-product pairs. The first call loads them; later calls see a changed dictionary within seconds. */
  current(): Promise<CpePairIndex>;
  /** Reloads the pairs if they are older than this change of the dictionary. */
  catchUp(change: number): Promise<void>;
}

interface LoadedPairs {
  change: number;
  index: CpePairIndex;
}

const CHECK_INTERVAL_MS = 5_000;

/**
 * Keeps the dictionary's pairs in memory, loaded on first use, because no database index supports these comparisons of
 * names. After a change it returns the old pairs until the new ones are loaded, unless the old dictionary was empty.
 */
export function createDictionaryPairs({
  reader,
  clock,
  log,
}: {
  reader: Pick<DictionaryReader, "change" | "readPairs">;
  clock: Clock;
  log: Logger;
}): DictionaryPairs {
  let loaded: LoadedPairs | undefined;
  let reading: Promise<LoadedPairs> | undefined;
  let checkedAtMs = Number.NEGATIVE_INFINITY;

  function read(): Promise<LoadedPairs> {
    reading ??= readAll(reader)
      .then((fresh) => {
        loaded = fresh;
        return fresh;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }

  return {
    async current() {
      const nowMs = clock.now().getTime();
      if (loaded === undefined) {
        checkedAtMs = nowMs;
        return (await read()).index;
      }
      if (Math.abs(nowMs - checkedAtMs) < CHECK_INTERVAL_MS || reading) return loaded.index;
      checkedAtMs = nowMs;
      if ((await reader.change()) === loaded.change) return loaded.index;
      if (loaded.index.size === 0) return (await read()).index;
      read().catch((error) =>
        log.warn({ error: coerceError(error).message }, "could not reload the dictionary's pairs"),
      );
      return loaded.index;
    },

    async catchUp(change) {
      // A load in progress may have begun before that change; a restored dictionary may never reach its number.
      for (let tries = 0; tries < 2 && (loaded === undefined || loaded.change < change); tries++) await read();
    },
  };
}

async function readAll(reader: Pick<DictionaryReader, "change" | "readPairs">): Promise<LoadedPairs> {
  // Read before the pairs, so that a concurrent change causes a reload.
  const change = await reader.change();
  const builder = createCpePairIndexBuilder();
  for await (const portion of reader.readPairs()) {
    for (const { targetSw: targets, titles, ...pair } of portion) builder.add({ ...pair, targets, title: titles[0] });
  }
  return { change, index: builder.finish() };
}
