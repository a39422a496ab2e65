import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "../../../errors.ts";
import { acceptsEncoding } from "../negotiation.ts";

/** A file of the build, as it is sent. */
export interface BuiltFile {
  content: Buffer;
  contentType: string;
  /** Content coding of `content`, undefined for none. */
  coding: string | undefined;
}

/** The page that every address of the console answers, which still lacks its nonce. */
export interface BuiltIndex {
  text: string;
  /** Changes with the text. */
  hash: string;
}

/** The built console. Both methods resolve with undefined where there is no such file. */
export interface ConsoleBuild {
  /** @param name path below the console's address, raw, as the browser sent it */
  file(name: string, acceptEncoding: string | undefined): Promise<BuiltFile | undefined>;
  index(): Promise<BuiltIndex | undefined>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Media types of all files that are served. */
export const BUILT_TYPES: readonly string[] = Object.values(TYPES);

/**
 * Names of files: no segment is empty or begins with a dot, and nothing in them is decoded, so none leads out of the folder.
 * A client's route, as `incidents/7`, has no extension of a file.
 */
const FILE_NAME = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}\/){0,3}[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

/** Compressed copies that the build writes beside its files, the smallest first. */
const COPIES = [
  { coding: "br", extension: ".br" },
  { coding: "gzip", extension: ".gz" },
] as const;

/**
 * Reads the build from its folder, each time anew: browsers keep the files, and the operating system caches them. So a
 * build that is made or replaced while the service runs counts at once.
 */
export function createConsoleBuild(folder: string): ConsoleBuild {
  return {
    async file(name, acceptEncoding) {
      const contentType = TYPES[path.extname(name)];
      if (contentType === undefined || !FILE_NAME.test(name)) return undefined;
      const file = path.join(folder, name);
      for (const { coding, extension } of COPIES) {
        const copy = acceptsEncoding(acceptEncoding, coding) ? await readIfThere(file + extension) : undefined;
        if (copy) return { content: copy, contentType, coding };
      }
      const content = await readIfThere(file);
      return content && { content, contentType, coding: undefined };
    },

    async index() {
      const content = await readIfThere(path.join(folder, "index.html"));
      return content && { text: content.toString("utf8"), hash: hashOf(content) };
    },
  };
}

/** A short hash, for entity tags. */
export function hashOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

const ABSENT = new Set(["ENOENT", "ENOTDIR", "EISDIR"]);

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (ABSENT.has(errorCode(error) ?? "")) return undefined;
    throw error;
  }
}
