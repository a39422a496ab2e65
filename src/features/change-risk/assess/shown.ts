import { oneLine } from "../../../model/one-line.ts";
import type { Conflict } from "../change-analysis.model.ts";

/** What the CI of a conflict is to the change. */
export const RELATED: Readonly<Record<Conflict["relation"], string>> = {
  same: "the same CI",
  parent: "a CI that it needs",
  child: "a CI that needs it",
};

/** Longest name in a text or a piece of evidence. */
const LONGEST_NAME = 80;

/** A name as texts show it: in one line, without control, direction and zero-width characters, cut. */
export function shownName(name: string): string {
  const text = oneLine(name.slice(0, 4 * LONGEST_NAME));
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME - 1).toWellFormed()}…` : text || "(no name)";
}

/** The first names, and how many more there are. */
export function listed(names: readonly string[], most: number): string {
  const first = names.slice(0, most).join(", ");
  return names.length > most ? `${first} and ${names.length - most} more` : first;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
