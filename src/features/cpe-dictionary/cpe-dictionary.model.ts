import type { CpeRecord } from "../../platform/nvd/index.ts";
import type { CopiedFile } from "../../platform/nvd-copy/index.ts";

/** Part, vendor and product of CPE names, unescaped. */
export interface CpePairKey {
  part: "a" | "o" | "h";
  vendor: string;
  product: string;
}

/** Summary of the entries of one part, vendor and product. */
export interface CpePair extends CpePairKey {
  /** Number of entries, and how many of them are deprecated. */
  entries: number;
  deprecated: number;
  /** Target software of the entries; includes `*` if an entry has none. */
  targetSw: string[];
  /** Titles up to the version, the most frequent first, at most 8. */
  titles: string[];
}

/** One entry of the dictionary. Components are unescaped; `*` means any, `-` not applicable. */
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

/** The members of an entry that concern its version. */
export type CpeVersionEntry = Pick<CpeEntry, "update" | "deprecated" | "deprecatedBy"> & CpePairKey & CpeVersionKey;

/** The result of importing one file. Counts are of entries. */
export type ImportedFile = CopiedFile;

export interface DictionaryStatus {
  entries: number;
  deprecated: number;
  pairs: number;
  /** Pairs whose entries changed and that are not recounted yet. */
  unsettled: number;
  /** Increases whenever pairs change. */
  change: number;
  importedAt: Date | null;
  refreshedAt: Date | null;
  /** All changes at the source up to this time are imported. */
  syncedTo: Date | null;
  /** A refresh that is running, or was interrupted and will continue. */
  refresh: { from: Date; to: Date; fetched: number; total: number | null } | null;
  /** The latest first. `interrupted`: no progress for two minutes. */
  imports: (Omit<ImportedFile, "status"> & { status: string; startedAt: Date; updatedAt: Date })[];
}

/**
 * The title without the version and what follows it, e.g. `Example Editor 1.0 Beta` of version `1.0`: `Example Editor`.
 */
export function productTitle({ title, name: { version } }: Pick<CpeRecord, "title" | "name">): string {
  if (version === "*" || version === "-") return title;
  const at = wordPosition(title.toLowerCase(), version.toLowerCase());
  const cut = at > 0 ? title.slice(0, at) : title.replace(/\sv?\d+(?:\.\d+)+(?![\p{L}\p{N}]).*$/u, "");
  return cut.replace(/(?:\sv|[\s,(-])+$/i, "") || title;
}

/** Index of `words` as whole words behind a blank, `(` or `v`; -1 if absent. */
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
