import type { CpePair } from "../knowledge/known-product.ts";
import { foldKey } from "../names/name-keys.ts";
import type { CpeCandidate, CpeQuery } from "./cpe-dictionary.ts";
import { createPairTable, type PairTable } from "./cpe-pairs.ts";
import { createTitleIndex, type TitleIndex } from "./cpe-titles.ts";

/** Summary of all names of one part, vendor and product. */
export interface DictionaryPair extends CpePair {
  part: "a" | "o" | "h";
  /** Values of `target_sw`. */
  targets: readonly string[];
  entries: number;
  deprecated: number;
  /** Without a version. */
  title?: string | undefined;
}

/** In-memory index of the dictionary's products, without versions: some 200 bytes each. */
export interface CpePairIndex {
  /** Candidates without versions and successors, which the caller looks up. */
  candidates(query: CpeQuery): Omit<CpeCandidate, "versions">[];
  readonly size: number;
}

export interface CpePairIndexBuilder {
  /** In any order, each pair once. */
  add(pair: DictionaryPair): void;
  finish(): CpePairIndex;
}

const MAX_CANDIDATES = 48;

export function createCpePairIndexBuilder(): CpePairIndexBuilder {
  const pairs = createPairTable();
  const titles = createTitleIndex();
  return {
    add({ part, vendor, product, title, ...facts }) {
      const { id, fresh } = pairs.intern(part, vendor, product);
      pairs.setCounts(id, facts);
      if (fresh) titles.add(id, vendor, product, title);
    },
    finish() {
      titles.finish();
      return {
        candidates: (query) =>
          candidateIds(query, { pairs, titles }).map((id) => ({ ...pairs.describe(id), words: titles.wordsOf(id) })),
        size: pairs.size,
      };
    },
  };
}

/** Ids of the pairs that match a query: its exact pairs, pairs with its keys, and pairs whose titles hold its words. */
export function candidateIds(query: CpeQuery, { pairs, titles }: { pairs: PairTable; titles: TitleIndex }): number[] {
  const ids = new Set<number>();
  for (const { vendor, product } of query.pairs) {
    for (const id of pairs.withKey(foldKey(product))) {
      if (pairs.vendorOf(id) === vendor && pairs.productOf(id) === product) ids.add(id);
    }
  }
  for (const key of query.keys) {
    for (const id of pairs.withKey(key)) {
      if (ids.size >= MAX_CANDIDATES) break;
      ids.add(id);
    }
  }
  if (query.words.length > 0) for (const id of titles.find(query.words)) ids.add(id);
  return [...ids];
}
