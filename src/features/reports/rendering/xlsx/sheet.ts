import { defused } from "../../../../platform/csv.ts";
import type { ReportColumn, ReportColumnType, ReportRow } from "../../report.model.ts";
import { cellText } from "../cell-text.ts";

/** Cell formats of `styles.xml`, by index. */
export const STYLE = { text: 0, header: 1, time: 2, percent: 3, number: 4, title: 5, quiet: 6, duration: 7 } as const;

/** Excel's limits. */
const MAX_CELL = 32_767;
export const MAX_SHEET_ROWS = 1_048_576;
const EPOCH = Date.UTC(1899, 11, 30);
const DAY = 86_400_000;
/** Excel's calendar begins here; an earlier time stays text. */
const FIRST_DATE = Date.UTC(1900, 2, 1);

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids them.
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** Text of an element: what XML forbids becomes a space. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, " ")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/\r/g, "&#13;")
    .replace(/"/g, "&quot;");
}

export function textCell(text: string, style: number = STYLE.text): string {
  const kept = defused(text);
  const cut = kept.length > MAX_CELL ? `${kept.slice(0, MAX_CELL - 1)}…` : kept;
  const place = style === STYLE.text ? "" : ` s="${style}"`;
  return `<c${place} t="inlineStr"><is><t xml:space="preserve">${xmlText(cut)}</t></is></c>`;
}

/** A value as a typed cell: numbers, times and truth values are such, all else is text. */
export function valueCell(value: unknown, type: ReportColumnType, timeZoneOffset: OffsetOf): string {
  if (value === null || value === undefined) return "<c/>";
  if (typeof value === "number" && Number.isFinite(value)) return numberCell(value, type);
  if (typeof value === "boolean") return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  if (type === "time" || type === "date") return timeCell(String(value), timeZoneOffset);
  return textCell(cellText(value));
}

/** Milliseconds by which a time's zone is ahead of UTC: a sheet has no zones. */
export type OffsetOf = (ms: number) => number;

function numberCell(value: number, type: ReportColumnType): string {
  if (type === "percent") return `<c s="${STYLE.percent}"><v>${value / 100}</v></c>`;
  if (type === "duration") return `<c s="${STYLE.duration}"><v>${value / 86_400}</v></c>`;
  return `<c s="${STYLE.number}"><v>${value}</v></c>`;
}

function timeCell(text: string, offsetOf: OffsetOf): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || ms < FIRST_DATE) return textCell(text);
  return `<c s="${STYLE.time}"><v>${(ms + offsetOf(ms) - EPOCH) / DAY}</v></c>`;
}

export function rowXml(cells: readonly string[]): string {
  return `<row>${cells.join("")}</row>`;
}

const WIDTHS: Readonly<Record<ReportColumnType, number>> = {
  text: 28,
  number: 12,
  percent: 12,
  boolean: 10,
  time: 18,
  date: 18,
  duration: 14,
  list: 34,
  any: 24,
};

/** Everything of a sheet before its rows, with the first `frozen` rows held in place. */
export function sheetHead(widths: readonly number[], frozen: number): string {
  const columns = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`);
  const pane =
    frozen > 0 ? `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>` : "";
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `<cols>${columns.join("")}</cols><sheetData>`
  );
}

/** Everything behind the rows. A filter over `columns` columns and `rows` rows, where there are columns. */
export function sheetFoot(columns: number, rows: number): string {
  const filter = columns > 0 ? `<autoFilter ref="A1:${columnName(columns)}${rows}"/>` : "";
  return `</sheetData>${filter}</worksheet>`;
}

/** 1 is A, 27 is AA. */
function columnName(index: number): string {
  const rest = (index - 1) % 26;
  const letter = String.fromCharCode(65 + rest);
  return index > 26 ? columnName(Math.floor((index - 1) / 26)) + letter : letter;
}

export function widthOf({ type, label }: ReportColumn): number {
  return Math.max(WIDTHS[type], Math.min(label.length + 3, 40));
}

export function dataRow(row: ReportRow, columns: readonly ReportColumn[], offsetOf: OffsetOf): string {
  return rowXml(columns.map(({ key, type }) => valueCell(row[key], type, offsetOf)));
}
