import { JSONParser } from "@streamparser/json";
import { type ByteSource, createByteSource, FileFault } from "./byte-source.ts";
import { inflated } from "./inflated.ts";
import { isTar, tarEntries } from "./tar-entries.ts";
import { isZip, zipEntries } from "./zip-entries.ts";

/** Metadata of a file of records; for an archive, of all its files. */
export interface FileFacts {
  /** When the file was generated; of several files the earliest. */
  timestamp?: string;
  /** Number of records of the whole source. */
  totalResults?: number;
}

/** A kind of file: a JSON document with one list of records. */
export interface RecordKind {
  /** Member of the document that holds the records. */
  list: string;
  /** Value of `format` of a document that may have no records; undefined: an empty list is enough. */
  format?: string;
  /** What the records are, e.g. `CPE products`. */
  label: string;
  /** Most bytes between the ends of two records: bounds the memory. */
  maxBytes: number;
  /** Lists of other kinds of files that are mistaken for this one, with what they hold. */
  others: Readonly<Record<string, string>>;
}

/** Called with each chunk of records. */
export type OnRecords = (records: unknown[]) => Promise<void>;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const JSON_FILE = (name: string) => /\.json$/i.test(name) && !/(^|\/)\._/.test(name);

/**
 * Reads a file of records, an API page or a feed: JSON, compressed JSON, or a tar or zip archive of these. Streams records to
 * `onRecords` and holds only a few in memory. Throws FileFault for an invalid file; records before the fault have been
 * passed on.
 */
export async function readRecords(
  input: AsyncIterable<Buffer>,
  kind: RecordKind,
  onRecords: OnRecords,
): Promise<FileFacts> {
  const all: FileFacts[] = [];
  for await (const document of documentsOf(await inflated(input), JSON_FILE)) {
    all.push(await readDocument(document, kind, onRecords));
  }
  if (all.length === 0) throw new FileFault("is an archive without a .json file");
  return merged(all);
}

/** The wanted files of a tar or zip archive, one after the other; the file itself if it is no archive. */
export async function* documentsOf(
  source: ByteSource,
  isWanted: (name: string) => boolean,
): AsyncGenerator<ByteSource> {
  const isArchive = (await isTar(source)) ? tarEntries : (await isZip(source)) ? zipEntries : undefined;
  if (!isArchive) yield source;
  else for await (const { content } of isArchive(source, isWanted)) yield createByteSource(content);
}

async function readDocument(source: ByteSource, kind: RecordKind, onRecords: OnRecords): Promise<FileFacts> {
  await requireJson(source);
  const parser = recordParser(kind);
  let gapBytes = 0;
  for await (const piece of source.pieces()) {
    const records = parser.read(piece);
    if (records.length > 0) await onRecords(records);
    parser.requireFaultless();
    gapBytes = records.length > 0 ? 0 : gapBytes + piece.length;
    if (gapBytes > kind.maxBytes)
      throw new FileFault(`holds more than ${kind.maxBytes} bytes in a row without a record`);
  }
  return parser.end();
}

/** Parses one document chunk by chunk. Reports a fault after the records before it. */
function recordParser({ list, format, label, others }: RecordKind) {
  const facts: FileFacts = {};
  const members = new Map<string, unknown>();
  let records: unknown[] = [];
  let hasRecords = false;
  let fault: FileFault | undefined;
  // Not the list itself: the parser frees a value after its callback only if no enclosing path is requested.
  const names = ["timestamp", "dateReleased", "totalResults", "count", "format"];
  const paths = [
    `$.${list}.*`,
    ...names.map((name) => `$.${name}`),
    ...Object.keys(others).map((name) => `$.${name}.*`),
  ];
  const parser = new JSONParser({ keepStack: false, paths });
  parser.onError = ({ message }) => {
    const [, position] = /absolute position "(\d+)"/.exec(message) ?? [];
    fault ??= new FileFault(`is damaged: it is not JSON${position ? `, see byte ${position}` : ""}`);
  };
  parser.onValue = ({ value, key, stack }) => {
    const from = stack[1]?.key;
    if (from === undefined) members.set(String(key), value);
    else if (from === list && typeof key === "number") records.push(value);
    else fault ??= new FileFault(`holds ${others[from] ?? `${from} that are no list`}, not ${label}`);
  };
  return {
    read(piece: Buffer): unknown[] {
      records = [];
      parser.write(piece);
      hasRecords ||= records.length > 0;
      return records;
    },

    requireFaultless() {
      if (fault) throw fault;
    },

    end(): FileFacts {
      if (!parser.isEnded) throw new FileFault("ends early: the rest is missing");
      if (!hasRecords && (format === undefined || members.get("format") !== format)) {
        throw new FileFault(`holds no ${label}`);
      }
      const timestamp = members.get("timestamp") ?? members.get("dateReleased");
      const totalResults = members.get("totalResults") ?? members.get("count");
      if (typeof timestamp === "string") facts.timestamp = timestamp;
      if (typeof totalResults === "number") facts.totalResults = totalResults;
      return facts;
    },
  };
}

/** Throws FileFault naming what the file is, if it is not a JSON object. */
async function requireJson(source: ByteSource): Promise<void> {
  if ((await source.peek(3)).equals(BYTE_ORDER_MARK)) await source.read(3);
  const head = await source.peek(64);
  const text = head.toString("latin1").trimStart();
  if (text === "") throw new FileFault("is empty");
  if (text.startsWith("{")) return;
  if (text.startsWith("<")) throw new FileFault("is XML: the JSON form is needed");
  throw new FileFault("is not a JSON object");
}

/** Merges the metadata of pages of one source: the oldest timestamp, the largest total. */
function merged(all: readonly FileFacts[]): FileFacts {
  const timestamps = all.flatMap(({ timestamp }) => timestamp ?? []).sort();
  const totals = all.flatMap(({ totalResults }) => totalResults ?? []);
  return {
    ...(timestamps[0] === undefined ? {} : { timestamp: timestamps[0] }),
    ...(totals.length === 0 ? {} : { totalResults: Math.max(...totals) }),
  };
}
