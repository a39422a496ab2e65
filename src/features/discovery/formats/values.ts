import { invalidField } from "../../../errors.ts";

/** A record of an inventory: fields by lower-case name, values of any type. */
export type Row = Readonly<Record<string, unknown>>;

/** Most records of a section; more than a host may have of any kind, because some are merged. */
const MAX_ROWS = 100_000;

const NO_ROW: Row = Object.freeze({});

/**
 * The records of a section, which agents write as one record or a list; undefined if the section was not collected.
 *
 * @param field the section in a fault
 * @throws AppError VALIDATION_ERROR when the section holds other values, or too many
 */
export function rowsOf(content: Row, section: string, field = `content.${section}`): Row[] | undefined {
  const value = content[section];
  if (value === undefined || value === null || value === "") return undefined;
  const list = Array.isArray(value) ? value : [value];
  if (list.length > MAX_ROWS) throw invalidField(field, `must have at most ${MAX_ROWS} entries`);
  const rows = list.filter((entry) => entry !== "" && entry !== null);
  if (!rows.every(isRow)) throw invalidField(field, "must be an object or a list of objects");
  return rows;
}

/** The record of a section with a single record. */
export function rowOf(content: Row, section: string): Row {
  return rowsOf(content, section)?.[0] ?? NO_ROW;
}

/** The record below a field, e.g. `timezone` of the operating system. */
export function nested(row: Row, field: string): Row {
  const value = row[field];
  return isRow(value) ? value : NO_ROW;
}

/** The first non-empty one of the fields, as trimmed text. */
export function text(row: Row, ...fields: string[]): string | undefined {
  for (const field of fields) {
    const value = scalar(row[field]).trim();
    if (value !== "") return value;
  }
  return undefined;
}

/** Like `text`, cut to `limit` characters: for descriptions. */
export function clipped(row: Row, limit: number, ...fields: string[]): string | undefined {
  const value = text(row, ...fields);
  return value === undefined ? undefined : clip(value, limit);
}

/** Like `text`, but absent if longer than `limit` characters: for identifiers, which must not be cut. */
export function textWithin(row: Row, limit: number, ...fields: string[]): string | undefined {
  const value = text(row, ...fields);
  return value === undefined || value.length > limit ? undefined : value;
}

export function clip(value: string, limit: number): string {
  return value.length > limit ? value.slice(0, limit).toWellFormed() : value;
}

/** The first of the fields that is a number. Agents of some countries write decimal commas. */
export function number(row: Row, ...fields: string[]): number | undefined {
  for (const field of fields) {
    const value = scalar(row[field]).trim();
    if (/^[+-]?\d{1,15}([.,]\d{1,15})?$/.test(value)) return Number(value.replace(",", "."));
  }
  return undefined;
}

/** True for `1` and `true` in any case; undefined for values that are neither true nor false. */
export function flag(row: Row, field: string): boolean | undefined {
  const value = scalar(row[field]).trim().toLowerCase();
  if (["1", "true", "yes"].includes(value)) return true;
  return ["0", "false", "no"].includes(value) ? false : undefined;
}

/** All texts of fields that may hold one text or a list. */
export function texts(row: Row, ...fields: string[]): string[] {
  return fields
    .flatMap((field) => row[field])
    .map((value) => scalar(value).trim())
    .filter((value) => value !== "");
}

/** Converts megabytes to gigabytes (units of 2^20 and 2^30 bytes), two decimals. */
export function gigabytes(megabytes: number | undefined): number | undefined {
  return megabytes === undefined || megabytes < 0 ? undefined : round(megabytes / 1024, 2);
}

export function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

/** The fields without those that are undefined. */
export function definedFields<T extends object>(fields: { [K in keyof T]?: T[K] | undefined }): T {
  const known: Partial<T> = {};
  for (const key of Object.keys(fields) as (keyof T)[]) if (fields[key] !== undefined) known[key] = fields[key];
  return known as T;
}

function isRow(value: unknown): value is Row {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function scalar(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? scalar(value[0]) : "";
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
