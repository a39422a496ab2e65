import type { Chart, Picture, ReportContent } from "../../report.model.ts";
import { drawChart } from "../charts/draw-chart.ts";
import { LIGHT } from "../charts/palette.ts";
import type { RowPages } from "../read-rows.ts";
import { shownCharts, shownTables } from "../show-value.ts";
import { drawCover } from "./cover.ts";
import { createDocument, type Document } from "./document.ts";
import { drawScene } from "./draw-scene.ts";
import { drawSvg, sizeOfSvg } from "./draw-svg.ts";
import { type Drawing, drawTable } from "./draw-table.ts";
import { drawHeading, drawParagraph } from "./draw-text.ts";
import { createPages } from "./page.ts";
import { createTypesetter } from "./typesetter.ts";

/** A report as PDF, page by page. */
export async function* pdfOf(content: ReportContent, read: RowPages): AsyncGenerator<Uint8Array> {
  const doc = createDocument(content);
  const text = createTypesetter(doc);
  const pages = createPages(doc, text, `${content.title} · ${content.tenant}`);
  const drawing: Drawing = { doc, text, pages, timeZone: content.timeZone };
  pages.next();
  drawCover(drawing, content);
  for (const chart of shownCharts(content.charts)) drawChartPanel(drawing, chart);
  yield* written(doc);
  const tables = shownTables(content.tables);
  for (const table of tables.filter(({ shown }) => shown === "first")) {
    for await (const _ of drawTable(drawing, table, read)) yield* written(doc);
  }
  for (const picture of content.pictures) {
    drawPicture(drawing, picture);
    yield* written(doc);
  }
  for (const table of tables.filter(({ shown }) => shown !== "first")) {
    for await (const _ of drawTable(drawing, table, read)) yield* written(doc);
  }
  drawNotes(drawing, content.notes);
  pages.end();
  const notices = text.notices();
  if (notices.length > 0) Object.assign(doc.info, { FontLicense: notices.join(" ") });
  doc.end();
  for await (const chunk of doc as AsyncIterable<Uint8Array>) yield chunk;
}

/** What the document has written so far. */
function* written(doc: Document): Generator<Uint8Array> {
  for (let chunk = doc.read(); chunk !== null; chunk = doc.read()) yield chunk as Uint8Array;
}

function drawChartPanel(drawing: Drawing, chart: Chart): void {
  const { doc, text, pages } = drawing;
  const scene = drawChart(chart);
  const scale = pages.width / scene.width;
  pages.ensure(36 + scene.height * scale);
  text.draw(chart.title, pages.left, pages.y, { size: 11, weight: "bold", colour: LIGHT.ink });
  pages.y += 16;
  drawParagraph(drawing, chart.summary);
  drawScene(doc, text, scene, pages.left, pages.y, scale);
  pages.y += scene.height * scale + 18;
}

/** A picture on a page of its own, as large as fits. */
function drawPicture(drawing: Drawing, { title, svg }: Picture): void {
  const { pages } = drawing;
  const size = sizeOfSvg(svg);
  pages.next(size.width > size.height ? "landscape" : "portrait");
  drawHeading(drawing, title);
  const scale = Math.min(pages.width / size.width, (pages.bottom - pages.y) / size.height, 1.2);
  drawSvg(drawing.doc, drawing.text, svg, { x: pages.left, y: pages.y, scale });
  pages.y = pages.bottom;
}

function drawNotes(drawing: Drawing, notes: readonly string[]): void {
  const missing = drawing.text.missing();
  const boxes = `${missing} characters that the fonts of this document lack are shown as □; the other formats hold them.`;
  const all = missing > 0 ? [...notes, boxes] : notes;
  if (all.length === 0) return;
  if (drawing.pages.y + 60 > drawing.pages.bottom) drawing.pages.next("portrait");
  drawHeading(drawing, "How to read this");
  for (const note of all) drawParagraph(drawing, note, "•");
}
