import { coerceError } from "../../errors.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import {
  type CpeEntry,
  type CpePair,
  type CpePairKey,
  type CpeVersionEntry,
  type CpeVersionKey,
  wordsOf,
} from "./cpe-dictionary.model.ts";
import { CHANGE_CHANNEL, dictionaryStore } from "./dictionary.store.ts";
import { entriesStore } from "./entries.store.ts";
import { pairsStore } from "./pairs.store.ts";

/** Queries of the dictionary. Components of names are unescaped throughout. */
export interface DictionaryReader {
  /** The number of the dictionary's last change; it may decrease when a backup is restored. */
  change(): Promise<number>;
  /**
   * All pairs in the order of vendor, product and part, page by page. With `since` only pairs changed after that
   * change. Read `change` first: pairs that change meanwhile then come again with the next `since`.
   */
  readPairs(options?: { since?: number; signal?: AbortSignal }): AsyncGenerator<CpePair[]>;
  /**
   * Calls `onChange` with the change's number when the dictionary changed. Resolves to a function that stops watching.
   */
  watch(onChange: (change: number) => void): Promise<() => Promise<void>>;
  /** Entries of a vendor's product, of every part and version unless given. Default limit 20,000. */
  entriesOfPair(
    pair: Omit<CpePairKey, "part"> & { part?: CpePairKey["part"] },
    options?: { versions?: readonly string[]; limit?: number },
  ): Promise<CpeEntry[]>;
  /** Entries of these versions, of any part and update, in one query. */
  entriesOfVersions(asked: readonly CpeVersionKey[]): Promise<CpeVersionEntry[]>;
  /** One name per pair that replaces a deprecated name of the pair, in one query; other pairs are absent. */
  successorsOfPairs(pairs: readonly CpePairKey[]): Promise<(CpePairKey & { successor: string })[]>;
  /**
   * Pairs of which the dictionary holds only names that it replaces by names of one other product, page by page; `successor`
   * is that name up to its product, e.g. `cpe:2.3:a:vendor:product`.
   */
  renamedPairs(signal?: AbortSignal): AsyncGenerator<(CpePairKey & { successor: string })[]>;
  /** Entries of the CPE names that the dictionary has. */
  entriesByName(cpeNames: readonly string[]): Promise<CpeEntry[]>;
  /**
   * The current entries of each name: its own entry, or if that is deprecated, the entries that replace it, followed
   * until they are not deprecated. Names that the dictionary lacks, or without a current replacement, are absent.
   */
  currentEntries(cpeNames: readonly string[]): Promise<Map<string, CpeEntry[]>>;
  /** Pairs of this product, of any vendor, most entries first. Default limit 100. */
  pairsOfProduct(product: string, limit?: number): Promise<CpePair[]>;
  /** Pairs whose vendor, product and titles have every word of the text. Default limit 100. */
  pairsByWords(text: string, limit?: number): Promise<CpePair[]>;
}

const PAGE_SIZE = 5_000;
const MAX_REPLACEMENT_STEPS = 8;
const POLL_INTERVAL_MS = 30_000;

export function createDictionaryReader({ postgres, log }: { postgres: Postgres; log: Logger }): DictionaryReader {
  const change = async () => (await dictionaryStore.dictionaryState(postgres)).change;

  return {
    change,

    async *readPairs({ since, signal } = {}) {
      for (let after: CpePair | undefined; ; ) {
        signal?.throwIfAborted();
        const page = await pairsStore.nextPairs(postgres, after, since, PAGE_SIZE);
        if (page.length > 0) yield page;
        if (page.length < PAGE_SIZE) return;
        after = page.at(-1);
      }
    },

    async watch(onChange) {
      let known = await change();
      const onVersion = (now: number) => {
        if (now === known) return;
        known = now;
        onChange(now);
      };
      const stop = await postgres.listen(CHANGE_CHANNEL, (payload) => onVersion(Number(payload)));
      // Polls for notifications that were lost with the connection.
      const poll = () =>
        change().then(onVersion, (error) =>
          log.warn({ error: coerceError(error).message }, "the CPE dictionary could not be checked for changes"),
        );
      const timer = setInterval(poll, POLL_INTERVAL_MS);
      timer.unref();
      return async () => {
        clearInterval(timer);
        await stop();
      };
    },

    entriesOfPair: (pair, { versions, limit = 20_000 } = {}) =>
      entriesStore.entriesOfPair(postgres, pair, versions, limit),
    entriesOfVersions: (asked) => entriesStore.entriesOfVersions(postgres, asked),
    successorsOfPairs: (pairs) => entriesStore.successorsOfPairs(postgres, pairs),
    async *renamedPairs(signal) {
      for (let after: CpePairKey | undefined; ; ) {
        signal?.throwIfAborted();
        const page = await pairsStore.renamedPairs(postgres, after, PAGE_SIZE);
        yield page.flatMap(({ successor, ...pair }) => (successor === null ? [] : [{ ...pair, successor }]));
        if (page.length < PAGE_SIZE) return;
        after = page.at(-1);
      }
    },
    entriesByName: (names) => entriesStore.entriesByName(postgres, names),
    currentEntries: (names) => currentEntries((asked) => entriesStore.entriesByName(postgres, asked), names),
    pairsOfProduct: (product, limit = 100) => pairsStore.pairsOfProduct(postgres, product, limit),

    async pairsByWords(text, limit = 100) {
      const words = wordsOf(text);
      return words.length === 0 ? [] : pairsStore.pairsByWords(postgres, words, limit);
    },
  };
}

/** Follows replacements breadth first, each entry once: they may form cycles. */
async function currentEntries(
  find: (names: readonly string[]) => Promise<CpeEntry[]>,
  names: readonly string[],
): Promise<Map<string, CpeEntry[]>> {
  const entries = new Map<string, CpeEntry>();
  let pending = [...new Set(names)];
  for (let step = 0; step <= MAX_REPLACEMENT_STEPS && pending.length > 0; step++) {
    const found = await find(pending);
    for (const entry of found) entries.set(entry.cpeName, entry);
    const next = new Set(found.filter(({ deprecated }) => deprecated).flatMap(({ deprecatedBy }) => deprecatedBy));
    pending = [...next].filter((name) => !entries.has(name));
  }
  const current = new Map<string, CpeEntry[]>();
  for (const name of names) {
    const reached = new Set([name]);
    // The set grows during the iteration; each name is visited once.
    for (const reachedName of reached) {
      const entry = entries.get(reachedName);
      if (entry?.deprecated) for (const by of entry.deprecatedBy) reached.add(by);
    }
    const replacements = [...reached]
      .flatMap((each) => entries.get(each) ?? [])
      .filter(({ deprecated }) => !deprecated);
    if (replacements.length > 0) current.set(name, replacements);
  }
  return current;
}
