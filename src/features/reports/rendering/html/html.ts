import { escapeXml } from "../../../maps/index.ts";
import type { Figure, Picture, ReportColumn, ReportContent, ReportRow, ReportTable } from "../../report.model.ts";
import { drawChart } from "../charts/draw-chart.ts";
import { sceneSvg } from "../charts/scene-svg.ts";
import type { RowPages } from "../read-rows.ts";
import {
  alignsRight,
  isFigure,
  oneLine,
  showFigure,
  shownCharts,
  shownColumns,
  shownTables,
  showTime,
  showValue,
} from "../show-value.ts";
import { CSS } from "./style.ts";

/** Most rows of a table on the page: browsers get slow beyond. */
const MAX_ROWS = 100_000;

const escaped = (text: string) => escapeXml(oneLine(text));

/** A report as one page: no script, nothing from outside, readable on paper, with light and dark colours. */
export async function* htmlOf(content: ReportContent, pages: RowPages): AsyncGenerator<string> {
  const { title, figures, pictures, notes, timeZone } = content;
  const charts = shownCharts(content.charts);
  const tables = shownTables(content.tables);
  const isFirst = ({ shown }: ReportTable) => shown === "first";
  yield `${head(title)}<body><main>\n${cover(content)}`;
  if (figures.length > 0) {
    yield `<section aria-label="Key figures"><dl class="figures">${figures.map((figure) => figureHtml(figure, timeZone)).join("")}</dl></section>\n`;
  }
  if (charts.length > 0) {
    const drawn = charts.map(
      (chart) =>
        `<figure class="panel"><figcaption><b>${escaped(chart.title)}</b><span>${escaped(chart.summary)}</span></figcaption>${sceneSvg(drawChart(chart), chart.title, chart.summary)}</figure>`,
    );
    yield `<section class="charts" aria-label="Charts">${drawn.join("\n")}</section>\n`;
  }
  for (const table of tables.filter(isFirst)) yield* tableHtml(table, timeZone, pages);
  for (const [i, picture] of pictures.entries()) yield pictureHtml(picture, i);
  for (const table of tables.filter((one) => !isFirst(one))) yield* tableHtml(table, timeZone, pages);
  if (notes.length > 0) {
    yield `<section class="notes"><h2>How to read this</h2><ul>${notes.map((note) => `<li>${escaped(note)}</li>`).join("")}</ul></section>\n`;
  }
  yield `</main></body></html>\n`;
}

function head(title: string): string {
  return [
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
    // Whatever a name holds, the page loads and runs nothing.
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escaped(title)}</title><style>${CSS}</style></head>`,
  ].join("\n");
}

function cover({ title, subtitle, tenant, scope, timeZone, readAt, dataAsOf }: ReportContent): string {
  const facts: (readonly [string, string])[] = [
    ["Tenant", tenant],
    ...scope,
    ["Data as of", showTime(readAt, timeZone)],
    ["Newest change in it", dataAsOf === null ? "none" : showTime(dataAsOf, timeZone)],
    ["Times in", timeZone],
  ];
  const list = facts.map(([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`);
  return `<header class="cover"><h1>${escaped(title)}</h1><p>${escaped(subtitle)}</p><dl class="facts">${list.join("")}</dl></header>\n`;
}

function figureHtml(figure: Figure, timeZone: string): string {
  const { label, comparison, tone = "neutral" } = figure;
  const below = comparison ? `<dd class="below">${escaped(comparison)}</dd>` : "";
  return `<div class="tile tone-${tone}"><dt>${escaped(label)}</dt><dd class="value">${escaped(showFigure(figure, timeZone))}</dd>${below}</div>`;
}

/** The document inline, its ids made unique, since several may stand on the page. */
function pictureHtml({ title, svg }: Picture, index: number): string {
  const prefix = `p${index}-`;
  const drawn = svg
    .replace(/ id="/g, ` id="${prefix}`)
    .replace(/ href="#/g, ` href="#${prefix}`)
    .replace(/="url\(#/g, `="url(#${prefix}`)
    .replace(/ aria-labelledby="[^"]*"/, ` aria-label="${escaped(title)}"`);
  return `<section><h2>${escaped(title)}</h2><div class="picture panel">${drawn}</div></section>\n`;
}

async function* tableHtml(table: ReportTable, timeZone: string, pages: RowPages): AsyncGenerator<string> {
  const { key, title, note, total, empty } = table;
  const columns = shownColumns(table);
  const caption = `<caption><span class="sr">${escaped(title)}</span></caption>`;
  const heads = columns.map(
    ({ label, type }) => `<th scope="col"${isFigure(type) ? ' class="n"' : ""}>${escaped(label)}</th>`,
  );
  yield `<section id="${escaped(key)}"><h2>${escaped(title)}</h2>${note ? `<p>${escaped(note)}</p>` : ""}\n`;
  let count = 0;
  for await (const rows of pages(table, MAX_ROWS)) {
    if (count === 0 && rows.length > 0) {
      yield `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(title)}"><table>${caption}<thead><tr>${heads.join("")}</tr></thead><tbody>\n`;
    }
    count += rows.length;
    yield rows.map((row) => rowHtml(row, columns, timeZone)).join("");
  }
  if (count === 0) yield `<p class="empty">${escaped(empty ?? "Nothing to list.")}</p>`;
  else yield "</tbody></table></div>";
  if (total !== undefined && total > count) {
    yield `<p class="empty">The first ${count} of ${total} rows; CSV and JSON hold all.</p>`;
  }
  yield "</section>\n";
}

function rowHtml(row: ReportRow, columns: readonly ReportColumn[], timeZone: string): string {
  const cells = columns.map(({ key, type }, i) => {
    const text = escaped(showValue(row[key], type, timeZone));
    if (i === 0) return `<th scope="row">${text}</th>`;
    if (alignsRight(row[key], type)) return `<td class="n">${text}</td>`;
    return type === "time" || type === "date" ? `<td class="t">${text}</td>` : `<td>${text}</td>`;
  });
  return `<tr>${cells.join("")}</tr>\n`;
}
