import { stringify } from "csv-stringify/sync";

const FORMULA = /^'*[=+\-@\t\r\n\0]/;
const FORM = { record_delimiter: "windows", quoted_match: /[\r\n']/ } as const;

/**
 * Rows as CSV (RFC 4180), with CRLF after each line. A cell that a spreadsheet would read as a formula (CWE-1236) gets a
 * leading apostrophe, even if it already starts with one, so that `withoutGuard` restores the original.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell))),
    FORM,
  );
}

/** A cell without the leading apostrophe that `csvText` added. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
