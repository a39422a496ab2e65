import { IANAZone } from "luxon";
import type { ReportContent, ReportTable } from "../../report.model.ts";
import type { RowPages } from "../read-rows.ts";
import { showTime } from "../show-value.ts";
import {
  dataRow,
  MAX_SHEET_ROWS,
  type OffsetOf,
  rowXml,
  STYLE,
  sheetFoot,
  sheetHead,
  textCell,
  valueCell,
  widthOf,
} from "./sheet.ts";
import { sheetPath, workbookParts } from "./workbook.ts";
import { type ZipEntry, zipStream } from "./zip-stream.ts";

/** Name of the sheet with cover, figures and notes. */
const SUMMARY = "Summary";

/** A workbook: the main table first, then the others and a summary, one sheet each with a held header and a filter. */
export function xlsxOf(content: ReportContent, pages: RowPages): AsyncGenerator<Uint8Array> {
  return zipStream(entriesOf(content, pages));
}

async function* entriesOf(content: ReportContent, pages: RowPages): AsyncGenerator<ZipEntry> {
  const names = sheetNames([...content.tables.map(({ title }) => title), SUMMARY]);
  for (const { name, text } of workbookParts(names)) yield { name, texts: [text] };
  const offsetOf = offsetIn(content.timeZone);
  for (const [i, table] of content.tables.entries()) {
    yield { name: sheetPath(i + 1), texts: tableSheet(table, offsetOf, pages) };
  }
  yield { name: sheetPath(names.length), texts: [summarySheet(content, offsetOf)] };
}

async function* tableSheet(table: ReportTable, offsetOf: OffsetOf, pages: RowPages): AsyncGenerator<string> {
  const { columns } = table;
  yield sheetHead(columns.map(widthOf), 1);
  yield rowXml(columns.map(({ label }) => textCell(label, STYLE.header)));
  let count = 1;
  for await (const rows of pages(table, MAX_SHEET_ROWS - 1)) {
    count += rows.length;
    yield rows.map((row) => dataRow(row, columns, offsetOf)).join("");
  }
  yield sheetFoot(columns.length, count);
}

function summarySheet(content: ReportContent, offsetOf: OffsetOf): string {
  const { figures, notes, scope, timeZone, title, subtitle, tenant, dataAsOf } = content;
  const line = (...cells: string[]) => rowXml(cells);
  const pair = (label: string, value: string) => line(textCell(label, STYLE.quiet), textCell(value));
  const figureRows = figures.map(({ label, value, kind, unit, comparison }) => {
    const type = kind === "percent" || kind === "duration" || kind === "time" ? kind : "any";
    return line(textCell(label), valueCell(value, type, offsetOf), textCell(unit ?? ""), textCell(comparison ?? ""));
  });
  return [
    sheetHead([34, 30, 12, 60], 0),
    line(textCell(title, STYLE.title)),
    line(textCell(subtitle, STYLE.quiet)),
    pair("Tenant", tenant),
    ...scope.map(([label, value]) => pair(label, value)),
    pair("Data as of", dataAsOf === null ? "no data" : `${showTime(dataAsOf, timeZone)} (${timeZone})`),
    line(),
    line(...["Figure", "Value", "Unit", "Remark"].map((label) => textCell(label, STYLE.header))),
    ...figureRows,
    line(),
    ...notes.map((note) => line(textCell(note, STYLE.quiet))),
    sheetFoot(0, 0),
  ].join("");
}

function offsetIn(timeZone: string): OffsetOf {
  const zone = IANAZone.create(timeZone);
  return (ms) => zone.offset(ms) * 60_000;
}

/** Names that Excel accepts: at most 31 characters, without `: \ / ? * [ ]`, no two alike. */
function sheetNames(titles: readonly string[]): string[] {
  const names: string[] = [];
  for (const title of titles) {
    const base =
      title
        .replace(/[:\\/?*[\]]/g, " ")
        .replace(/^'+|'+$/g, "")
        .trim()
        .slice(0, 31) || "Sheet";
    let name = base;
    const isTaken = () => names.some((other) => other.toLowerCase() === name.toLowerCase());
    for (let n = 2; isTaken(); n++) name = `${base.slice(0, 31 - String(n).length - 1)} ${n}`;
    names.push(name);
  }
  return names;
}
