import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { type CpeRecord, readProduct, timestampSchema } from "../../platform/nvd/index.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import {
  type FileFacts,
  type RecordFile,
  type RecordKind,
  readRecords,
  streamRecords,
} from "../../platform/record-files/index.ts";
import type { ImportedFile } from "./cpe-dictionary.model.ts";
import { dictionaryStore } from "./dictionary.store.ts";
import { entriesStore } from "./entries.store.ts";
import type { RecountPairs } from "./recount-pairs.ts";

export interface ImportOptions {
  signal?: AbortSignal;
  /** Called with the file's counts after each batch. */
  onProgress?: (file: ImportedFile) => void;
}

/**
 * Imports files of the vulnerability database's CPE products, one after the other: API 2.0 pages and feeds, plain,
 * gzipped, or in tar or zip archives. Keeps imported entries, also of a file that fails half-way; a repeat is idempotent.
 * Rejects only for faults other than the file's.
 */
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

interface FileResult {
  file: ImportedFile;
  facts: FileFacts;
  /** Modification time of its newest entry. */
  newest: Date;
}

export function createImportFiles(deps: { postgres: Postgres; clock: Clock; recountPairs: RecountPairs }): ImportFiles {
  const { postgres, clock, recountPairs } = deps;

  return async (files, options = {}) => {
    const results: FileResult[] = [];
    try {
      for (const file of files) results.push(await importFile(postgres, file, options));
    } finally {
      await recountPairs();
    }
    const done = results.filter(({ file }) => file.status === "done");
    if (done.length > 0) {
      const { asOf, isWhole } = coverage(results, clock.now());
      await postgres.transaction(async (tx) => {
        await dictionaryStore.lockForWriting(tx);
        await dictionaryStore.recordImport(tx, asOf, isWhole, clock.now());
      });
    }
    return results.map(({ file }) => file);
  };
}

/** The date of the files, and whether they are a whole dictionary. */
function coverage(results: readonly FileResult[], now: Date): { asOf: Date; isWhole: boolean } {
  const times = results
    .filter(({ file }) => file.status === "done")
    .map(({ facts, newest }) => timestampSchema.safeParse(facts.timestamp).data ?? newest);
  const total = Math.max(...results.map(({ facts }) => facts.totalResults ?? Number.POSITIVE_INFINITY));
  const entries = results.reduce((sum, { file }) => sum + file.entries + file.refused, 0);
  return {
    asOf: new Date(Math.min(now.getTime(), ...times.map((time) => time.getTime()))),
    isWhole: results.every(({ file }) => file.status === "done") && entries >= total,
  };
}

async function importFile(
  postgres: Postgres,
  { name, open }: RecordFile,
  { signal, onProgress }: ImportOptions,
): Promise<FileResult> {
  const id = newId();
  const file: ImportedFile = { file: name, status: "done", entries: 0, added: 0, changed: 0, refused: 0 };
  let newest = new Date(0);
  await dictionaryStore.startImport(postgres, id, name);
  const write = async (batch: readonly CpeRecord[]) => {
    for (const { lastModified } of batch) if (lastModified > newest) newest = lastModified;
    const { added, changed } = await postgres.transaction(async (tx) => {
      await dictionaryStore.lockForWriting(tx);
      const counts = await entriesStore.upsertRecords(tx, batch);
      const sums = { added: file.added + counts.added, changed: file.changed + counts.changed };
      const entries = file.entries + batch.length;
      await dictionaryStore.recordProgress(tx, id, "running", { ...file, ...sums, entries });
      return sums;
    });
    Object.assign(file, { added, changed, entries: file.entries + batch.length });
    onProgress?.({ ...file });
  };
  const sink = { parse: readProduct, batchSize: BATCH_SIZE, write, signal };
  try {
    const read = await streamRecords((onRecords) => readRecords(open(), PRODUCTS, onRecords), sink);
    Object.assign(file, { refused: read.refused, ...(read.problem !== undefined && { problem: read.problem }) });
    if (!read.facts || (file.entries === 0 && file.refused > 0)) file.status = "failed";
    await dictionaryStore.recordProgress(postgres, id, file.status, file);
    return { file, facts: read.facts ?? {}, newest };
  } catch (error) {
    await dictionaryStore.recordProgress(postgres, id, "failed", { ...file, problem: "stopped" });
    throw error;
  }
}
