import { Readable } from "node:stream";
import { z } from "@hono/zod-openapi";
import { csvText } from "../../platform/csv.ts";
import { type HttpResult, raw } from "../../platform/http/answers.ts";
import type { QueryRow, StreamedAnswer } from "./query.model.ts";

/** Representations of an answer. */
export const ANSWER_TYPE = {
  json: "application/json",
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson",
} as const;
export type AnswerFormat = keyof typeof ANSWER_TYPE;

export const formatQuery = {
  format: z.enum(["json", "csv", "ndjson"]).default("json").openapi({ description: "In place of the header Accept" }),
};

export const answerSchema = z
  .object({
    columns: z.array(
      z
        .object({ name: z.string(), type: z.enum(["text", "number", "boolean", "time", "list", "object", "any"]) })
        .openapi("QueryColumn"),
    ),
    rows: z.array(z.record(z.string(), z.unknown())),
    total: z.int(),
    truncated: z.boolean(),
    took_ms: z.number(),
  })
  .openapi("QueryAnswer");

/** A streamed answer as the response. */
export function streamed(answer: StreamedAnswer, format: Exclude<AnswerFormat, "json">): HttpResult {
  return raw(Readable.from(answerText(answer, format), { objectMode: false }), ANSWER_TYPE[format], {
    headers: { "Content-Disposition": `attachment; filename="query.${format}"` },
  });
}

/** Rows as text, page by page: one JSON object a line, or CSV (RFC 4180) with a line of names. */
async function* answerText({ columns, pages }: StreamedAnswer, format: "csv" | "ndjson"): AsyncGenerator<string> {
  const names = columns.map(({ name }) => name);
  if (format === "csv") yield csvText([names]);
  for await (const page of pages) {
    yield format === "csv"
      ? csvText(page.map((row) => cellsOf(names, row)))
      : page.map((row) => `${JSON.stringify(row)}\n`).join("");
  }
}

/** Lists and objects are JSON in a cell; what is missing is an empty one. */
function cellsOf(names: readonly string[], row: QueryRow): string[] {
  return names.map((name) => {
    const value = row[name];
    return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
  });
}

/** An answer of one row. */
export const ANSWER_EXAMPLES = {
  [ANSWER_TYPE.csv]: csvText([
    ["name", "type", "status"],
    ["web01", "server", "active"],
  ]),
  [ANSWER_TYPE.ndjson]: '{"name":"web01","type":"server","status":"active"}\n',
};
