import type { HostFiles } from "./ports.ts";

/** Longest text of a field in UTF-16 units: of names, and of fields that may be long. */
export const MAX_NAME = 1024;
export const MAX_TEXT = 4096;
const LONG_FIELDS = new Set(["command_line", "home", "shell", "mount_point", "install_location"]);

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/**
 * The fields without those that are undefined or blank, so that an unread value is absent rather than empty. Texts are
 * trimmed.
 */
export function definedFields<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    const tidy = typeof value === "string" ? value.trim() : value;
    if (tidy !== undefined && tidy !== "" && !Number.isNaN(tidy)) kept[key] = tidy;
  }
  return kept as T;
}

/** Converts bytes to units of 2^30, two decimals. */
export function toGb(bytes: number): number {
  return Math.round((bytes / GIB) * 100) / 100;
}

/** Converts bytes to units of 2^20, one decimal. */
export function toMb(bytes: number): number {
  return Math.round((bytes / MIB) * 10) / 10;
}

/** Reads a file as text: invalid UTF-8 replaced, NUL kept for callers that split at it. Longer files are cut. */
export async function readText(files: HostFiles, path: string, maxBytes = MIB): Promise<string> {
  return (await files.read(path, maxBytes)).toString("utf8");
}

/** Reads a complete file; throws when it reaches `maxBytes`, because a part would mislead. */
export async function readWhole(files: HostFiles, path: string, maxBytes: number): Promise<string> {
  const bytes = await files.read(path, maxBytes);
  if (bytes.length >= maxBytes) throw new Error(`${path} is larger than ${maxBytes} bytes`);
  return bytes.toString("utf8");
}

/** Like `readText`, but undefined if the file does not exist. Throws other errors, e.g. a missing permission. */
export async function readIfPresent(files: HostFiles, path: string, maxBytes = MIB): Promise<string | undefined> {
  try {
    return await readText(files, path, maxBytes);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** `code` of a system error, e.g. `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Whether an error means absence: no file, no parent folder, or a process that ended meanwhile. */
export function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ESRCH", "ENODEV"].includes(errorCode(error) ?? "");
}

/** Whether an error means that this user lacks the permission to read. */
export function isDenied(error: unknown): boolean {
  return ["EACCES", "EPERM"].includes(errorCode(error) ?? "");
}

/** Parses lines of `key<separator>value`, trimmed; the first of equal keys counts. */
export function keyValues(text: string, separator: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split("\n")) {
    const at = line.indexOf(separator);
    if (at < 1) continue;
    const key = line.slice(0, at).trim();
    if (!values.has(key)) values.set(key, line.slice(at + separator.length).trim());
  }
  return values;
}

/** Parses a decimal number; undefined for other texts. */
export function toNumber(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Seconds since 1970 as a date `YYYY-MM-DD` in UTC; undefined for implausible values. */
export function toDate(seconds: number | undefined): string | undefined {
  return toInstant(seconds)?.slice(0, 10);
}

/** Seconds since 1970 as ISO 8601 in UTC; undefined before 1980 and after 2200, which only broken records hold. */
export function toInstant(seconds: number | undefined): string | undefined {
  if (seconds === undefined || !(seconds > 315_532_800 && seconds < 7_258_118_400)) return undefined;
  return new Date(seconds * 1000).toISOString();
}

/** Maps `items` by `work`, at most `width` at a time; results in the order of the items. */
export async function mapLimit<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}

/**
 * Sanitizes all texts of a value at any depth for the submission: control characters (NUL included) become blanks, lone
 * surrogates the replacement character, and texts longer than their field allows are cut.
 */
export function sanitized<T>(value: T, field = ""): T {
  if (typeof value === "string") return cleanText(value, LONG_FIELDS.has(field) ? MAX_TEXT : MAX_NAME) as T;
  if (Array.isArray(value)) return value.map((item) => sanitized(item)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, sanitized(member, key)])) as T;
}

function cleanText(text: string, longest: number): string {
  const cut = text.length > longest ? text.slice(0, longest) : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters on purpose
  return cut.replace(/[\u0000-\u001f\u007f]+/g, " ").toWellFormed();
}
