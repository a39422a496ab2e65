import { stringify } from "csv-stringify/sync";

/** A spreadsheet skips a leading NUL and reads what follows. */
const FORMULA = /^'*[=+\-@\t\r\n\0]/;
const FORM = { record_delimiter: "windows", quoted_match: /[\r\n'\0]/ } as const;

/**
 * A text that no spreadsheet runs: what it would read as a formula gets a leading apostrophe, even if it already starts
 * with one, so that `withoutGuard` restores the original.
 */
export function defused(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** Cells that are harmless already as lines of CSV (RFC 4180), with CRLF after each. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], FORM);
}

/** Rows as CSV, each cell defused (CWE-1236). */
export function csvText(rows: readonly (readonly string[])[]): string {
  return csvLines(rows.map((row) => row.map(defused)));
}

/** A cell without the leading apostrophe that `csvText` added. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
