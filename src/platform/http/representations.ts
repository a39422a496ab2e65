import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type HttpResult, raw } from "./answers.ts";
import { acceptsEncoding } from "./negotiation.ts";

/** Content that stays the same, compressed once in each way. */
export interface Representations {
  contentType: string;
  plain: Uint8Array;
  gzip: Uint8Array;
  br: Uint8Array;
  hash: string;
}

export async function representationsOf(content: Uint8Array, contentType: string): Promise<Representations> {
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 22);
  const [gzipped, br] = await Promise.all([
    promisify(gzip)(content, { level: 9 }),
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  ]);
  return { contentType, plain: content, gzip: gzipped, br, hash };
}

/** The smallest representation that `Accept-Encoding` allows, with an entity tag of its own (RFC 9110, section 8.8.3). */
export function answerRepresentation(
  { contentType, hash, ...contents }: Representations,
  acceptEncoding: string | undefined,
  cacheControl: string,
): HttpResult {
  const coding = (["br", "gzip"] as const).find((name) => acceptsEncoding(acceptEncoding, name));
  const headers = {
    "Cache-Control": cacheControl,
    Vary: "Accept-Encoding",
    ETag: coding ? `"${hash}-${coding}"` : `"${hash}"`,
    ...(coding && { "Content-Encoding": coding }),
  };
  return raw(contents[coding ?? "plain"], contentType, { headers });
}
