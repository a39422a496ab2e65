import { renderReport } from "../../../src/features/reports/rendering/render-report.ts";
import type { ReportContent, ReportFormat, ReportRow } from "../../../src/features/reports/report.model.ts";

export const EVIL = '<script>alert("1")</script>';

/** Names that break renderers which do not expect them. */
export const NAMES = [
  "web01",
  EVIL,
  "=1+1",
  "\t=1",
  "\0=1",
  "-2 sheets",
  "Сервер",
  "Διακομιστής",
  "خادم الويب الرئيسي",
  "数据库",
  "サーバー 01",
  "서버 02",
  "db 😀",
  'a "quoted", name',
  "two\nlines",
  "\ud800 lone",
];

export function sampleRows(count: number): ReportRow[] {
  return Array.from({ length: count }, (_, i) => ({
    name: NAMES[i % NAMES.length],
    count: i - 2,
    at: new Date(Date.UTC(2026, 9, 25, i)).toISOString(),
    tags: ["a", i],
    id: `id-${i}`,
  }));
}

export function sampleContent(rows: readonly ReportRow[], changes: Partial<ReportContent> = {}): ReportContent {
  return {
    templateId: "sample",
    title: `Sample ${EVIL}`,
    subtitle: "What renderers must cope with.",
    tenant: "Acme & Söhne",
    scope: [["Period", "last 7 days"]],
    parameters: { date_range: "last_7_days", time_zone: "Europe/Zurich" },
    timeZone: "Europe/Zurich",
    readAt: "2026-11-23T10:30:00.000Z",
    dataAsOf: "2026-11-22T09:30:00.000Z",
    figures: [
      { key: "rows", label: "Rows", value: rows.length },
      { key: "availability", label: "Availability", value: 99.996, kind: "percent", comparison: "agreed 99.9 %" },
      { key: "unknown", label: "Unknown", value: null, comparison: "nobody knows" },
    ],
    charts: [
      {
        key: "bars",
        kind: "bar",
        title: EVIL,
        summary: EVIL,
        labels: [EVIL, "other"],
        series: [{ name: "n", values: [3, null] }],
      },
      {
        key: "days",
        kind: "columns",
        title: "Days",
        summary: "By day",
        labels: ["1", "2"],
        series: [
          { name: "a", values: [1, 2] },
          { name: "b", values: [2, 0] },
        ],
      },
      {
        key: "line",
        kind: "line",
        title: "Line",
        summary: "Over time",
        unit: "s",
        labels: ["1", "2", "3"],
        series: [{ name: "a", values: [1, null, 5_000] }],
      },
      {
        key: "heat",
        kind: "heat",
        title: "Heat",
        summary: "Each day",
        labels: ["1", "2"],
        rows: [{ name: EVIL, values: [1, null], text: "99 %" }],
      },
    ],
    pictures: [],
    tables: [
      {
        key: "main",
        title: "Things: all/of them",
        columns: [
          { key: "name", label: "Name", type: "text" },
          { key: "count", label: "Count", type: "number" },
          { key: "at", label: "At", type: "time" },
          { key: "tags", label: "Tags", type: "list" },
          { key: "id", label: "Id", type: "text", dataOnly: true },
        ],
        total: rows.length,
        async *rows() {
          for (let i = 0; i < rows.length; i += 100) yield rows.slice(i, i + 100);
        },
      },
      {
        key: "empty",
        title: "Empty",
        columns: [{ key: "x", label: "X", type: "text" }],
        async *rows() {},
        empty: "Nothing here.",
      },
    ],
    notes: [`Mind ${EVIL}`],
    ...changes,
  };
}

export async function rendered(content: ReportContent, format: ReportFormat) {
  const report = renderReport(content, format, { signal: new AbortController().signal });
  const pieces: Uint8Array[] = [];
  for await (const piece of report.bytes) pieces.push(piece);
  return { bytes: Buffer.concat(pieces), rows: report.rows(), contentType: report.contentType };
}
