import type { CpeRecord } from "../../platform/nvd/index.ts";
import type { CopyStore } from "../../platform/nvd-copy/index.ts";
import { dictionaryStore } from "./dictionary.store.ts";
import { entriesStore } from "./entries.store.ts";

/** The dictionary as a copy of the vulnerability database's CPE products. */
export const dictionaryCopy: CopyStore<CpeRecord> = {
  ...dictionaryStore,
  state: dictionaryStore.dictionaryState,
  write: entriesStore.upsertRecords,
};
