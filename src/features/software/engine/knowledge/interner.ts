/** Stores equal texts and equal lists of texts once: a thousand products of one vendor share its name. */
export interface Interner {
  /** The shared copy of a text, in memory of its own: a substring would keep its whole source alive. */
  text(text: string): string;
  /** The shared copy of a list; callers must not change it. */
  list(texts: readonly string[]): readonly string[];
}

/** For data that is read once and kept for the life of the process. Drop the interner itself after reading. */
export function createInterner(): Interner {
  const texts = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();

  function text(value: string): string {
    const known = texts.get(value);
    if (known !== undefined) return known;
    const copy = Buffer.from(value, "utf8").toString("utf8");
    texts.set(copy, copy);
    return copy;
  }

  return {
    text,
    list(values) {
      const key = values.join("\n");
      const known = lists.get(key);
      if (known) return known;
      const copy = values.map(text);
      lists.set(key, copy);
      return copy;
    },
  };
}
