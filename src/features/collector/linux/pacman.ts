import type { InstalledApplication } from "../collector.model.ts";
import type { Scan } from "../parts.ts";
import { definedFields, isAbsent, mapLimit, readWhole, toDate, toNumber } from "../text.ts";
import { withoutEmail } from "./dpkg.ts";

const DATABASE = "/var/lib/pacman/local";

/** Parses a `desc` file of pacman's database: `%KEY%` on its own line, then its values, then a blank line. */
export function parsePacmanDesc(text: string): InstalledApplication | undefined {
  const fields = new Map<string, string>();
  for (const block of text.split(/\n\s*\n/)) {
    const [key, first] = block.trim().split("\n");
    if (key && first) fields.set(key.replaceAll("%", ""), first.trim());
  }
  const name = fields.get("NAME");
  if (!name) return undefined;
  return definedFields<InstalledApplication>({
    name,
    vendor: withoutEmail(fields.get("PACKAGER")),
    version: fields.get("VERSION"),
    architecture: fields.get("ARCH"),
    install_date: toDate(toNumber(fields.get("INSTALLDATE"))),
  });
}

/** Packages installed by pacman; undefined if the host has no such database. */
export async function readPacman({ files }: Scan): Promise<InstalledApplication[] | undefined> {
  const names = await files.list(DATABASE).catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    throw error;
  });
  const folders = names?.filter((name) => name !== "ALPM_DB_VERSION");
  if (folders === undefined) return undefined;
  const found = await mapLimit(folders, 16, async (name) =>
    parsePacmanDesc(await readWhole(files, `${DATABASE}/${name}/desc`, 1024 * 1024)),
  );
  return found.filter((application) => application !== undefined);
}
