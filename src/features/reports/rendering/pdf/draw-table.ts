import type { ReportColumn, ReportRow, ReportTable } from "../../report.model.ts";
import { LIGHT } from "../charts/palette.ts";
import type { RowPages } from "../read-rows.ts";
import { alignsRight, isFigure, showNumber, shownColumns, showValue } from "../show-value.ts";
import { columnWidths } from "./column-widths.ts";
import type { Document } from "./document.ts";
import { drawHeading, drawParagraph } from "./draw-text.ts";
import type { Pages } from "./page.ts";
import type { Typesetter } from "./typesetter.ts";

/** Most rows of a table: 25,000 rows are some 700 pages. */
const MAX_ROWS = 25_000;
/** Most lines of a cell; what goes beyond is cut with a mark. */
const MAX_LINES = 6;
const SIZE = 8;
/** Rows that are measured. */
const SAMPLE = 200;
/** A longer text is as well in two lines. */
const MOST_WISHED = 170;
const LINE = 11;
const PADDING = { x: 5, y: 3.5 } as const;
/** The same in `style.ts`. */
const HEAD = "#1f4e79";
const STRIPE = "#f5f7f9";

export interface Drawing {
  doc: Document;
  text: Typesetter;
  pages: Pages;
  timeZone: string;
}

/** Draws a table over as many pages as it takes, its header on each. Yields after each page of rows. */
export async function* drawTable(drawing: Drawing, table: ReportTable, read: RowPages): AsyncGenerator<void> {
  const { pages } = drawing;
  const columns = shownColumns(table);
  let layout: Layout | undefined;
  let count = 0;
  for await (const rows of read(table, MAX_ROWS)) {
    if (rows.length === 0) continue;
    if (!layout) {
      turnPage(drawing, columns, rows);
      drawTitle(drawing, table);
      layout = layOut(drawing, columns, rows);
      drawHeader(drawing, layout);
    }
    for (const row of rows) drawRow(drawing, layout, row, count++);
    yield;
  }
  if (count === 0) {
    pages.ensure(NEEDED);
    drawTitle(drawing, table);
    drawParagraph(drawing, table.empty ?? "Nothing to list.");
  } else if (table.total !== undefined && table.total > count) {
    pages.y += 4;
    drawParagraph(drawing, `The first ${showNumber(count)} of ${showNumber(table.total)} rows; CSV and JSON hold all.`);
  }
  pages.y += 14;
}

function drawTitle(drawing: Drawing, { title, note }: ReportTable): void {
  drawHeading(drawing, title);
  if (note) drawParagraph(drawing, note);
}

/** Room for a title and some rows below it, in points. */
const NEEDED = 90;

/**
 * Goes to a page on which the columns have room. A wide table lies on its side; a narrow one stays on such a page where it
 * fits as a whole.
 */
function turnPage(drawing: Drawing, columns: readonly ReportColumn[], sample: readonly ReportRow[]): void {
  const { pages } = drawing;
  const isWide = wishOf(drawing, columns, sample) > pages.widthOf("portrait");
  const wanted = isWide ? "landscape" : "portrait";
  const height = NEEDED + sample.length * (LINE + 2 * PADDING.y);
  const fitsHere = pages.y + height <= pages.bottom;
  if (pages.orientation !== wanted && (isWide || !fitsHere)) pages.next(wanted);
  else pages.ensure(Math.min(NEEDED, height));
}

/** Width with which no usual value needs more than one line: nine of ten values of each column fit. */
function wishOf(drawing: Drawing, columns: readonly ReportColumn[], sample: readonly ReportRow[]): number {
  const { text, timeZone } = drawing;
  const wishes = columns.map(({ key, label, type }) => {
    const widths = sample
      .slice(0, SAMPLE)
      .map((row) => text.width(showValue(row[key], type, timeZone), SIZE))
      .sort((a, b) => a - b);
    const usual = widths[Math.floor((widths.length - 1) * 0.9)] ?? 0;
    const head = Math.max(...label.split(" ").map((word) => text.width(word, SIZE, "bold")));
    return Math.max(Math.min(usual, MOST_WISHED), head) + 2 * PADDING.x;
  });
  return wishes.reduce((sum, wish) => sum + wish, 0);
}

interface Layout {
  columns: readonly ReportColumn[];
  widths: readonly number[];
  heads: readonly string[][];
}

function layOut(
  { text, pages, timeZone }: Drawing,
  columns: readonly ReportColumn[],
  sample: readonly ReportRow[],
): Layout {
  const widths = columnWidths({
    columns,
    rows: sample.slice(0, SAMPLE).map((row) => columns.map(({ key, type }) => showValue(row[key], type, timeZone))),
    width: (shown, isHead) => text.width(shown, SIZE, isHead ? "bold" : "regular") + 2 * PADDING.x,
    room: pages.width,
  });
  const heads = columns.map(({ label }, i) => text.wrap(label, inner(widths[i]!), SIZE, "bold", 3));
  return { columns, widths, heads };
}

function inner(width: number): number {
  return width - 2 * PADDING.x + 0.5;
}

function drawHeader({ doc, text, pages }: Drawing, { columns, widths, heads }: Layout): void {
  const height = Math.max(...heads.map((lines) => lines.length)) * LINE + 2 * PADDING.y;
  doc.rect(pages.left, pages.y, pages.width, height).fill(HEAD);
  const cells = heads.map((lines, i) => ({ lines, isRight: isFigure(columns[i]!.type) }));
  drawCells(text, pages, widths, cells, { weight: "bold", colour: "#ffffff" });
  pages.y += height;
}

function drawRow(drawing: Drawing, layout: Layout, row: ReportRow, index: number): void {
  const { doc, text, pages, timeZone } = drawing;
  const { columns, widths } = layout;
  const cells = columns.map(({ key, type }, i) => ({
    lines: text.wrap(showValue(row[key], type, timeZone), inner(widths[i]!), SIZE, "regular", MAX_LINES),
    isRight: alignsRight(row[key], type),
  }));
  const height = Math.max(1, ...cells.map(({ lines }) => lines.length)) * LINE + 2 * PADDING.y;
  if (pages.ensure(height)) drawHeader(drawing, layout);
  if (index % 2 === 1) doc.rect(pages.left, pages.y, pages.width, height).fill(STRIPE);
  drawCells(text, pages, widths, cells, { weight: "regular", colour: LIGHT.ink });
  pages.y += height;
  doc
    .lineWidth(0.4)
    .moveTo(pages.left, pages.y)
    .lineTo(pages.left + pages.width, pages.y)
    .stroke(LIGHT.grid);
}

function drawCells(
  text: Typesetter,
  pages: Pages,
  widths: readonly number[],
  cells: readonly { lines: readonly string[]; isRight: boolean }[],
  style: { weight: "regular" | "bold"; colour: string },
): void {
  let x = pages.left;
  for (const [i, { lines, isRight }] of cells.entries()) {
    const width = widths[i]!;
    for (const [n, line] of lines.entries()) {
      const y = pages.y + PADDING.y + n * LINE;
      if (isRight) text.draw(line, x + width - PADDING.x, y, { size: SIZE, ...style }, "end");
      else text.draw(line, x + PADDING.x, y, { size: SIZE, ...style });
    }
    x += width;
  }
}
