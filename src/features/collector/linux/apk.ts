import type { InstalledApplication } from "../collector.model.ts";
import type { Scan } from "../parts.ts";
import { definedFields, isAbsent, readWhole } from "../text.ts";
import { withoutEmail } from "./dpkg.ts";

const DATABASES = ["/lib/apk/db/installed", "/usr/lib/apk/db/installed"];
const MAX_DATABASE_BYTES = 128 * 1024 * 1024;

/**
 * Packages of Alpine's database: blocks of `<letter>:<value>`, a blank line between them. P name, V version,
 * A architecture, m maintainer; the letters of a block's files (F, R, M, Z, a) do not describe the package.
 */
function parseApk(text: string): InstalledApplication[] {
  return text.split(/\n\s*\n/).flatMap((block) => {
    const fields = new Map<string, string>();
    for (const line of block.split("\n")) {
      const letter = line[0] ?? "";
      if (line[1] === ":" && !fields.has(letter)) fields.set(letter, line.slice(2));
    }
    const name = fields.get("P");
    if (!name) return [];
    return definedFields<InstalledApplication>({
      name,
      vendor: withoutEmail(fields.get("m")),
      version: fields.get("V"),
      architecture: fields.get("A"),
    });
  });
}

/** Packages installed by apk; undefined if the host has no apk database. */
export async function readApk({ files }: Scan): Promise<InstalledApplication[] | undefined> {
  for (const path of DATABASES) {
    try {
      return parseApk(await readWhole(files, path, MAX_DATABASE_BYTES));
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }
  return undefined;
}
