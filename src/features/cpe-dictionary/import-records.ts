import type { CpeRecord } from "../../platform/nvd/index.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { dictionaryStore } from "./dictionary.store.ts";
import { entriesStore } from "./entries.store.ts";

/**
 * Imports single records in one transaction with `alsoWrite`; writes nothing if that returns false. Resolves to the
 * result of `alsoWrite`. Does not change the date up to which the dictionary is refreshed.
 */
export type ImportRecords = (
  records: readonly CpeRecord[],
  alsoWrite: (tx: Sql) => Promise<boolean>,
) => Promise<boolean>;

export function createImportRecords(postgres: Postgres): ImportRecords {
  return (records, alsoWrite) =>
    postgres.transaction(async (tx) => {
      await dictionaryStore.lockForWriting(tx);
      if (!(await alsoWrite(tx))) return false;
      await entriesStore.upsertRecords(tx, records);
      return true;
    });
}
