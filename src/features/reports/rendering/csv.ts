import { csvLines, defused } from "../../../platform/csv.ts";
import type { ReportContent, ReportTable } from "../report.model.ts";
import { cellText } from "./cell-text.ts";
import type { RowPages } from "./read-rows.ts";

/** Name of the last column, which says in every row what the data is as of. */
const AS_OF = "data_as_of";

/** The main table as CSV (RFC 4180): a header, then a line a row. */
export async function* csvOf(content: ReportContent, table: ReportTable, pages: RowPages): AsyncGenerator<string> {
  const { columns } = table;
  const asOf = content.dataAsOf ?? "";
  yield csvLines([[...columns.map(({ key }) => defused(key)), AS_OF]]);
  for await (const rows of pages(table)) {
    yield csvLines(rows.map((row) => [...columns.map(({ key }) => cell(row[key])), asOf]));
  }
}

/** A number stays as it is, also a negative one. */
function cell(value: unknown): string {
  return typeof value === "number" ? String(value) : defused(cellText(value));
}
