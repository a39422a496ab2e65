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

interface Held {
  change: number;
  index: CpePairIndex;
}

const LOOK_EVERY_MS = 5_000;

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
  let held: Held | undefined;
  let reading: Promise<Held> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;

  function read(): Promise<Held> {
    reading ??= readAll(reader)
      .then((fresh) => {
        held = fresh;
        return fresh;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }

  return {
    async current() {
      const now = clock.now().getTime();
      if (held === undefined) {
        lookedAt = now;
        return (await read()).index;
      }
      if (Math.abs(now - lookedAt) < LOOK_EVERY_MS || reading) return held.index;
      lookedAt = now;
      if ((await reader.change()) === held.change) return held.index;
      if (held.index.size === 0) return (await read()).index;
      read().catch((error) => log.warn({ error: coerceError(error).message }, "the dictionary's pairs were not read"));
      return held.index;
    },

    async catchUp(change) {
      // A reading under way may have begun before that change; a restored dictionary may never reach it.
      for (let tries = 0; tries < 2 && (held === undefined || held.change < change); tries++) await read();
    },
  };
}

async function readAll(reader: Pick<DictionaryReader, "change" | "readPairs">): Promise<Held> {
  // Before the pairs: what changes meanwhile is seen as a change.
  const change = await reader.change();
  const builder = createCpePairIndexBuilder();
  for await (const portion of reader.readPairs()) {
    for (const { targetSw: targets, titles, ...pair } of portion) builder.add({ ...pair, targets, title: titles[0] });
  }
  return { change, index: builder.finish() };
}
