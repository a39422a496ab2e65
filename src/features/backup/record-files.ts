import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

/** A finished file of records, as in the manifest. `file` is relative to the backup's folder, with `/`. */
export interface WrittenFile {
  file: string;
  records: number;
  /** Of the compressed file; hexadecimal. */
  sha256: string;
}

/** Appends records to one file, one JSON text a line, compressed (gzip). */
export interface RecordWriter {
  /** Resolves when the buffer has room: memory stays bounded on a slow disk. */
  write(record: unknown): Promise<void>;
  /** Appends a record that is JSON text already, without line breaks. */
  writeText(json: string): Promise<void>;
  /** Resolves when all records are on disk. */
  close(): Promise<WrittenFile>;
}

const LINE_END = 0x0a;

/** Creates the file, readable by its owner only. Rejects if it exists. */
export async function createRecordWriter(folder: string, file: string): Promise<RecordWriter> {
  const target = path.join(folder, ...file.split("/"));
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const handle = await open(target, "wx", 0o600);
  const gzip = createGzip({ level: 4 });
  const hash = createHash("sha256");
  const drained = drain(gzip, handle, hash);
  // The next write or close rejects with the error, because both await `drained`.
  drained.catch((error) => gzip.destroy(error));
  gzip.on("error", () => {});
  let records = 0;
  const writeText = async (json: string) => {
    records++;
    if (gzip.destroyed) await drained;
    if (!gzip.write(`${json}\n`)) await Promise.race([once(gzip, "drain"), drained]);
  };
  return {
    writeText,
    write: (record) => writeText(JSON.stringify(record)),
    async close() {
      gzip.end();
      await drained;
      return { file, records, sha256: hash.digest("hex") };
    },
  };
}

async function drain(source: AsyncIterable<Buffer>, handle: FileHandle, hash: ReturnType<typeof createHash>) {
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      await handle.write(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** SHA-256 of a file, hexadecimal. Rejects if it cannot be read. */
export async function fileDigest(folder: string, file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path.join(folder, ...file.split("/"))), hash);
  return hash.digest("hex");
}

/** Limit of characters of one batch; a single longer record is a batch of its own. */
const BATCH_CHARS = 8_000_000;

/** The records of a file as JSON texts, in batches of up to `size`. */
export async function* readRecordTexts(folder: string, file: string, size: number): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let chars = 0;
  for await (const line of readLines(path.join(folder, ...file.split("/")))) {
    if (batch.length === size || (batch.length > 0 && chars + line.length > BATCH_CHARS)) {
      yield batch;
      batch = [];
      chars = 0;
    }
    batch.push(line);
    chars += line.length;
  }
  if (batch.length > 0) yield batch;
}

/** Split by hand: a line of JSON may hold U+2028, which Node's line reader treats as an end of line. */
async function* readLines(file: string): AsyncGenerator<string> {
  const compressed = createReadStream(file);
  const plain = createGunzip();
  compressed.on("error", (error) => plain.destroy(error));
  compressed.pipe(plain);
  let rest: Buffer[] = [];
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, start)) {
      rest.push(chunk.subarray(start, end));
      yield Buffer.concat(rest).toString("utf8");
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
}
