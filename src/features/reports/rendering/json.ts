import type { Chart, ReportContent, ReportRow, ReportTable } from "../report.model.ts";
import type { RowPages } from "./read-rows.ts";

/**
 * A report as one JSON document: `{report, figures, charts, tables: [{key, title, columns, rows}], notes}`. It says what
 * the data is as of and nothing of the run, so that the same data gives the same bytes.
 */
export async function* jsonOf(content: ReportContent, pages: RowPages): AsyncGenerator<string> {
  const { templateId, title, parameters, timeZone, dataAsOf, notes } = content;
  const report = { template_id: templateId, title, parameters, time_zone: timeZone, data_as_of: dataAsOf };
  const figures = content.figures.map(({ key, label, value, unit, kind, comparison }) => ({
    key,
    label,
    value,
    unit: unitOf(kind, unit),
    comparison: comparison ?? null,
  }));
  yield `{"report":${JSON.stringify(report)},\n"figures":${JSON.stringify(figures)},\n`;
  yield `"charts":${JSON.stringify(content.charts.map(chartData))},\n"tables":[`;
  for (const [i, table] of content.tables.entries()) yield* tableOf(table, i === 0 ? "\n" : ",\n", pages);
  const pictures = content.pictures.map(({ title: name, svg }) => ({ title: name, svg }));
  yield `],\n"pictures":${JSON.stringify(pictures)},\n"notes":${JSON.stringify(notes)}}\n`;
}

function unitOf(kind: string | undefined, unit: string | undefined): string | null {
  if (kind === "percent") return "%";
  return kind === "duration" ? "s" : (unit ?? null);
}

function chartData(chart: Chart) {
  const { key, title, kind, unit, labels } = chart;
  const data = chart.kind === "heat" ? chart.rows : chart.series;
  return { key, title, kind, unit: unit ?? null, labels, series: data.map(({ name, values }) => ({ name, values })) };
}

async function* tableOf(table: ReportTable, before: string, pages: RowPages): AsyncGenerator<string> {
  const { key, title, columns } = table;
  const heads = columns.map((column) => ({ key: column.key, label: column.label, type: column.type }));
  yield `${before}{"key":${JSON.stringify(key)},"title":${JSON.stringify(title)},"columns":${JSON.stringify(heads)},"rows":[`;
  let isFirst = true;
  for await (const rows of pages(table)) {
    const texts = rows.map((row) => JSON.stringify(ordered(row, columns)));
    if (texts.length > 0) yield `${isFirst ? "\n" : ",\n"}${texts.join(",\n")}`;
    if (texts.length > 0) isFirst = false;
  }
  yield "]}";
}

/** The row's values in the order of the columns; those that are missing are null. */
function ordered(row: ReportRow, columns: ReportTable["columns"]): ReportRow {
  return Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null]));
}
