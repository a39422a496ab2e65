import { stringify } from "csv-stringify/sync";

const FORMULA = /^'*[=+\-@\t\r\n]/;
const FORM = { record_delimiter: "windows", quoted_match: /[\r\n']/ } as const;

/**
 * Rows as CSV (RFC 4180), each line ended by CRLF. A cell that a spreadsheet would take for a formula (CWE-1236) is led by
 * an apostrophe; of cells that begin with one already too, so that `withoutGuard` gives back what was written.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell))),
    FORM,
  );
}

/** A cell without the apostrophe that `csvText` put before it. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
