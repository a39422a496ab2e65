import { splitEscaped, unescapeValue } from "../../../../model/cpe-name.ts";
import { createNameSet } from "../names/name-set.ts";
import type { CpeVersion } from "../names/normalize-version.ts";
import type { CpeCandidate, CpeQuery, DictionaryEntry, FindCandidates } from "./cpe-dictionary.ts";
import { candidateIds } from "./cpe-pair-index.ts";
import { createPairTable, type PairTable } from "./cpe-pairs.ts";
import { createTitleIndex, type TitleIndex } from "./cpe-titles.ts";

/** An index of the CPE dictionary in memory: some 200 bytes a vendor's product and 12 bytes a name. */
export interface CpeIndex {
  find: FindCandidates;
  /** Number of indexed names. */
  readonly names: number;
  /** Number of vendors' products. */
  readonly pairs: number;
  /** Number of names that are no CPE 2.3 names. */
  readonly refused: number;
}

/** Builder that accepts entries one by one, in any order; `finish` returns the index. */
export interface CpeIndexBuilder {
  add(entry: DictionaryEntry): void;
  finish(): CpeIndex;
}

const PREFIX = "cpe:2.3:";

/** Builds the index from a stream of entries: about 1.5 microseconds a name, none of them stored as text. */
export function createCpeIndexBuilder(): CpeIndexBuilder {
  const pairs = createPairTable();
  const titles = createTitleIndex();
  const names = createNameSet();
  const replaced = new Map<string, string>();
  let refused = 0;
  let accepted = 0;

  function add({ cpeName, deprecated, deprecatedBy, title }: DictionaryEntry): void {
    const parts = cpeName.startsWith(PREFIX) ? splitEscaped(cpeName.slice(PREFIX.length)) : [];
    if (parts.length !== 11 || !/^[aoh]$/.test(parts[0]!)) {
      refused++;
      return;
    }
    accepted++;
    const vendor = unescapeValue(parts[1]!);
    const product = unescapeValue(parts[2]!);
    const { id, fresh } = pairs.intern(parts[0] as "a" | "o" | "h", vendor, product);
    pairs.count(id, unescapeValue(parts[8]!), deprecated);
    const version = parts[3]!;
    const key = versionKey(id, unescapeValue(version), unescapeValue(parts[4]!));
    if (version !== "*" && version !== "-") names.add(key);
    const successor = deprecatedBy?.[0];
    if (deprecated && successor !== undefined) {
      replaced.set(key, successor);
      pairs.replace(id, successor);
    }
    if (fresh) titles.add(id, vendor, product, title);
  }

  return {
    add,
    finish() {
      titles.finish();
      const find: FindCandidates = (queries) =>
        queries.map((query) => candidatesOf(query, { pairs, titles, hasName: names.has, replaced }));
      return {
        find,
        names: accepted,
        get pairs() {
          return pairs.size;
        },
        refused,
      };
    },
  };
}

interface IndexParts {
  pairs: PairTable;
  titles: TitleIndex;
  hasName: (key: string) => boolean;
  replaced: ReadonlyMap<string, string>;
}

function versionKey(pair: number, version: string, update: string): string {
  return `${pair}:${version}:${update === "*" || update === "-" ? "" : update}`;
}

function candidatesOf(query: CpeQuery, parts: IndexParts): CpeCandidate[] {
  return candidateIds(query, parts).map((id) => candidate(id, query.versions, parts));
}

function candidate(
  id: number,
  versions: readonly CpeVersion[],
  { pairs, titles, hasName, replaced }: IndexParts,
): CpeCandidate {
  const known: (CpeVersion & { replacedBy?: string })[] = [];
  for (const version of versions) {
    const key = versionKey(id, version.version, version.update ?? "");
    if (!hasName(key)) continue;
    const successor = replaced.get(key);
    known.push(successor === undefined ? version : { ...version, replacedBy: successor });
  }
  return { ...pairs.describe(id), words: titles.wordsOf(id), versions: known };
}
