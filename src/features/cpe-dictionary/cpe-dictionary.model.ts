import type { CpeRecord } from "../../platform/nvd/index.ts";

/** Part, vendor and product of CPE names, unescaped. */
export interface CpePairKey {
  part: "a" | "o" | "h";
  vendor: string;
  product: string;
}

/** What the entries of one part, vendor and product have in common. */
export interface CpePair extends CpePairKey {
  /** Entries in all, and those of them that are deprecated. */
  entries: number;
  deprecated: number;
  /** Values of the entries' target software, `*` among them where an entry names none. */
  targetSw: string[];
  /** Titles up to the version, the most frequent first, at most 8. */
  titles: string[];
}

/** One name of the dictionary. Components are unescaped; `*` is any, `-` not applicable. */
export interface CpeEntry extends CpePairKey {
  cpeName: string;
  version: string;
  update: string;
  targetSw: string;
  title: string;
  deprecated: boolean;
  /** CPE names that replace it. */
  deprecatedBy: string[];
}

/** A version of a vendor's product, unescaped. */
export interface CpeVersionKey {
  vendor: string;
  product: string;
  version: string;
}

/** What an entry says of a version. */
export type CpeVersionEntry = Pick<CpeEntry, "update" | "deprecated" | "deprecatedBy"> & CpePairKey & CpeVersionKey;

/** What became of one file. Counts are of entries. */
export interface ImportedFile {
  file: string;
  status: "done" | "failed";
  /** Read from the file and now in the dictionary. */
  entries: number;
  added: number;
  changed: number;
  /** In another form than documented, and left out. */
  refused: number;
  /** Why it failed, else why entries were left out. */
  problem?: string;
}

export interface DictionaryStatus {
  entries: number;
  deprecated: number;
  pairs: number;
  /** Pairs whose entries have changed and that are not counted anew yet. */
  unsettled: number;
  /** Counts up whenever pairs change. */
  change: number;
  importedAt: Date | null;
  refreshedAt: Date | null;
  /** Every change at the source up to here is in. */
  syncedTo: Date | null;
  /** A refresh that is under way, or was interrupted and goes on where it stopped. */
  refresh: { from: Date; to: Date; fetched: number; total: number | null } | null;
  /** The latest first. `interrupted`: it has not gone on for two minutes. */
  imports: (Omit<ImportedFile, "status"> & { status: string; startedAt: Date; updatedAt: Date })[];
}

/** The title without the version and what follows it, e.g. `Example Editor 1.0 Beta` of version `1.0`: `Example Editor`. */
export function productTitle({ title, name: { version } }: Pick<CpeRecord, "title" | "name">): string {
  if (version === "*" || version === "-") return title;
  const at = wordPosition(title.toLowerCase(), version.toLowerCase());
  const cut = at > 0 ? title.slice(0, at) : title.replace(/\sv?\d+(?:\.\d+)+(?![\p{L}\p{N}]).*$/u, "");
  return cut.replace(/(?:\sv|[\s,(-])+$/i, "") || title;
}

/** Where the text stands as words of their own behind a blank, or -1. */
function wordPosition(text: string, words: string): number {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const [before = " ", after = " "] = [text[at - 1], text[at + words.length]];
    if (/[\s(v]/.test(before) && !/[\p{L}\p{N}.]/u.test(after)) return at;
  }
  return -1;
}

const MAX_WORDS = 64;
const MAX_WORD_LENGTH = 64;

/** The words of names and titles: letters and digits, lower case (NFKC), each once. */
export function wordsOf(...texts: readonly string[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const word of text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []) {
      if (words.size >= MAX_WORDS) return [...words];
      words.add(word.slice(0, MAX_WORD_LENGTH));
    }
  }
  return [...words];
}
