import { Readable } from "node:stream";
import { type CpeDictionary, createCpeDictionary } from "../../../src/features/cpe-dictionary/index.ts";
import type { Clock } from "../../../src/platform/clock.ts";
import { type CpePage, type CpeQuery, type CpeRecord, type Nvd, readProduct } from "../../../src/platform/nvd/index.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import type { RecordFile } from "../../../src/platform/record-files/index.ts";
import { cpeProduct } from "../../support/cpe-products.ts";
import { log } from "../../support/scratch.ts";

/** A source that is never asked. */
export const noSource: Nvd = {
  cpePage: () => Promise.reject(new Error("the source was asked")),
  cvePage: () => Promise.reject(new Error("the source was asked")),
  cpePages: () => {
    throw new Error("the source was asked");
  },
};

export function dictionaryOn(postgres: Postgres, clock: Clock, nvd: Nvd = noSource): CpeDictionary {
  return createCpeDictionary({ postgres, nvd, clock, log });
}

/** A file with this content, which comes in pieces of so many bytes. */
export function fileOf(name: string, content: unknown, pieceBytes = 1_000): RecordFile {
  const bytes = Buffer.isBuffer(content)
    ? content
    : Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, i) =>
    bytes.subarray(i * pieceBytes, (i + 1) * pieceBytes),
  );
  return { name, open: () => Readable.from(pieces) };
}

/** A tar archive as `tar` writes one. */
export function tarOf(files: Record<string, string>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(`${bytes.length.toString(8).padStart(11, "0")} `, 124);
    header.write(name.endsWith("/") ? "5" : "0", 156);
    header.write("ustar\u000000", 257);
    header.write("        ", 148);
    const sum = header.reduce((all, byte) => all + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\u0000 `, 148);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}

/** Names of one product in so many versions. */
export function versions(count: number, product = "editor"): string[] {
  return Array.from({ length: count }, (_, i) => `cpe:2.3:a:example:${product}:${i + 1}.0:*:*:*:*:*:*:*`);
}

export function recordOf(cpeName: string, lastModified: Date): CpeRecord {
  const read = readProduct(cpeProduct(cpeName, { lastModified: lastModified.toISOString() }));
  if (typeof read === "string") throw new Error(read);
  return read;
}

/** A source that has these records, and keeps what it was asked. */
export function sourceOf(records: () => CpeRecord[], onAsked: (query: CpeQuery, count: number) => void = () => {}) {
  const asked: CpeQuery[] = [];
  const cpePage = async (query: CpeQuery): Promise<CpePage> => {
    asked.push(query);
    onAsked(query, asked.length);
    const { lastModified, startIndex = 0, resultsPerPage = 10_000 } = query;
    const { from, to } = lastModified!;
    const within = records().filter((record) => record.lastModified >= from && record.lastModified <= to);
    const page = within.slice(startIndex, startIndex + resultsPerPage);
    const totalResults = within.length;
    return { totalResults, startIndex, size: page.length, timestamp: to, records: page, refused: [] };
  };
  return { asked, nvd: { ...noSource, cpePage } satisfies Nvd };
}
