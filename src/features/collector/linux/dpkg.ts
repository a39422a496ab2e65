import type { InstalledApplication } from "../collector.model.ts";
import type { Scan } from "../parts.ts";
import { isAbsent, known, mapLimit, readWhole, toDate } from "../text.ts";

const DATABASE = "/var/lib/dpkg";
const DATABASE_BYTES = 256 * 1024 * 1024;
const FIELDS = new Set(["Package", "Status", "Architecture", "Version", "Maintainer", "Multi-Arch"]);

/** A paragraph of dpkg's status file, the fields that are used. */
export type DpkgParagraph = Map<string, string>;

/** Paragraphs of the deb822(5) form: `Field: value`, lines that go on a field begin with a blank. */
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
 * Packages that are fully installed, those on hold or marked for removal too (`ii`, `hi`, `ri` in listings), one for
 * each architecture. Undefined where the host has no dpkg.
 */
export async function readDpkg(scan: Scan): Promise<InstalledApplication[] | undefined> {
  const paragraphs = await readParagraphs(scan);
  return paragraphs && (await mapLimit(paragraphs, 32, (paragraph) => toApplication(scan, paragraph)));
}

async function readParagraphs({ files }: Scan): Promise<DpkgParagraph[] | undefined> {
  try {
    const all = parseParagraphs(await readWhole(files, `${DATABASE}/status`, DATABASE_BYTES));
    return all.filter((paragraph) => paragraph.get("Status")?.endsWith(" ok installed"));
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  // Images without a package manager keep one file per package; what is listed there is installed.
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
  // Only packages that may be installed for several architectures at once carry theirs in the file's name.
  const file = paragraph.get("Multi-Arch") === "same" ? `${name}:${architecture}` : name;
  const installed = await files.stat(`${DATABASE}/info/${file}.list`).catch(() => undefined);
  return known<InstalledApplication>({
    name,
    vendor: withoutEmail(paragraph.get("Maintainer")),
    version: paragraph.get("Version"),
    architecture,
    install_date: installed && toDate(installed.modifiedAt.getTime() / 1000),
  });
}
