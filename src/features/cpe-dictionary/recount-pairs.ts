import type { Postgres } from "../../platform/postgres/postgres.ts";
import { dictionaryStore } from "./dictionary.store.ts";
import { pairsStore } from "./pairs.store.ts";

/** Counts anew the pairs whose entries have changed, and tells that they did. Answers how many there were. */
export type RecountPairs = (signal?: AbortSignal) => Promise<number>;

const BATCH_SIZE = 2_000;

/** Whatever a crash leaves undone stands in the list of touched pairs, and the next run does it. */
export function createRecountPairs({ postgres }: { postgres: Postgres }): RecountPairs {
  return async (signal) => {
    for (let total = 0; ; ) {
      signal?.throwIfAborted();
      const counted = await postgres.transaction(async (tx) => {
        await dictionaryStore.lockForWriting(tx);
        const keys = await pairsStore.dequeueTouched(tx, BATCH_SIZE);
        if (keys.length > 0) await pairsStore.recountPairs(tx, keys, await dictionaryStore.nextChange(tx));
        return keys.length;
      });
      total += counted;
      if (counted < BATCH_SIZE) return total;
    }
  };
}
