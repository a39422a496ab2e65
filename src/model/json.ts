/** Whether a value is a JSON object: no list, no null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A text without its surrounding blanks; null for a blank one and for what is no text. */
export function trimmedText(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
