import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { mustGet } from "../../model/must-get.ts";
import { type HttpResult, raw } from "./answers.ts";
import { acceptsEncoding } from "./negotiation.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

export interface StaticFiles {
  /** Media types of the files. */
  contentTypes: readonly string[];
  /** Answers the file of that name, compressed if `Accept-Encoding` allows it. Rejects if it cannot be read. */
  answer(name: string, acceptEncoding: string | undefined): Promise<HttpResult>;
}

interface Loaded {
  plain: Uint8Array;
  gzipped: Uint8Array;
  hash: string;
}

/**
 * Serves a fixed list of files; reads and compresses each at its first request and caches it. Browsers revalidate their
 * copy each time (entity tag, RFC 9110 section 8.8.3), so that they never mix files of two versions.
 *
 * @param files absolute paths by served name
 * @throws Error at composition for a file of unknown media type
 */
export function createStaticFiles(files: Readonly<Record<string, string>>): StaticFiles {
  const types = new Map(Object.keys(files).map((name) => [name, typeOf(name)]));
  const loaded = new Map<string, Promise<Loaded>>();
  const load = (name: string): Promise<Loaded> => {
    const known = loaded.get(name) ?? read(files[name]!);
    loaded.set(name, known);
    return known;
  };
  return {
    contentTypes: [...new Set(types.values())],
    async answer(name, acceptEncoding) {
      const { plain, gzipped, hash } = await load(name);
      const isGzipped = acceptsEncoding(acceptEncoding, "gzip");
      const headers = {
        "Cache-Control": "public, no-cache",
        Vary: "Accept-Encoding",
        ETag: isGzipped ? `"${hash}-gzip"` : `"${hash}"`,
        ...(isGzipped && { "Content-Encoding": "gzip" }),
      };
      return raw(isGzipped ? gzipped : plain, mustGet(types, name), { headers });
    },
  };
}

function typeOf(name: string): string {
  const type = TYPES[path.extname(name)];
  if (type === undefined) throw new Error(`${name}: the media type of such files is not known`);
  return type;
}

async function read(file: string): Promise<Loaded> {
  const plain = await readFile(file);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  return { plain, gzipped: await promisify(gzip)(plain, { level: 9 }), hash };
}
