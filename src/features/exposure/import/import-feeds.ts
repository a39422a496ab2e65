import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { type CveRecord, claimedCveId, readCve, timestampSchema } from "../../../platform/nvd/index.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import {
  type FileFacts,
  type RecordFile,
  type RecordKind,
  readRecords,
  streamRecords,
} from "../../../platform/record-files/index.ts";
import { cvesStore } from "./cves.store.ts";
import type { ImportedFeed } from "./feed.model.ts";
import { feedStore } from "./feed.store.ts";
import { namedProducts } from "./named-products.ts";

export interface ImportOptions {
  signal?: AbortSignal;
  /** Called with the file's counts after each batch. */
  onProgress?: (file: ImportedFeed) => void;
}

/**
 * Imports files of the vulnerability database's CVE records, one after the other: API 2.0 pages and feeds, plain, gzipped, or
 * in tar or zip archives. Keeps imported records, also of a file that fails half-way; a repeat is idempotent. Rejects only
 * for faults other than the file's.
 */
export type ImportCves = (files: readonly RecordFile[], options?: ImportOptions) => Promise<ImportedFeed[]>;

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

interface FileResult {
  file: ImportedFeed;
  facts: FileFacts;
  /** Modification time of its newest record. */
  newest: Date;
}

export function createImportCves({ postgres, clock }: { postgres: Postgres; clock: Clock }): ImportCves {
  return async (files, options = {}) => {
    const results: FileResult[] = [];
    for (const file of files) results.push(await importFile(postgres, file, options));
    if (results.some(({ file }) => file.status === "done")) {
      const { asOf, isWhole } = coverage(results, clock.now());
      await postgres.transaction(async (tx) => {
        await feedStore.lockForWriting(tx);
        await feedStore.recordImport(tx, asOf, isWhole, clock.now());
      });
    }
    return results.map(({ file }) => file);
  };
}

/** The date of the files, and whether they are the whole feed. */
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
  const file: ImportedFeed = { file: name, kind: "cve", status: "done", entries: 0, added: 0, changed: 0, refused: 0 };
  let newest = new Date(0);
  await feedStore.startImport(postgres, id, name, "cve");
  const write = async (batch: readonly CveRecord[]) => {
    for (const { lastModified } of batch) if (lastModified > newest) newest = lastModified;
    const sums = await postgres.transaction(async (tx) => {
      const counts = await storeCves(tx, batch);
      const added = file.added + counts.added;
      const changed = file.changed + counts.changed;
      const entries = file.entries + batch.length;
      await feedStore.recordProgress(tx, id, "running", { ...file, added, changed, entries });
      return { added, changed, entries };
    });
    Object.assign(file, sums);
    onProgress?.({ ...file });
  };
  const sink = { parse: readCve, nameOf: claimedCveId, batchSize: BATCH_SIZE, write, signal };
  try {
    const read = await streamRecords((onRecords) => readRecords(open(), CVES, onRecords), sink);
    Object.assign(file, { refused: read.refused, ...(read.problem !== undefined && { problem: read.problem }) });
    if (!read.facts || (file.entries === 0 && file.refused > 0)) file.status = "failed";
    await feedStore.recordProgress(postgres, id, file.status, file);
    return { file, facts: read.facts ?? {}, newest };
  } catch (error) {
    await feedStore.recordProgress(postgres, id, "failed", { ...file, problem: "stopped" });
    throw error;
  }
}

/** Stores CVEs with the products that they name, as one change. */
export async function storeCves(tx: Sql, records: readonly CveRecord[]) {
  const rows = records.map((record) => ({ ...record, ...namedProducts(record.configurations) }));
  await feedStore.lockForWriting(tx);
  return cvesStore.upsertCves(tx, rows, await feedStore.nextChange(tx));
}
