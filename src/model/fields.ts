/** Members of a JSON object that callers choose themselves, such as a CI's `attributes`. */
export type Fields = Record<string, unknown>;

/** The object in a text that a store holds, written by `JSON.stringify`; without a text an empty one. */
export function parseFields(text: string | null | undefined): Fields {
  return text == null ? {} : (JSON.parse(text) as Fields);
}
