import type { Postgres } from "../../platform/postgres/postgres.ts";
import { dictionaryStore } from "./dictionary.store.ts";
import { pairsStore } from "./pairs.store.ts";

/** Recounts the pairs whose entries changed and notifies readers. Resolves to the number of pairs. */
export type RecountPairs = (signal?: AbortSignal) => Promise<number>;

const BATCH_SIZE = 2_000;

/** After a crash, the remaining pairs are still in `cpe_touched_pairs`, and the next run recounts them. */
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
