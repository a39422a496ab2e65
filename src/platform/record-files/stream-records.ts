import { errorCode } from "../../errors.ts";
import { FileFault } from "./byte-source.ts";

/** A file to import; opened when its turn comes. */
export interface RecordFile {
  name: string;
  open(): AsyncIterable<Buffer>;
}

/** What becomes of the records of one file. */
export interface RecordSink<R> {
  /** The record, or why it cannot be read. */
  parse(record: unknown): R | string;
  /** How the fault of an unreadable record names it; default `entry <its number>`. */
  nameOf?(record: unknown): string | undefined;
  batchSize: number;
  /** Writes a batch; the next one is read meanwhile. */
  write(batch: readonly R[]): Promise<void>;
  signal?: AbortSignal | undefined;
}

export interface StreamedFile<F> {
  /** Of the file, where it could be read to its end. */
  facts: F | undefined;
  /** Records that could not be read. */
  refused: number;
  /** Why the file could not be read, else why its first unreadable record could not. */
  problem?: string;
}

/**
 * Streams the records of a file to a sink, in batches; a batch is written while the next is read. Records before a fault of
 * the file are written. Rejects for faults other than the file's, after the batch that is being written.
 *
 * @param read reads the file and passes its records on
 */
export async function streamRecords<R, F>(
  read: (onRecords: (records: unknown[]) => Promise<void>) => Promise<F>,
  { parse, nameOf, batchSize, write, signal }: RecordSink<R>,
): Promise<StreamedFile<F>> {
  const result: StreamedFile<F> = { facts: undefined, refused: 0 };
  let pending: R[] = [];
  let seen = 0;
  let writing: Promise<void> = Promise.resolve();
  const startWrite = async () => {
    await writing;
    writing = write(pending);
    // The next `await writing` rethrows the error.
    writing.catch(() => undefined);
    pending = [];
  };
  const onRecords = async (records: unknown[]) => {
    signal?.throwIfAborted();
    for (const one of records) {
      const record = parse(one);
      seen++;
      if (typeof record === "string") {
        result.problem ??= `${nameOf?.(one) ?? `entry ${seen}`}: ${record}`;
        result.refused++;
      } else pending.push(record as R);
      if (pending.length >= batchSize) await startWrite();
    }
  };
  try {
    result.facts = await read(onRecords);
  } catch (error) {
    const reason = fileFaultOf(error);
    if (reason === undefined) {
      await writing.catch(() => undefined);
      throw error;
    }
    result.problem = reason;
  }
  if (pending.length > 0) await startWrite();
  await writing;
  return result;
}

/** Why the file cannot be imported; undefined if the fault is not the file's. */
function fileFaultOf(error: unknown): string | undefined {
  if (error instanceof FileFault) return error.message;
  const code = errorCode(error) ?? "";
  return ["ENOENT", "EACCES", "EISDIR", "EPERM", "EIO"].includes(code) ? `cannot be read: ${code}` : undefined;
}
