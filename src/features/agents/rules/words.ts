import type { QueryForm } from "../../query/index.ts";

/** Software is recorded by scans: nobody owns an installation, and nobody counts it among what the estate has. */
const SOFTWARE = ["software", "software_instance", "software_family"];
export const BESIDES_SOFTWARE: NonNullable<QueryForm["filters"]> = SOFTWARE.map((type) => {
  return { field: "type", op: "ne", value: type };
});

/** "1 server", "3 servers". */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
}

/** "a, b and 3 more". */
export function listed(names: readonly unknown[], most = 5): string {
  const shown = names.slice(0, most).map(String);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "none");
}

export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100);
}

/** The figure of a form that has one row and one figure. */
export function figureOf({ rows }: { rows: readonly object[] }, name = "count"): number {
  const value = (rows[0] as Record<string, unknown> | undefined)?.[name];
  return typeof value === "number" ? value : 0;
}
