import type { Clock } from "../../../platform/clock.ts";
import { type CveRecord, claimedCveId, readCve } from "../../../platform/nvd/index.ts";
import { type CopyStore, createImportFiles, type ImportOptions } from "../../../platform/nvd-copy/index.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import type { RecordFile, RecordKind } from "../../../platform/record-files/index.ts";
import { cvesStore } from "./cves.store.ts";
import type { ImportedFeed } from "./feed.model.ts";
import { feedStore } from "./feed.store.ts";
import { namedProducts } from "./named-products.ts";

/** Imports files of the vulnerability database's CVE records: see `nvd-copy`. */
export type ImportCves = (
  files: readonly RecordFile[],
  options?: ImportOptions<ImportedFeed>,
) => Promise<ImportedFeed[]>;

const BATCH_SIZE = 500;
const CVES: RecordKind = {
  list: "vulnerabilities",
  format: "NVD_CVE",
  label: "CVE records",
  maxBytes: 16 * 1024 * 1024,
  others: {
    products: "CPE products",
    CVE_Items: "CVE records of the form 1.1, which the database no longer gives out",
    matchStrings: "CPE match criteria",
    matches: "CPE match criteria",
    cveChanges: "changes of CVE records",
  },
};

/** The imported CVEs as a copy of the vulnerability database's. */
export const cvesCopy: CopyStore<CveRecord> = {
  ...feedStore,
  state: feedStore.feedState,
  startImport: (sql, id, file) => feedStore.startImport(sql, id, file, "cve"),
  write: storeCves,
};

export function createImportCves(deps: { postgres: Postgres; clock: Clock }): ImportCves {
  const format = { kind: CVES, parse: readCve, nameOf: claimedCveId, batchSize: BATCH_SIZE };
  const importFiles = createImportFiles({ ...deps, store: cvesCopy, format });
  return async (files, { onProgress, ...options } = {}) => {
    const done = await importFiles(files, {
      ...options,
      ...(onProgress && { onProgress: (file) => onProgress({ ...file, kind: "cve" }) }),
    });
    return done.map((file) => ({ ...file, kind: "cve" }));
  };
}

/** Stores CVEs with the products that they name, as one change. */
async function storeCves(tx: Sql, records: readonly CveRecord[]) {
  const rows = records.map((record) => ({ ...record, ...namedProducts(record.configurations) }));
  return cvesStore.upsertCves(tx, rows, await feedStore.nextChange(tx));
}
