/** Fixed phrases with their meaning, found by their first word; every word in them is known to the grammar. */
export interface PhraseTable<T> {
  /** Meanings of the phrases that begin at a word, longest first. */
  at(words: readonly string[], at: number): { to: number; value: T }[];
}

const known = new Set<string>();

/** Whether a word stands in a phrase of the grammar. */
export function isGrammarWord(word: string): boolean {
  return known.has(word);
}

/** Makes a table of entries; several phrases of one meaning are divided by `|`. */
export function phraseTable<T>(entries: readonly (readonly [phrases: string, value: T])[]): PhraseTable<T> {
  const byFirst = new Map<string, { words: string[]; value: T }[]>();
  for (const [phrases, value] of entries) {
    for (const phrase of phrases.split("|")) {
      const words = phrase.trim().split(" ");
      for (const word of words) known.add(word);
      byFirst.set(words[0]!, [...(byFirst.get(words[0]!) ?? []), { words, value }]);
    }
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  return {
    at: (words, at) =>
      (byFirst.get(words[at] ?? "") ?? [])
        .filter((entry) => entry.words.every((word, index) => words[at + index] === word))
        .map((entry) => ({ to: at + entry.words.length, value: entry.value })),
  };
}
