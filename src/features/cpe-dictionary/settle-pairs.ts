import type { Postgres } from "../../platform/postgres/postgres.ts";
import { dictionaryStore } from "./dictionary.store.ts";
import { pairsStore } from "./pairs.store.ts";

/** Counts anew the pairs whose entries have changed, and tells that they did. Answers how many there were. */
export type SettlePairs = (signal?: AbortSignal) => Promise<number>;

const BATCH = 2_000;

/** Whatever a crash leaves undone stands in the list of touched pairs, and the next run does it. */
export function createSettlePairs({ postgres }: { postgres: Postgres }): SettlePairs {
  return async (signal) => {
    for (let settled = 0; ; ) {
      signal?.throwIfAborted();
      const taken = await postgres.transaction(async (tx) => {
        await dictionaryStore.beOnlyWriter(tx);
        const keys = await pairsStore.takeTouched(tx, BATCH);
        if (keys.length > 0) await pairsStore.renewPairs(tx, keys, await dictionaryStore.nextChange(tx));
        return keys.length;
      });
      settled += taken;
      if (taken < BATCH) return settled;
    }
  };
}
