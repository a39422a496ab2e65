import { readFile } from "node:fs/promises";
import path from "node:path";
import { mustGet } from "../../model/must-get.ts";
import { loadOnce } from "../load-once.ts";
import type { HttpResult } from "./answers.ts";
import { answerRepresentation, type Representations, representationsOf } from "./representations.ts";

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

/**
 * Serves a fixed list of files; reads and compresses each at its first request and caches it. Browsers revalidate their
 * copy each time (entity tag, RFC 9110 section 8.8.3), so that they never mix files of two versions.
 *
 * @param files absolute paths by served name
 * @throws Error at composition for a file of unknown media type
 */
export function createStaticFiles(files: Readonly<Record<string, string>>): StaticFiles {
  const types = new Map(Object.keys(files).map((name) => [name, typeOf(name)]));
  const contents = new Map(
    Object.entries(files).map(([name, file]) => [name, loadOnce(() => read(file, mustGet(types, name)))]),
  );
  return {
    contentTypes: [...new Set(types.values())],
    answer: async (name, acceptEncoding) =>
      answerRepresentation(await mustGet(contents, name).get(), acceptEncoding, "public, no-cache"),
  };
}

function typeOf(name: string): string {
  const type = TYPES[path.extname(name)];
  if (type === undefined) throw new Error(`${name}: the media type of such files is not known`);
  return type;
}

async function read(file: string, contentType: string): Promise<Representations> {
  return representationsOf(await readFile(file), contentType);
}
