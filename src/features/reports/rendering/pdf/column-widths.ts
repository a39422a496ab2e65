import type { ReportColumn } from "../../report.model.ts";
import { isFigure } from "../show-value.ts";

export interface WidthInput {
  columns: readonly ReportColumn[];
  /** Shown values of some rows, to measure. */
  rows: readonly (readonly string[])[];
  width(text: string, isHead: boolean): number;
  /** Width of the whole table. */
  room: number;
}

/** Most that a column asks for, as a part of the table. */
const MOST = 0.42;

/**
 * Widths that fill the room: each column gets what its longest word needs, and of the rest in proportion to what its
 * values would like. Figures and times get what they need in one line.
 */
export function columnWidths({ columns, rows, width, room }: WidthInput): number[] {
  const liked = columns.map(({ label }, i) => {
    const longest = Math.max(0, ...rows.map((row) => width(row[i] ?? "", false)));
    return Math.min(
      Math.max(
        longest,
        longestWord(label, (word) => width(word, true)),
      ),
      room * MOST,
    );
  });
  const least = columns.map(({ type, label }, i) => {
    const head = longestWord(label, (word) => width(word, true));
    if (isFigure(type) || type === "boolean" || type === "time" || type === "date") return Math.max(head, liked[i]!);
    return Math.max(Math.min(head, 90), Math.min(liked[i]!, 56));
  });
  const needed = sum(least);
  if (needed >= room) return least.map((one) => (one * room) / needed);
  const wishes = liked.map((one, i) => Math.max(0, one - least[i]!));
  const wished = sum(wishes);
  const rest = room - needed;
  if (wished >= rest) return least.map((one, i) => one + (wishes[i]! * rest) / wished);
  // All fit: what is left goes to the columns with text, else to all.
  const takers = columns.map(({ type }) => (isFigure(type) ? 0 : 1));
  const share = sum(takers) === 0 ? columns.map(() => 1 / columns.length) : takers.map((one) => one / sum(takers));
  return least.map((one, i) => one + wishes[i]! + (rest - wished) * share[i]!);
}

function longestWord(text: string, width: (word: string) => number): number {
  return Math.max(...text.split(" ").map(width));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}
