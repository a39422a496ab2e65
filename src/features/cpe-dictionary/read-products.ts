import { JSONParser } from "@streamparser/json";
import { type ByteSource, createByteSource, FileFault, inflated } from "./file-bytes.ts";
import { isTar, tarEntries } from "./tar-entries.ts";

/** Metadata of a file of products; for an archive, of all its files. */
export interface FileFacts {
  /** When the file was generated; of several files the earliest. */
  timestamp?: string;
  /** Number of products of the whole dictionary. */
  totalResults?: number;
}

/** Called with each chunk of products. */
export type OnProducts = (products: unknown[]) => Promise<void>;

/** Top-level lists of other kinds of files from the same source. */
const OTHER_KINDS: Readonly<Record<string, string>> = {
  vulnerabilities: "CVE records",
  CVE_Items: "CVE records",
  matchStrings: "CPE match criteria",
  matches: "CPE match criteria",
  cveChanges: "changes of CVE records",
};
/** Value of `format` in files of the dictionary. */
const FORMAT = "NVD_CPE";
/** Not `$.products` itself: the parser frees a value after its callback only if no enclosing path is requested. */
const PATHS = [
  "$.products.*",
  ...["timestamp", "totalResults", "format"].map((name) => `$.${name}`),
  ...Object.keys(OTHER_KINDS).map((name) => `$.${name}.*`),
];
/** Maximum bytes between two products: bounds the memory. */
const MAX_GAP_BYTES = 1024 * 1024;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads a file of the vulnerability database's products, an API page or a feed: JSON, gzipped JSON, or a tar archive of
 * these. Streams products to `onProducts` and holds only a few in memory. Throws FileFault for an invalid file;
 * products before the fault have been passed on.
 */
export async function readProducts(input: AsyncIterable<Buffer>, onProducts: OnProducts): Promise<FileFacts> {
  const source = await inflated(input);
  if (!(await isTar(source))) return readDocument(source, onProducts);
  const all: FileFacts[] = [];
  for await (const { content } of tarEntries(source, (name) => /\.json$/i.test(name) && !/(^|\/)\._/.test(name))) {
    all.push(await readDocument(createByteSource(content), onProducts));
  }
  if (all.length === 0) throw new FileFault("is an archive without a .json file");
  return merged(all);
}

async function readDocument(source: ByteSource, onProducts: OnProducts): Promise<FileFacts> {
  await requireJson(source);
  const parser = productParser();
  let gapBytes = 0;
  for await (const piece of source.pieces()) {
    const products = parser.read(piece);
    if (products.length > 0) await onProducts(products);
    parser.requireFaultless();
    gapBytes = products.length > 0 ? 0 : gapBytes + piece.length;
    if (gapBytes > MAX_GAP_BYTES)
      throw new FileFault(`holds more than ${MAX_GAP_BYTES} bytes in a row without a product`);
  }
  return parser.end();
}

/** Parses one document chunk by chunk. Reports a fault after the products before it. */
function productParser() {
  const facts: FileFacts = {};
  const members = new Map<string, unknown>();
  let products: unknown[] = [];
  let hasProducts = false;
  let fault: FileFault | undefined;
  const parser = new JSONParser({ keepStack: false, paths: PATHS });
  parser.onError = ({ message }) => {
    const [, position] = /absolute position "(\d+)"/.exec(message) ?? [];
    fault ??= new FileFault(`is damaged: it is not JSON${position ? `, see byte ${position}` : ""}`);
  };
  parser.onValue = ({ value, key, stack }) => {
    const list = stack[1]?.key;
    if (list === undefined) members.set(String(key), value);
    else if (list === "products" && typeof key === "number") products.push(value);
    else fault ??= new FileFault(`holds ${OTHER_KINDS[list] ?? `${list} that are no list`}, not CPE products`);
  };
  return {
    read(piece: Buffer): unknown[] {
      products = [];
      parser.write(piece);
      hasProducts ||= products.length > 0;
      return products;
    },

    requireFaultless() {
      if (fault) throw fault;
    },

    end(): FileFacts {
      if (!parser.isEnded) throw new FileFault("ends early: the rest is missing");
      if (!hasProducts && members.get("format") !== FORMAT) throw new FileFault("holds no CPE products");
      const [timestamp, totalResults] = [members.get("timestamp"), members.get("totalResults")];
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
  if (text.startsWith("PK\x03\x04")) throw new FileFault("is a zip archive: unpack it first");
  if (text.startsWith("<")) throw new FileFault("is XML: the JSON form of the dictionary is needed");
  throw new FileFault("is not a JSON object");
}

/** Merges the metadata of pages of one dictionary: the oldest timestamp, the largest total. */
function merged(all: readonly FileFacts[]): FileFacts {
  const timestamps = all.flatMap(({ timestamp }) => timestamp ?? []).sort();
  const totals = all.flatMap(({ totalResults }) => totalResults ?? []);
  return {
    ...(timestamps[0] === undefined ? {} : { timestamp: timestamps[0] }),
    ...(totals.length === 0 ? {} : { totalResults: Math.max(...totals) }),
  };
}
