import { readCsaf } from "./csaf.ts";
import { readOval } from "./oval.ts";
import { type FeedSink, type FeedSummary, VendorFeedFault } from "./statement.ts";

/** Largest CSAF document; the largest known ones have 60 MB. */
const MAX_DOCUMENT = 256 * 1024 * 1024;
const BATCH = 1_000;
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Reads one file of a distribution's maker: a CSAF document (JSON) or an OVAL file (XML), by its first sign. OVAL is streamed; a CSAF
 * document is held as a whole, up to 256 MB. Broken records go to `onRefused` and cost no other.
 *
 * @param chunks the file's bytes, inflated
 * @throws VendorFeedFault if the file as a whole is wrong or ends early; statements before may have been passed on
 */
export async function readVendorFeed(chunks: AsyncIterable<Uint8Array>, sink: FeedSink): Promise<FeedSummary> {
  const iterator = chunks[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    seen.push(next.value);
    const sign = firstSign(next.value);
    if (sign === undefined) continue;
    const whole = rejoined(seen, iterator);
    if (sign === "<") return readOval(whole, sink);
    if (sign === "{") return readDocument(whole, sink);
    throw new VendorFeedFault("is neither a CSAF document (JSON) nor an OVAL file (XML)");
  }
  throw new VendorFeedFault("is empty");
}

function firstSign(chunk: Uint8Array): string | undefined {
  return new TextDecoder().decode(chunk.subarray(0, 256)).replace(BYTE_ORDER_MARK, "").trimStart()[0];
}

async function* rejoined(seen: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* seen;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function readDocument(chunks: AsyncIterable<Uint8Array>, sink: FeedSink): Promise<FeedSummary> {
  const { statements, refused } = readCsaf(await parsedDocument(chunks));
  for (const each of refused) sink.onRefused(each);
  for (let at = 0; at < statements.length; at += BATCH) await sink.onStatements(statements.slice(at, at + BATCH));
  return { format: "csaf", statements: statements.length, refused: refused.length };
}

async function parsedDocument(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_DOCUMENT) throw new VendorFeedFault(`is a document of more than ${MAX_DOCUMENT} bytes`);
    pieces.push(chunk);
  }
  const text = Buffer.concat(pieces).toString("utf8").replace(BYTE_ORDER_MARK, "");
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new VendorFeedFault(text.trimEnd().endsWith("}") ? "is not valid JSON" : "ends early");
  }
}
