import { bodyOf, v1 } from "../../api/client";
import { saveBlob } from "../../components/download";
import type { ListedCi } from "./ci-queries";
import { type ListSearch, queryOf } from "./list-search";
import { textOf } from "./values";

/** As many as a spreadsheet opens at ease, and a hundred requests read. */
export const MAX_EXPORTED = 10_000;
const PAGE = 100;

/**
 * Reads the list page by page, exactly as it is filtered (the query language has no words of name and description), and
 * saves it. Returns the number of rows.
 */
export async function exportCis(search: ListSearch, columns: readonly string[]): Promise<number> {
  const rows: ListedCi[] = [];
  let cursor: string | undefined;
  do {
    const page = await bodyOf(
      v1.GET("/v1/cmdb/ci", { params: { query: { ...queryOf(search), limit: PAGE, ...(cursor && { cursor }) } } }),
    );
    rows.push(...page.data);
    cursor = page.pagination.next_cursor;
  } while (cursor && rows.length < MAX_EXPORTED);
  const names = ["id", ...columns];
  const lines = [names, ...rows.map((ci) => names.map((name) => textOf(cellOf(ci, name))))];
  saveBlob(
    new Blob([lines.map((cells) => cells.map(csvCell).join(",")).join("\r\n")], { type: "text/csv;charset=utf-8" }),
    "configuration-items.csv",
  );
  return rows.length;
}

function cellOf(ci: ListedCi, name: string): unknown {
  if (name === "relationships") return ci.relationships?.count;
  const [, part, key] = /^(attributes|custom_fields)\.(.*)$/s.exec(name) ?? [];
  return part ? ci[part as "attributes" | "custom_fields"]?.[key!] : ci[name as keyof ListedCi];
}

/** What a spreadsheet would take for a formula is marked as text; quotes as in RFC 4180. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
