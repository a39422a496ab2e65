import { z } from "@hono/zod-openapi";
import { AppError, invalidField, type Violation } from "../../../errors.ts";
import { csvText, withoutGuard } from "../../../platform/csv.ts";
import { DEFAULT_BODY_LIMIT } from "../../../platform/http/body.ts";
import { parseJson } from "../../../platform/http/json.ts";
import { callersSpelling, respellerOf } from "../../../platform/http/spelling.ts";
import { checkValue } from "../../../platform/http/violations.ts";
import { isId } from "../../../platform/ids.ts";
import { type CsvRecord, readCsv } from "./csv.ts";
import type { ImportLine } from "./import-mappings.ts";
import type { SoftwareMapping } from "./mapping.model.ts";
import { createMappingBody, presentMapping, toNewMapping } from "./mappings.wire.ts";

export const FILE_TYPE = { ndjson: "application/x-ndjson", csv: "text/csv; charset=utf-8" } as const;
export type FileFormat = keyof typeof FILE_TYPE;
/** Media types that an import accepts. */
export const IMPORT_TYPES = ["text/csv", "application/x-ndjson", "application/ndjson"] as const;

/** Columns of the CSV format. A cell of a list holds a JSON array, or one entry per line. */
const COLUMNS = [
  "id",
  "instance_name",
  "normalized_instance_name",
  "instance_patterns",
  "software_name",
  "software_vendor",
  "family",
  "windows_processes",
  "macos_processes",
  "linux_processes",
  "windows_services",
  "process_type",
  "status",
  "confidence",
  "source",
  "usage_count",
  "last_verified",
  "notes",
  "created_at",
  "updated_at",
] as const;
/** An export without mappings. */
export const EXPORT_EXAMPLE = csvText([COLUMNS]);
type Column = (typeof COLUMNS)[number];
type Cells = Partial<Record<Column, string>>;

/**
 * Writes mappings as text, batch by batch: one JSON object per line, in the caller's spelling by `spell`, or CSV (RFC
 * 4180) with a header line.
 */
export async function* exportText(
  batches: AsyncIterable<SoftwareMapping[]>,
  form: FileFormat,
  spell: (mapping: object) => object,
): AsyncGenerator<string> {
  if (form === "csv") yield csvText([COLUMNS]);
  const jsonOf = (mapping: SoftwareMapping) => `${JSON.stringify(spell(presentMapping(mapping)))}\n`;
  for await (const batch of batches) {
    yield form === "csv" ? csvText(batch.map(cellsOf)) : batch.map(jsonOf).join("");
  }
}

function cellsOf(mapping: SoftwareMapping): string[] {
  const { software, family, process_names: processes, ...rest } = presentMapping(mapping);
  const flat: Record<Column, unknown> = {
    ...rest,
    software_name: software.name,
    software_vendor: software.vendor,
    family: family?.name,
    windows_processes: processes.windows,
    macos_processes: processes.macos,
    linux_processes: processes.linux,
  };
  return COLUMNS.map((name) => {
    const value = flat[name];
    if (Array.isArray(value)) return value.length === 0 ? "" : JSON.stringify(value);
    return String(value ?? "");
  });
}

/** The size limit of a line is that of a single creation. */
const MAX_LINE_LENGTH = DEFAULT_BODY_LIMIT;
/** Empty lines accepted before the header line. */
const MAX_BLANK_LINES = 100;

/**
 * Reads a file line by line, each a mapping or its faults; undefined for an empty line. Throws 400 if the file as a
 * whole is unreadable.
 */
export function readMappingFile(bytes: Uint8Array, mediaType: string): Iterable<ImportLine | undefined> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidField("body", "is not UTF-8");
  }
  return mediaType === "text/csv" ? csvLines(text) : jsonLines(text);
}

function* jsonLines(text: string): Generator<ImportLine | undefined> {
  let line = 0;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    const part = text.slice(from, end < 0 ? text.length : end).trim();
    from = end < 0 ? text.length : end + 1;
    line++;
    if (part.length > MAX_LINE_LENGTH) yield { line, faults: [tooLong] };
    else yield part === "" ? undefined : jsonLine(line, part);
  }
}

const tooLong: Violation = { field: "line", reason: `has more than ${MAX_LINE_LENGTH} characters` };

function jsonLine(line: number, text: string): ImportLine {
  try {
    return checkedLine(line, parseJson(text));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { line, faults: error.violations };
  }
}

const respell = respellerOf(createMappingBody) ?? ((value: unknown) => value);

function checkedLine(line: number, value: unknown): ImportLine {
  const spelled = respell(value);
  const { data, violations: faults } = checkValue(createMappingBody, spelled);
  if (!faults) {
    const id = data.id ?? data._id;
    return { line, fields: toNewMapping(data), id: typeof id === "string" && isId(id) ? id : undefined };
  }
  if (!isCamel(value)) return { line, faults };
  return { line, faults: faults.map(({ field, reason }) => ({ field: callersSpelling(field, value, {}), reason })) };
}

/** Whether the line uses the spelling of variant A. */
function isCamel(value: unknown): boolean {
  return value !== null && typeof value === "object" && Object.keys(value).some((name) => /[a-z][A-Z]/.test(name));
}

function csvLines(text: string): Iterable<ImportLine | undefined> {
  const records = readCsv(text, MAX_LINE_LENGTH);
  let head = records.next();
  while (!head.done && isBlank(head.value) && head.value.line < MAX_BLANK_LINES) head = records.next();
  const names = head.done ? [] : head.value.cells.map((name) => name.trim().toLowerCase());
  const wanted: readonly string[] = COLUMNS;
  const unknown = names.filter((name, at) => !wanted.includes(name) || names.indexOf(name) !== at);
  if (unknown.length > 0) throw invalidField("body", `has a column that is not known or comes twice: ${unknown[0]}`);
  if (!names.includes("software_name") || !(names.includes("instance_name") || names.includes("instance_patterns"))) {
    throw invalidField("body", "must begin with a line of names, software_name and instance_name among them");
  }
  return recordLines(records, names as Column[]);
}

function isBlank({ cells, fault }: Pick<CsvRecord, "cells" | "fault">): boolean {
  return cells.length === 0 && fault === undefined;
}

function* recordLines(
  records: ReturnType<typeof readCsv>,
  names: readonly Column[],
): Generator<ImportLine | undefined> {
  for (const { line, cells, fault } of records) {
    if (isBlank({ cells, fault })) {
      yield undefined;
      continue;
    }
    const found =
      fault ?? (cells.length === names.length ? undefined : `has ${cells.length} cells, not ${names.length}`);
    if (found !== undefined) {
      yield { line, faults: [{ field: "line", reason: found }] };
      continue;
    }
    const named: Cells = Object.fromEntries(names.map((name, at) => [name, withoutGuard(cells[at] ?? "")]));
    yield withColumnNames(checkedLine(line, toBody(named)));
  }
}

/** A CSV record as a creation body; an empty cell is an absent member. */
function toBody(cells: Cells): unknown {
  const text = (name: Column) => (cells[name]?.trim() ? cells[name] : undefined);
  const family = text("family");
  const confidence = text("confidence");
  const body = {
    id: text("id"),
    instance_name: text("instance_name"),
    instance_patterns: listOf(text("instance_patterns")),
    software: { name: text("software_name"), ...defined({ vendor: text("software_vendor") }) },
    family: family === undefined ? undefined : { name: family.trim() },
    process_names: defined({
      windows: listOf(text("windows_processes")),
      macos: listOf(text("macos_processes")),
      linux: listOf(text("linux_processes")),
    }),
    windows_services: listOf(text("windows_services")),
    process_type: text("process_type")?.trim(),
    status: text("status")?.trim(),
    source: text("source")?.trim(),
    confidence: confidence === undefined ? undefined : Number(confidence),
    notes: text("notes"),
  };
  return defined(body);
}

function defined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function listOf(cell: string | undefined): unknown {
  if (cell === undefined) return undefined;
  if (cell.trimStart().startsWith("[")) {
    try {
      const value: unknown = JSON.parse(cell);
      if (Array.isArray(value)) return value;
    } catch {
      // Not JSON: a pattern may begin with a bracket too.
    }
  }
  return cell.split(/\r?\n/).filter((entry) => entry.trim() !== "");
}

const COLUMN_OF: readonly (readonly [RegExp, string])[] = [
  [/^software\.(name|vendor)/, "software_$1"],
  [/^family\.name/, "family"],
  [/^process_names\.(windows|macos|linux)/, "$1_processes"],
];

/** The faults with their field named by CSV column. */
function withColumnNames(line: ImportLine): ImportLine {
  if (!line.faults) return line;
  const faults = line.faults.map(({ field, reason }): Violation => {
    const known = COLUMN_OF.find(([place]) => place.test(field));
    return { field: known ? field.replace(known[0], known[1]) : field, reason };
  });
  return { line: line.line, faults };
}

export const importSchema = z
  .object({
    total: z.int().openapi({ description: "Lines that hold anything, a line of names apart" }),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    kept: z.int().openapi({ description: "Differ from a mapping that is `manual`, which stays as it is" }),
    failed: z.int(),
    faults: z
      .array(z.object({ line: z.int(), field: z.string(), error: z.string() }))
      .openapi({ description: "The first hundred" }),
  })
  .openapi("ImportResult");
