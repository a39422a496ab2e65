import { wordsOf } from "../names/name-keys.ts";
import { isVersion } from "../names/version-text.ts";

/** Word index over the titles of vendors' products, for searches by full name. */
export interface TitleIndex {
  add(id: number, vendor: string, product: string, title: string | undefined): void;
  finish(): void;
  /** Pairs whose titles hold all words, or all but one, best first; at most 24. */
  find(words: readonly string[]): number[];
  wordsOf(id: number): readonly string[];
}

const MAX_POSTINGS_READ = 4_000;
const MAX_RESULTS = 24;

/** Postings in flat arrays: `add` stores the words of each pair, `finish` inverts them to the pairs of each word. */
export function createTitleIndex(): TitleIndex {
  const words: string[] = [];
  const wordIds = new Map<string, number>();
  let starts = new Uint32Array(1024);
  let flat = new Uint32Array(4096);
  let used = 0;
  let pairs = 0;
  let postingStarts = new Uint32Array(0);
  let postings = new Uint32Array(0);

  function wordId(word: string): number {
    let id = wordIds.get(word);
    if (id === undefined) {
      id = words.length;
      words.push(word);
      wordIds.set(word, id);
    }
    return id;
  }

  function find(queryWords: readonly string[]): number[] {
    const ids = [...new Set(queryWords)].map((word) => wordIds.get(word));
    const known = ids.filter((id) => id !== undefined);
    if (known.length === 0 || known.length < ids.length - 1) return [];
    const count = (id: number): number => postingStarts[id + 1]! - postingStarts[id]!;
    known.sort((a, b) => count(a) - count(b));
    // Only the two rarest words add candidates; a very common word adds none.
    const hits = new Map<number, number>();
    for (const [at, id] of known.entries()) {
      if (count(id) > MAX_POSTINGS_READ && (at > 0 || known.length > 1)) continue;
      for (
        let post = postingStarts[id]!;
        post < Math.min(postingStarts[id + 1]!, postingStarts[id]! + MAX_POSTINGS_READ);
        post++
      ) {
        const pair = postings[post]!;
        if (at < 2 || hits.has(pair)) hits.set(pair, (hits.get(pair) ?? 0) + 1);
      }
    }
    const rare = known.filter((id) => count(id) <= MAX_POSTINGS_READ).length;
    return [...hits]
      .filter(([, hit]) => hit >= Math.max(1, rare - 1))
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MAX_RESULTS)
      .map(([pair]) => pair);
  }

  return {
    add(id, vendor, product, title) {
      if (id !== pairs) return;
      if (pairs + 2 >= starts.length) starts = grown(starts);
      const text = title === undefined ? `${vendor} ${product}` : `${title} ${product}`;
      const parts = text.split(/[\s_]+/).filter((part) => !isVersion(part));
      const found = new Set(wordsOf(parts.join(" "), 16).map(wordId));
      while (used + found.size > flat.length) flat = grown(flat);
      for (const word of found) flat[used++] = word;
      pairs++;
      starts[pairs] = used;
    },
    finish() {
      postingStarts = new Uint32Array(words.length + 1);
      for (let at = 0; at < used; at++) postingStarts[flat[at]! + 1]!++;
      for (let word = 0; word < words.length; word++) postingStarts[word + 1]! += postingStarts[word]!;
      postings = new Uint32Array(used);
      const next = postingStarts.slice();
      for (let pair = 0; pair < pairs; pair++) {
        for (let at = starts[pair]!; at < starts[pair + 1]!; at++) postings[next[flat[at]!]!++] = pair;
      }
    },
    find,
    wordsOf: (id) => Array.from(flat.subarray(starts[id]!, starts[id + 1]!), (word) => words[word]!),
  };
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const bigger = new Uint32Array(array.length * 2);
  bigger.set(array);
  return bigger;
}
