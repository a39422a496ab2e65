import { coerceError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Logger } from "../../../platform/log.ts";
import type { DictionaryReader } from "../../cpe-dictionary/index.ts";
import { type CpePairIndex, createCpePairIndexBuilder } from "../engine/index.ts";

export interface DictionaryPairs {
  /** The vendors' products of the dictionary. The first call reads them; a change is followed within seconds. */
  current(): Promise<CpePairIndex>;
  /** Reads them anew where they are older than this change of the dictionary. */
  catchUp(change: number): Promise<void>;
}

interface LoadedPairs {
  change: number;
  index: CpePairIndex;
}

const CHECK_INTERVAL_MS = 5_000;

/**
 * Holds the dictionary's pairs in memory, read when they are first needed: names are compared in ways that no index of the
 * database knows. After a change the old ones serve until the new ones are read; an empty dictionary is not waited out.
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
      read().catch((error) => log.warn({ error: coerceError(error).message }, "the dictionary's pairs were not read"));
      return loaded.index;
    },

    async catchUp(change) {
      // A reading under way may have begun before that change; a restored dictionary may never reach it.
      for (let tries = 0; tries < 2 && (loaded === undefined || loaded.change < change); tries++) await read();
    },
  };
}

async function readAll(reader: Pick<DictionaryReader, "change" | "readPairs">): Promise<LoadedPairs> {
  // Before the pairs: what changes meanwhile is seen as a change.
  const change = await reader.change();
  const builder = createCpePairIndexBuilder();
  for await (const portion of reader.readPairs()) {
    for (const { targetSw: targets, titles, ...pair } of portion) builder.add({ ...pair, targets, title: titles[0] });
  }
  return { change, index: builder.finish() };
}
