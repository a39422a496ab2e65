/** Members of an address's search, as far as they are what they should be; anything else counts as absent. */

const MOST_TEXT = 500;

export function textOf(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return String(value).slice(0, MOST_TEXT) || undefined;
}

export function choiceOf<T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value);
}

/** True or absent. */
export function flagOf(value: unknown): true | undefined {
  return value === true || undefined;
}

/** A moment as ISO 8601, or as the local time of a date field. */
export function momentOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** Leaves out what is absent, so that links need not name it. */
export function given<T extends object>(params: T): Partial<T> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as Partial<T>;
}
