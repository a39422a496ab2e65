import type { InstalledApplication } from "../collector.model.ts";
import type { Scan } from "../parts.ts";
import { definedFields, isAbsent, mapLimit, readWhole, toDate } from "../text.ts";

const DATABASE = "/var/lib/dpkg";
const MAX_DATABASE_BYTES = 256 * 1024 * 1024;
const FIELDS = new Set(["Package", "Status", "Architecture", "Version", "Maintainer", "Multi-Arch"]);

/** The used fields of a paragraph of dpkg's status file. */
export type DpkgParagraph = Map<string, string>;

/** Parses paragraphs of deb822(5): `Field: value`; continuation lines begin with a blank. */
export function parseParagraphs(text: string): DpkgParagraph[] {
  const paragraphs: DpkgParagraph[] = [];
  let current: DpkgParagraph = new Map();
  for (const line of text.split("\n")) {
    if (line.trim() === "") {
      if (current.size > 0) paragraphs.push(current);
      current = new Map();
      continue;
    }
    const at = line.indexOf(":");
    const field = line.slice(0, at);
    if (at > 0 && FIELDS.has(field)) current.set(field, line.slice(at + 1).trim());
  }
  if (current.size > 0) paragraphs.push(current);
  return paragraphs;
}

/** A maintainer without the email address: `Debian Perl Group <perl@example.org>` is `Debian Perl Group`. */
export function withoutEmail(maintainer: string | undefined): string | undefined {
  const name = maintainer
    ?.replace(/<[^>]*>?/g, "")
    .trim()
    .replace(/^"(.*)"$/, "$1");
  return name === "" || name?.includes("@") ? undefined : name;
}

/**
 * Fully installed packages, also those on hold or marked for removal (`ii`, `hi`, `ri` in listings), one per
 * architecture. Undefined if the host has no dpkg.
 */
export async function readDpkg(scan: Scan): Promise<InstalledApplication[] | undefined> {
  const paragraphs = await readParagraphs(scan);
  return paragraphs && (await mapLimit(paragraphs, 32, (paragraph) => toApplication(scan, paragraph)));
}

async function readParagraphs({ files }: Scan): Promise<DpkgParagraph[] | undefined> {
  try {
    const all = parseParagraphs(await readWhole(files, `${DATABASE}/status`, MAX_DATABASE_BYTES));
    return all.filter((paragraph) => paragraph.get("Status")?.endsWith(" ok installed"));
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  // Images without a package manager keep one file per installed package.
  const names = await files.list(`${DATABASE}/status.d`).catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    throw error;
  });
  const wanted = names?.filter((name) => !name.endsWith(".md5sums"));
  if (wanted === undefined) return undefined;
  const texts = await mapLimit(wanted, 16, (name) => readWhole(files, `${DATABASE}/status.d/${name}`, 1024 * 1024));
  return texts.flatMap(parseParagraphs);
}

async function toApplication({ files }: Scan, paragraph: DpkgParagraph): Promise<InstalledApplication> {
  const name = paragraph.get("Package") ?? "";
  const architecture = paragraph.get("Architecture");
  // Only packages that can be installed for several architectures at once have theirs in the file name.
  const file = paragraph.get("Multi-Arch") === "same" ? `${name}:${architecture}` : name;
  const installed = await files.stat(`${DATABASE}/info/${file}.list`).catch(() => undefined);
  return definedFields<InstalledApplication>({
    name,
    vendor: withoutEmail(paragraph.get("Maintainer")),
    version: paragraph.get("Version"),
    architecture,
    install_date: installed && toDate(installed.modifiedAt.getTime() / 1000),
  });
}
