import type { CpeRecord } from "../../platform/nvd/index.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { dictionaryStore } from "./dictionary.store.ts";
import { entriesStore } from "./entries.store.ts";

/**
 * Takes in single records of the source, in one transaction with `also`: where that answers false nothing stays. Answers
 * what `also` did. They say nothing of how fresh the dictionary is.
 */
export type ImportRecords = (records: readonly CpeRecord[], also: (tx: Sql) => Promise<boolean>) => Promise<boolean>;

export function createImportRecords(postgres: Postgres): ImportRecords {
  return (records, alsoWrite) =>
    postgres.transaction(async (tx) => {
      await dictionaryStore.lockForWriting(tx);
      if (!(await alsoWrite(tx))) return false;
      await entriesStore.upsertRecords(tx, records);
      return true;
    });
}
