import { errorCode } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { type CpeRecord, readProduct, timestampSchema } from "../../platform/nvd/index.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { ImportedFile } from "./cpe-dictionary.model.ts";
import { dictionaryStore } from "./dictionary.store.ts";
import { entriesStore } from "./entries.store.ts";
import { FileFault } from "./file-bytes.ts";
import { type FileFacts, readProducts } from "./read-products.ts";
import type { RecountPairs } from "./recount-pairs.ts";

/** A file to import; opened when its turn comes. */
export interface DictionaryFile {
  name: string;
  open(): AsyncIterable<Buffer>;
}

export interface ImportOptions {
  signal?: AbortSignal;
  /** Called with the file's counts after each batch. */
  onProgress?: (file: ImportedFile) => void;
}

/**
 * Imports files of the vulnerability database's CPE products, one after the other: API 2.0 pages and feeds, plain,
 * gzipped, or in tar archives. Keeps imported entries, also of a file that fails half-way; a repeat is idempotent.
 * Rejects only for faults other than the file's.
 */
export type ImportFiles = (files: readonly DictionaryFile[], options?: ImportOptions) => Promise<ImportedFile[]>;

const BATCH_SIZE = 2_000;

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
  { name, open }: DictionaryFile,
  options: ImportOptions,
): Promise<FileResult> {
  const { signal, onProgress } = options;
  const id = newId();
  const file: ImportedFile = { file: name, status: "done", entries: 0, added: 0, changed: 0, refused: 0 };
  let newest = new Date(0);
  let pending: CpeRecord[] = [];
  let read = 0;
  let writing: Promise<void> = Promise.resolve();
  await dictionaryStore.startImport(postgres, id, name);

  const write = async (batch: readonly CpeRecord[]) => {
    const { added, changed } = await postgres.transaction(async (tx) => {
      await dictionaryStore.lockForWriting(tx);
      const counts = await entriesStore.upsertRecords(tx, batch);
      const sums = { added: file.added + counts.added, changed: file.changed + counts.changed };
      await dictionaryStore.recordProgress(tx, id, "running", {
        ...file,
        ...sums,
        entries: file.entries + batch.length,
      });
      return sums;
    });
    Object.assign(file, { added, changed, entries: file.entries + batch.length });
    onProgress?.({ ...file });
  };
  /** Starts the write of a batch, so that the next one is read meanwhile. */
  const startWrite = async () => {
    await writing;
    writing = write(pending);
    // The next `await writing` rethrows the error.
    writing.catch(() => undefined);
    pending = [];
  };
  const onProducts = async (products: unknown[]) => {
    signal?.throwIfAborted();
    for (const product of products) {
      const record = readProduct(product);
      read++;
      if (typeof record === "string") {
        file.problem ??= `entry ${read}: ${record}`;
        file.refused++;
      } else {
        if (record.lastModified > newest) newest = record.lastModified;
        pending.push(record);
      }
      if (pending.length >= BATCH_SIZE) await startWrite();
    }
  };

  let facts: FileFacts = {};
  try {
    facts = await readProducts(open(), onProducts);
  } catch (error) {
    const reason = fileFaultOf(error);
    if (reason === undefined) {
      await writing.catch(() => undefined);
      await dictionaryStore.recordProgress(postgres, id, "failed", { ...file, problem: "stopped" });
      throw error;
    }
    Object.assign(file, { status: "failed", problem: reason });
  }
  if (pending.length > 0) await startWrite();
  await writing;
  if (file.entries === 0 && file.refused > 0) file.status = "failed";
  await dictionaryStore.recordProgress(postgres, id, file.status, file);
  return { file, facts, newest };
}

/** Why the file cannot be imported; undefined if the fault is not the file's. */
function fileFaultOf(error: unknown): string | undefined {
  if (error instanceof FileFault) return error.message;
  const code = errorCode(error) ?? "";
  return ["ENOENT", "EACCES", "EISDIR", "EPERM", "EIO"].includes(code) ? `cannot be read: ${code}` : undefined;
}
