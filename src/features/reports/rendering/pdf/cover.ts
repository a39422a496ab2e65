import type { Figure, ReportContent } from "../../report.model.ts";
import { LIGHT } from "../charts/palette.ts";
import { showFigure, showTime } from "../show-value.ts";
import type { Drawing } from "./draw-table.ts";

const PER_ROW = 4;
/** A lone figure takes no more than its part of the width. */
const FEWEST_PER_ROW = 3;
const GAP = 8;
const TILE = 66;

/** Title, facts and key figures at the top of the first page. */
export function drawCover(drawing: Drawing, content: ReportContent): void {
  const { doc, text, pages } = drawing;
  doc.rect(pages.left, pages.y, pages.width, 3).fill(LIGHT.neutral);
  pages.y += 16;
  for (const line of text.wrap(content.title, pages.width, 24, "bold", 2)) {
    text.draw(line, pages.left, pages.y, { size: 24, weight: "bold", colour: LIGHT.ink });
    pages.y += 31;
  }
  pages.y += 3;
  for (const line of text.wrap(content.subtitle, pages.width, 10.5, "regular", 3)) {
    text.draw(line, pages.left, pages.y, { size: 10.5, colour: LIGHT.quiet });
    pages.y += 15;
  }
  pages.y += 9;
  drawFacts(drawing, content);
  pages.y += 12;
  drawFigures(drawing, content.figures);
}

type Fact = readonly [label: string, value: string];

/** Two columns of label and value; a value that needs more than a line and a half of its column has the whole width. */
function drawFacts(drawing: Drawing, { tenant, scope, readAt, dataAsOf, timeZone }: ReportContent): void {
  const { text, pages } = drawing;
  const facts: Fact[] = [
    ["Tenant", tenant],
    ...scope,
    ["Data as of", `${showTime(readAt, timeZone)} (${timeZone})`],
    ["Newest change in it", dataAsOf === null ? "none" : showTime(dataAsOf, timeZone)],
  ];
  const half = pages.width / 2;
  const isLong = ([, value]: Fact) => text.width(value, 9, "bold") > 2 * (half - 112);
  const short = facts.filter((fact) => !isLong(fact));
  for (let i = 0; i < short.length; i += 2) {
    const row = short.slice(i, i + 2);
    pages.y += Math.max(...row.map((fact, k) => drawFact(drawing, fact, pages.left + k * half, half - 112)));
  }
  for (const fact of facts.filter(isLong)) pages.y += drawFact(drawing, fact, pages.left, pages.width - 112);
}

/** Answers its height. */
function drawFact({ text, pages }: Drawing, [label, value]: Fact, x: number, room: number): number {
  text.draw(label, x, pages.y, { size: 9, colour: LIGHT.quiet });
  const lines = text.wrap(value, room, 9, "bold", 6);
  for (const [n, line] of lines.entries()) {
    text.draw(line, x + 100, pages.y + n * 12, { size: 9, weight: "bold", colour: LIGHT.ink });
  }
  return Math.max(1, lines.length) * 12 + 3;
}

function drawFigures(drawing: Drawing, figures: readonly Figure[]): void {
  const { pages } = drawing;
  const perRow =
    figures.length <= PER_ROW
      ? Math.max(figures.length, FEWEST_PER_ROW)
      : figures.length % 4 === 0 || figures.length > 6
        ? 4
        : 3;
  const width = (pages.width - (perRow - 1) * GAP) / perRow;
  for (let i = 0; i < figures.length; i += perRow) {
    pages.ensure(TILE);
    for (const [k, figure] of figures.slice(i, i + perRow).entries()) {
      drawTile(drawing, figure, pages.left + k * (width + GAP), width);
    }
    pages.y += TILE + GAP;
  }
  pages.y += 6;
}

function drawTile({ doc, text, pages, timeZone }: Drawing, figure: Figure, x: number, width: number): void {
  const { label, comparison, tone = "neutral" } = figure;
  const { y } = pages;
  const room = width - 18;
  doc.roundedRect(x, y, width, TILE, 4).lineWidth(0.7).stroke("#d9e0e7");
  doc.rect(x, y + 4, 2.5, TILE - 8).fill(tone === "neutral" ? LIGHT.grid : LIGHT[tone]);
  const [shownLabel = ""] = text.wrap(label, room, 8, "regular", 1);
  text.draw(shownLabel, x + 10, y + 7, { size: 8, colour: LIGHT.quiet });
  const value = showFigure(figure, timeZone);
  const size = [17, 14, 11, 9].find((one) => text.width(value, one, "bold") <= room) ?? 9;
  const colour = tone === "bad" || tone === "warning" ? LIGHT[tone] : LIGHT.ink;
  const [shown = ""] = text.wrap(value, room, size, "bold", 1);
  text.draw(shown, x + 10, y + 29 - size * 0.6, { size, weight: "bold", colour });
  for (const [n, line] of text.wrap(comparison ?? "", room, 7.5, "regular", 2).entries()) {
    text.draw(line, x + 10, y + 43 + n * 9.5, { size: 7.5, colour: LIGHT.quiet });
  }
}
