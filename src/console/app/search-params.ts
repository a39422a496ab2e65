/** Members of an address's search, as far as they are what they should be; anything else counts as absent. */

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;
}

export function choiceOf<T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value);
}

/** True or absent. */
export function flagOf(value: unknown): true | undefined {
  return value === true || undefined;
}
