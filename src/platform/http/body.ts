import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { createGunzip, createUnzip } from "node:zlib";
import { AppError, errorCode, invalidField } from "../../errors.ts";

/** Default limit of a body in bytes, after inflating. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024;
/** Limit of scan data and imports, in bytes. */
export const LARGE_BODY_LIMIT = 32 * 1024 * 1024;

/** Compression of a body. `packed`: zlib (RFC 1950) or gzip (RFC 1952), detected by its first bytes. */
export type Coding = "identity" | "gzip" | "packed";

/** The source of a body: a connection, or a Request created in this process. */
export interface BodySource {
  request: Request;
  incoming: IncomingMessage | undefined;
  header(name: string): string | undefined;
}

/** Whether a request has a body (RFC 9112, section 6). An empty body counts as none. */
export function hasBody(source: BodySource): boolean {
  if (!source.incoming) return source.request.body !== null;
  const length = source.header("content-length");
  return length === undefined ? source.header("transfer-encoding") !== undefined : length !== "0";
}

/**
 * The content coding of a body: plain or, if allowed, gzip. Throws 415 for others, with the accepted ones in
 * `Accept-Encoding` (RFC 7694).
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
 * Reads a whole body, at most `limit` bytes after inflating.
 *
 * @throws AppError 413 as soon as the body exceeds the limit, 400 if it ends early or is not compressed as declared
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

/** Collects a stream. Does not destroy it beyond the limit: the answer needs the connection. */
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

/** Inflates and collects. Limits the compressed bytes too: empty gzip members could otherwise continue for ever. */
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

/** Decodes UTF-8, with U+FFFD for invalid bytes (WHATWG Encoding, section 4.1). Drops a byte order mark. */
export function decodeTextLossy(bytes: Uint8Array): string {
  return lenient.decode(bytes);
}

/** Decodes UTF-8. Throws 400 for invalid bytes. Drops a byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidField("body", "is not UTF-8");
  }
}
