import { AppError } from "../../errors.ts";

/** How deep objects and arrays may nest. A text that is one level deeper is refused before it is parsed. */
export const MAX_NESTING = 64;

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Parses a JSON text (RFC 8259) of a caller. Beyond what JSON itself forbids it refuses, wherever they stand in keys or
 * values: U+0000, lone surrogates, members named `__proto__`, numbers beyond the range of a double, nesting over 64.
 * Of a repeated member the last one counts.
 *
 * @throws AppError VALIDATION_ERROR, its violation naming the place by a dotted path, or `body` for the whole
 */
export function parseJson(text: string): unknown {
  const { value, suspicious } = parse(text);
  if (suspicious) check(value, "");
  return value;
}

/**
 * The same for senders who would not come again: what `parseJson` refuses within the JSON is mended, so that one bad text
 * does not cost the rest of a message. U+0000 and lone surrogates become U+FFFD, numbers beyond a double null, and members
 * named `__proto__` go. What is no JSON, or nests too deep, is refused all the same.
 */
export function parseJsonLeniently(text: string): unknown {
  const { value, suspicious } = parse(text);
  return suspicious ? sanitized(value) : value;
}

/** The value, and whether something may stand in it that is not to be kept. */
function parse(text: string): { value: unknown; suspicious: boolean } {
  const hasLargeNumber = scan(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw malformed("body", `is not valid JSON${place(error)}`);
  }
  // Without an escape by code there is no NUL, no escaped surrogate and no disguised name in the text.
  const suspicious = hasLargeNumber || text.includes("\\u") || text.includes("__proto__") || !text.isWellFormed();
  return { value, suspicious };
}

/** Its depth is bounded by the scan. */
function sanitized(value: unknown): unknown {
  if (typeof value === "string") return sanitizedText(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(sanitized);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).filter(([name]) => name !== "__proto__");
  return Object.fromEntries(members.map(([name, one]) => [sanitizedText(name), sanitized(one)]));
}

function sanitizedText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** Why a text may not be stored or compared (NUL, lone surrogate), or undefined when it may. */
export function textFault(text: string): string | undefined {
  if (text.includes("\0")) return "must not contain NUL characters";
  if (!text.isWellFormed()) return "must not contain lone surrogates";
  return undefined;
}

/**
 * Measures the nesting before anything is built, so that a text of nothing but brackets costs one pass.
 * Answers whether a number stands in it whose size must be looked at.
 */
function scan(text: string): boolean {
  let depth = 0;
  let suspicious = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) {
      for (i++; i < text.length; i++) {
        const inner = text.charCodeAt(i);
        if (inner === QUOTE) break;
        if (inner === BACKSLASH) i++;
      }
    } else if (c === 91 || c === 123) {
      if (++depth > MAX_NESTING) throw malformed("body", `nests deeper than ${MAX_NESTING} levels`);
    } else if (c === 93 || c === 125) {
      depth--;
    } else if (c >= 48 && c <= 57) {
      const start = i;
      let d = text.charCodeAt(i + 1);
      while ((d >= 48 && d <= 57) || d === 46) d = text.charCodeAt(++i + 1);
      // 200 digits and a two-digit exponent stay within a double; an exponent of its own is rare enough to look at.
      if (d === 101 || d === 69 || i - start > 200) suspicious = true;
    }
  }
  return suspicious;
}

/** Walks a value whose text was not evidently clean. Its depth is bounded by the scan. */
function check(value: unknown, path: string): void {
  if (typeof value === "string") {
    const fault = textFault(value);
    if (fault) throw malformed(path || "body", fault);
  } else if (typeof value === "number") {
    if (!Number.isFinite(value)) throw malformed(path || "body", "is beyond the range of a number");
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) check(value[i], join(path, String(i)));
  } else if (value !== null && typeof value === "object") {
    for (const key of Object.keys(value)) {
      if (key === "__proto__") throw malformed(join(path, key), "is not an allowed name");
      const fault = textFault(key);
      if (fault) throw malformed(path || "body", `a name ${fault}`);
      check((value as Record<string, unknown>)[key], join(path, key));
    }
  }
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

/** Line and column as the engine tells them; its message itself would quote the caller's text. */
function place(error: unknown): string {
  const found = /line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : "");
  return found ? ` (line ${found[1]}, column ${found[2]})` : "";
}

function malformed(field: string, reason: string): AppError {
  return new AppError("VALIDATION_ERROR", "The body is not well-formed", { violations: [{ field, reason }] });
}
