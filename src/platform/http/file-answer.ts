import { Readable } from "node:stream";
import { AppError } from "../../errors.ts";
import { type HttpResult, raw } from "./answers.ts";
import type { Call } from "./route.ts";

/** A stored file that can be read from any byte on. */
export interface StoredFile {
  /** As the reader should store it; any characters. */
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Strong, with its quotes. */
  etag: string;
  modifiedAt: Date;
  /** `length` bytes from the byte `from` on, in pieces that are read as they are taken. */
  read(from: number, length: number): AsyncIterable<Uint8Array>;
}

/**
 * Answers a file, or the part of it that the caller asks for by Range and If-Range (RFC 9110, sections 13.1.5 and 14):
 * 206 for one range, 200 for several or a unit other than bytes. Throws 416 where no byte lies in the range.
 */
export function answerFile(call: Pick<Call, "header" | "isHead">, file: StoredFile): HttpResult {
  const headers = {
    "Accept-Ranges": "bytes",
    "Content-Disposition": contentDisposition(file.name),
    "Cache-Control": "private, no-cache",
    // Whatever a file holds, it runs nothing where a browser opens it.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    ETag: file.etag,
    "Last-Modified": file.modifiedAt.toUTCString(),
  };
  const range = rangeOf(call, file);
  if (!range) return answer(200, file, 0, file.size, headers);
  const { from, to } = range;
  const contentRange = `bytes ${from}-${to}/${file.size}`;
  return answer(206, file, from, to - from + 1, { ...headers, "Content-Range": contentRange });
}

function answer(
  status: number,
  file: StoredFile,
  from: number,
  length: number,
  headers: Record<string, string>,
): HttpResult {
  const content = Readable.from(file.read(from, length), { objectMode: false });
  return raw(content, file.contentType, { status, headers: { ...headers, "Content-Length": String(length) } });
}

/** The bytes to send, both ends included; undefined for the whole file. */
function rangeOf(call: Pick<Call, "header" | "isHead">, file: StoredFile): { from: number; to: number } | undefined {
  const range = call.header("range");
  // Ranges are defined for GET alone, and If-None-Match comes before them.
  if (range === undefined || call.isHead || call.header("if-none-match") !== undefined) return undefined;
  const [, first, last] = /^bytes[ \t]*=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first !== "" && last !== "" && Number(first) > Number(last)) return undefined;
  if (!isCurrent(call.header("if-range"), file)) return undefined;
  const from = first === "" ? Math.max(0, file.size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? file.size - 1 : Math.min(Number(last), file.size - 1);
  if (from <= to) return { from, to };
  throw new AppError("RANGE_NOT_SATISFIABLE", `The file has ${file.size} bytes, and none of them lies in the range`, {
    headers: { "Content-Range": `bytes */${file.size}` },
  });
}

/** RFC 9110, section 13.1.5: the strong tag, or the exact time. */
function isCurrent(ifRange: string | undefined, { etag, modifiedAt }: StoredFile): boolean {
  const held = ifRange?.trim();
  return held === undefined || held === etag || held === modifiedAt.toUTCString();
}

/** RFC 6266: the name in ASCII, and in full (RFC 8187) where that loses something. */
function contentDisposition(name: string): string {
  const plain = [...name].map((char) => (/[\x20-\x7e]/.test(char) && !/["\\%]/.test(char) ? char : "_")).join("");
  const coded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"${plain === name ? "" : `; filename*=UTF-8''${coded}`}`;
}
