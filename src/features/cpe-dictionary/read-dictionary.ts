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

/** Looks things up in the dictionary. Components of names are unescaped throughout. */
export interface DictionaryReader {
  /** The number of the dictionary's last change; it may fall when a backup is restored. */
  change(): Promise<number>;
  /**
   * All pairs in the order of vendor, product and part, in portions: to be held in memory. With `since` those that
   * changed after that change. Read `change` before: what changes meanwhile comes again.
   */
  readPairs(options?: { since?: number; signal?: AbortSignal }): AsyncGenerator<CpePair[]>;
  /** Calls back with the change's number when the dictionary has changed. Returns a function that ends it. */
  watch(onChange: (change: number) => void): Promise<() => Promise<void>>;
  /** Entries of a vendor's product, of every part and version unless they are named. Default limit 20,000. */
  entriesOfPair(
    pair: Omit<CpePairKey, "part"> & { part?: CpePairKey["part"] },
    options?: { versions?: readonly string[]; limit?: number },
  ): Promise<CpeEntry[]>;
  /** Entries of these versions, whatever their part and update, in one question. */
  entriesOfVersions(asked: readonly CpeVersionKey[]): Promise<CpeVersionEntry[]>;
  /** Of each pair one name that replaces a deprecated one of its own, in one question; others are absent. */
  successorsOfPairs(pairs: readonly CpePairKey[]): Promise<(CpePairKey & { successor: string })[]>;
  /** Those of the CPE names that the dictionary has. */
  entriesByName(cpeNames: readonly string[]): Promise<CpeEntry[]>;
  /**
   * What stands for each name today: its own entry, or where that is deprecated the entries that replace it, followed to
   * those that are not. Names that the dictionary lacks, or that lead nowhere, are absent.
   */
  currentEntries(cpeNames: readonly string[]): Promise<Map<string, CpeEntry[]>>;
  /** Pairs of this product, of any vendor, those of the most entries first. Default limit 100. */
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
      // What was told while the connection was lost is seen by looking.
      const poll = () =>
        change().then(onVersion, (error) => log.warn({ error: coerceError(error).message }, "not seen"));
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
    entriesByName: (names) => entriesStore.entriesByName(postgres, names),
    currentEntries: (names) => currentEntries((asked) => entriesStore.entriesByName(postgres, asked), names),
    pairsOfProduct: (product, limit = 100) => pairsStore.pairsOfProduct(postgres, product, limit),

    async pairsByWords(text, limit = 100) {
      const words = wordsOf(text);
      return words.length === 0 ? [] : pairsStore.pairsByWords(postgres, words, limit);
    },
  };
}

/** Step by step, each entry once: replacements may form circles. */
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
    // A set that grows while it is walked: each name is met once.
    for (const each of reached) {
      const entry = entries.get(each);
      if (entry?.deprecated) for (const by of entry.deprecatedBy) reached.add(by);
    }
    const replacements = [...reached]
      .flatMap((each) => entries.get(each) ?? [])
      .filter(({ deprecated }) => !deprecated);
    if (replacements.length > 0) current.set(name, replacements);
  }
  return current;
}
