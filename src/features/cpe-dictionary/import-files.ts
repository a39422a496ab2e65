import type { Clock } from "../../platform/clock.ts";
import { readProduct } from "../../platform/nvd/index.ts";
import { createImportFiles as createImport, type ImportOptions } from "../../platform/nvd-copy/index.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { RecordFile, RecordKind } from "../../platform/record-files/index.ts";
import type { ImportedFile } from "./cpe-dictionary.model.ts";
import { dictionaryCopy } from "./dictionary-copy.ts";
import type { RecountPairs } from "./recount-pairs.ts";

/** Imports files of the vulnerability database's CPE products: see `nvd-copy`. */
export type ImportFiles = (files: readonly RecordFile[], options?: ImportOptions) => Promise<ImportedFile[]>;

const BATCH_SIZE = 2_000;
const PRODUCTS: RecordKind = {
  list: "products",
  format: "NVD_CPE",
  label: "CPE products",
  maxBytes: 1024 * 1024,
  others: {
    vulnerabilities: "CVE records",
    CVE_Items: "CVE records",
    matchStrings: "CPE match criteria",
    matches: "CPE match criteria",
    cveChanges: "changes of CVE records",
  },
};

export function createImportFiles(deps: { postgres: Postgres; clock: Clock; recountPairs: RecountPairs }): ImportFiles {
  const format = { kind: PRODUCTS, parse: readProduct, batchSize: BATCH_SIZE };
  const importFiles = createImport({ ...deps, store: dictionaryCopy, format });
  return async (files, options) => {
    try {
      return await importFiles(files, options);
    } finally {
      await deps.recountPairs();
    }
  };
}
