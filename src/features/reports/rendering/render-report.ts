import type { RenderReport, ReportContent, ReportFormat } from "../report.model.ts";
import { toChunks } from "./chunks.ts";
import { csvOf } from "./csv.ts";
import { htmlOf } from "./html/html.ts";
import { jsonOf } from "./json.ts";
import { createRowReader, type RowPages } from "./read-rows.ts";
import { xlsxOf } from "./xlsx/xlsx.ts";

const CONTENT_TYPES: Readonly<Record<ReportFormat, string>> = {
  pdf: "application/pdf",
  html: "text/html; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8; header=present",
  json: "application/json",
};

/** Renders a content in one of the formats. */
export const renderReport: RenderReport = (content, format, options) => {
  const reader = createRowReader(content, options);
  return {
    contentType: CONTENT_TYPES[format],
    extension: format,
    bytes: bytesOf(content, format, reader.pages),
    rows: reader.rows,
  };
};

async function* bytesOf(content: ReportContent, format: ReportFormat, pages: RowPages): AsyncGenerator<Uint8Array> {
  switch (format) {
    case "json":
      return yield* toChunks(jsonOf(content, pages));
    case "csv": {
      const main = content.tables[0];
      if (!main) throw new Error(`the report ${content.templateId} has no table to make a CSV of`);
      return yield* toChunks(csvOf(content, main, pages));
    }
    case "html":
      return yield* toChunks(htmlOf(content, pages));
    case "xlsx":
      return yield* xlsxOf(content, pages);
    case "pdf": {
      // Loaded with its fonts where it is needed: most processes never make one.
      const { pdfOf } = await import("./pdf/pdf.ts");
      return yield* pdfOf(content, pages);
    }
  }
}
