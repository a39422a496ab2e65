/** A value as text of one cell: lists joined by `; `, objects as JSON, nothing as the empty text. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(cellText).join("; ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
