import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { createGunzip, createUnzip } from "node:zlib";
import { AppError, errorCode, invalidField } from "../../errors.ts";

/** Bytes that a body may have, after inflating, where the route says nothing else. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024;
/** For scan data and imports. */
export const LARGE_BODY_LIMIT = 32 * 1024 * 1024;

/** How a body is compressed. `packed`: zlib (RFC 1950) or gzip (RFC 1952), as its first bytes tell. */
export type Coding = "identity" | "gzip" | "packed";

/** Where a body comes from: the connection itself, or a Request made in this process. */
export interface BodySource {
  request: Request;
  incoming: IncomingMessage | undefined;
  header(name: string): string | undefined;
}

/** Whether a request has a body at all (RFC 9112, section 6). An empty one counts as none. */
export function hasBody(source: BodySource): boolean {
  if (!source.incoming) return source.request.body !== null;
  const length = source.header("content-length");
  return length === undefined ? source.header("transfer-encoding") !== undefined : length !== "0";
}

/**
 * Throws 415 unless the body comes plain or, where allowed, gzipped; answers which. RFC 7694 has the answer name what
 * would have been accepted.
 */
export function contentCoding(header: string | undefined, gzipAllowed: boolean): "identity" | "gzip" {
  const coding = header?.trim().toLowerCase() ?? "";
  if (coding === "" || coding === "identity") return "identity";
  if (gzipAllowed && (coding === "gzip" || coding === "x-gzip")) return "gzip";
  throw new AppError("UNSUPPORTED_MEDIA_TYPE", "The Content-Encoding is not supported here", {
    headers: { "Accept-Encoding": gzipAllowed ? "gzip, identity" : "identity" },
  });
}

/**
 * Reads a body to its end, never holding more than `limit` bytes of it, counted after inflating.
 *
 * @throws AppError 413 as soon as the limit is passed, 400 when it ends early or is not compressed as it should be
 */
export async function readBody(source: BodySource, limit: number, coding: Coding): Promise<Buffer> {
  const declared = Number(source.header("content-length") ?? 0);
  if (coding === "identity" && declared > limit) throw tooLarge(limit);
  const stream: Readable =
    source.incoming ?? Readable.fromWeb(source.request.body as Parameters<typeof Readable.fromWeb>[0]);
  return coding === "identity" ? collect(stream, limit) : inflate(stream, limit, coding);
}

function tooLarge(limit: number): AppError {
  const size = limit >= 1024 * 1024 ? `${Math.floor(limit / 1024 / 1024)} MB` : `${limit} bytes`;
  return new AppError("PAYLOAD_TOO_LARGE", `The body is larger than ${size}`);
}

/** The stream itself stays whole when the limit is passed: the connection still has to be answered on. */
function collect(stream: Readable, limit: number): Promise<Buffer> {
  if (stream.destroyed) return Promise.reject(broken(new Error("the connection closed")));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (finish: () => void) => {
      stream.off("data", onData).off("end", onEnd).off("error", onError).off("close", onClose);
      finish();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) settle(() => reject(tooLarge(limit)));
      else chunks.push(chunk);
    };
    const onEnd = () => settle(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    const onError = (error: Error) => settle(() => reject(broken(error)));
    const onClose = () => settle(() => reject(broken(new Error("the connection closed"))));
    stream.on("data", onData).on("end", onEnd).on("error", onError).on("close", onClose);
  });
}

function broken(cause: Error): AppError {
  if (cause instanceof AppError) return cause;
  const garbled = errorCode(cause)?.startsWith("Z_");
  const reason = garbled ? "is not well compressed, or is cut short" : "ended early";
  return new AppError("VALIDATION_ERROR", "The body could not be read", {
    violations: [{ field: "body", reason }],
    cause,
  });
}

/** Compressed bytes are bounded as well: gzip members of nothing could otherwise go on for ever. */
async function inflate(stream: Readable, limit: number, coding: "gzip" | "packed"): Promise<Buffer> {
  const unpacked = coding === "gzip" ? createGunzip() : createUnzip();
  let compressed = 0;
  const count = (chunk: Buffer) => {
    compressed += chunk.length;
    if (compressed > limit) unpacked.destroy(tooLarge(limit));
  };
  const fail = (error: Error) => unpacked.destroy(broken(error));
  const early = () => {
    if (!stream.readableEnded) fail(new Error("the connection closed"));
  };
  stream.on("data", count).on("error", fail).on("close", early).pipe(unpacked);
  try {
    return await collect(unpacked, limit);
  } finally {
    stream.off("data", count).off("error", fail).off("close", early).unpipe(unpacked);
    unpacked.destroy();
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });

const lenient = new TextDecoder("utf-8");

/** Bytes as text, U+FFFD in the place of what is not UTF-8 (WHATWG Encoding, section 4.1). A byte order mark is dropped. */
export function decodeTextLossy(bytes: Uint8Array): string {
  return lenient.decode(bytes);
}

/** Bytes as text. Throws 400 when they are not UTF-8. A byte order mark is dropped. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidField("body", "is not UTF-8");
  }
}
