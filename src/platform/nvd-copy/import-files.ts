import type { Clock } from "../clock.ts";
import { newId } from "../ids.ts";
import { timestampSchema } from "../nvd/index.ts";
import type { Postgres } from "../postgres/postgres.ts";
import { type FileFacts, type RecordFile, type RecordKind, readRecords, streamRecords } from "../record-files/index.ts";
import type { CopiedFile, CopyStore } from "./copy-store.ts";

export interface ImportOptions<F = CopiedFile> {
  signal?: AbortSignal;
  /** Called with the file's counts after each batch. */
  onProgress?: (file: F) => void;
}

/** How the files of a list are read. */
export interface ListFormat<R> {
  kind: RecordKind;
  /** The record, or why it cannot be read. */
  parse(record: unknown): R | string;
  /** How the fault of an unreadable record names it; default `entry <its number>`. */
  nameOf?(record: unknown): string | undefined;
  batchSize: number;
}

interface CopyDeps<R> {
  postgres: Postgres;
  clock: Clock;
  store: CopyStore<R>;
  format: ListFormat<R>;
}

interface FileResult {
  file: CopiedFile;
  facts: FileFacts;
  /** Modification time of its newest record. */
  newest: Date;
}

/**
 * Imports files of a list into its copy, one after the other: API 2.0 pages and feeds, plain, compressed, or in tar or zip
 * archives. Keeps imported records, also of a file that fails half-way; a repeat is idempotent. Rejects only for faults other
 * than the file's.
 */
export function createImportFiles<R extends { lastModified: Date }>(deps: CopyDeps<R>) {
  const { postgres, clock, store } = deps;
  return async (files: readonly RecordFile[], options: ImportOptions = {}): Promise<CopiedFile[]> => {
    const results: FileResult[] = [];
    for (const file of files) results.push(await importFile(deps, file, options));
    if (results.some(({ file }) => file.status === "done")) {
      const { asOf, isWhole } = coverage(results, clock.now());
      await postgres.transaction(async (tx) => {
        await store.lockForWriting(tx);
        await store.recordImport(tx, asOf, isWhole, clock.now());
      });
    }
    return results.map(({ file }) => file);
  };
}

/** The date of the files, and whether they are the whole list. */
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

async function importFile<R extends { lastModified: Date }>(
  { postgres, store, format: { kind, ...format } }: CopyDeps<R>,
  { name, open }: RecordFile,
  { signal, onProgress }: ImportOptions,
): Promise<FileResult> {
  const id = newId();
  const file: CopiedFile = { file: name, status: "done", entries: 0, added: 0, changed: 0, refused: 0 };
  let newest = new Date(0);
  await store.startImport(postgres, id, name);
  const write = async (batch: readonly R[]) => {
    for (const { lastModified } of batch) if (lastModified > newest) newest = lastModified;
    const sums = await postgres.transaction(async (tx) => {
      await store.lockForWriting(tx);
      const counts = await store.write(tx, batch);
      const added = file.added + counts.added;
      const changed = file.changed + counts.changed;
      const entries = file.entries + batch.length;
      await store.recordProgress(tx, id, "running", { ...file, added, changed, entries });
      return { added, changed, entries };
    });
    Object.assign(file, sums);
    onProgress?.({ ...file });
  };
  try {
    const read = await streamRecords((onRecords) => readRecords(open(), kind, onRecords), { ...format, write, signal });
    Object.assign(file, { refused: read.refused, ...(read.problem !== undefined && { problem: read.problem }) });
    if (!read.facts || (file.entries === 0 && file.refused > 0)) file.status = "failed";
    await store.recordProgress(postgres, id, file.status, file);
    return { file, facts: read.facts ?? {}, newest };
  } catch (error) {
    await store.recordProgress(postgres, id, "failed", { ...file, problem: "stopped" });
    throw error;
  }
}
