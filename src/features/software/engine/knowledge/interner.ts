/** Keeps each text and each list of texts once: a thousand products of one maker share its name. */
export interface Interner {
  /** The text in memory of its own: one that was cut or joined holds on to what it was made of. */
  text(text: string): string;
  /** A list of such texts; equal lists are one, and must not be changed. */
  list(texts: readonly string[]): readonly string[];
}

/** What is read once and kept for the life of the process; let go of the compacter itself when all is read. */
export function createInterner(): Interner {
  const texts = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();

  function text(asked: string): string {
    const kept = texts.get(asked);
    if (kept !== undefined) return kept;
    const own = Buffer.from(asked, "utf8").toString("utf8");
    texts.set(own, own);
    return own;
  }

  return {
    text,
    list(asked) {
      const key = asked.join("\n");
      const kept = lists.get(key);
      if (kept) return kept;
      const own = asked.map(text);
      lists.set(key, own);
      return own;
    },
  };
}
