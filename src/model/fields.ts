/** Members of a JSON object that callers choose themselves, such as a CI's `attributes`. */
export type Fields = Record<string, unknown>;

/** Parses an object that was stored by `JSON.stringify`; an empty object for null and undefined. */
export function parseFields(text: string | null | undefined): Fields {
  return text == null ? {} : (JSON.parse(text) as Fields);
}
