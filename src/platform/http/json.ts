import { AppError } from "../../errors.ts";

/** Maximum nesting of objects and arrays. A deeper text is refused before it is parsed. */
export const MAX_NESTING = 64;

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Parses a JSON text (RFC 8259) of a caller. Also refuses, in keys and values: U+0000, lone surrogates, members named
 * `__proto__`, numbers beyond the range of a double, nesting over 64. The last of several equal members counts.
 *
 * @throws AppError VALIDATION_ERROR whose violation has a dotted path, or `body` for the whole
 */
export function parseJson(text: string): unknown {
  const { value, suspicious } = parse(text);
  if (suspicious) check(value, "");
  return value;
}

/**
 * Like `parseJson`, but repairs values instead of refusing the text, for senders that do not retry: one bad value must
 * not lose a message. U+0000 and lone surrogates become U+FFFD, numbers beyond a double become null, and members named
 * `__proto__` are removed. Throws for invalid JSON and deep nesting as `parseJson` does.
 */
export function parseJsonLeniently(text: string): unknown {
  const { value, suspicious } = parse(text);
  return suspicious ? sanitized(value) : value;
}

/** The value, and whether it may contain something that must not be stored. */
function parse(text: string): { value: unknown; suspicious: boolean } {
  const hasLargeNumber = scan(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw malformed("body", `is not valid JSON${place(error)}`);
  }
  // Without a `\u` escape the text has no NUL, no escaped surrogate and no disguised name.
  const suspicious = hasLargeNumber || text.includes("\\u") || text.includes("__proto__") || !text.isWellFormed();
  return { value, suspicious };
}

/** Recursive: `scan` has limited the depth. */
function sanitized(value: unknown): unknown {
  if (typeof value === "string") return sanitizedText(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(sanitized);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).filter(([name]) => name !== "__proto__");
  return Object.fromEntries(members.map(([name, member]) => [sanitizedText(name), sanitized(member)]));
}

function sanitizedText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** Why a text must not be stored or compared (NUL, lone surrogate); undefined if it may. */
export function textFault(text: string): string | undefined {
  if (text.includes("\0")) return "must not contain NUL characters";
  if (!text.isWellFormed()) return "must not contain lone surrogates";
  return undefined;
}

/**
 * Measures the nesting before parsing, so that a text of mere brackets costs one pass.
 * Returns whether a number in it may exceed the range of a double.
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
      // 200 digits with a two-digit exponent fit a double; exponents are rare enough to check them all.
      if (d === 101 || d === 69 || i - start > 200) suspicious = true;
    }
  }
  return suspicious;
}

/** Checks a suspicious value. Recursive: `scan` has limited the depth. */
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

/** Line and column from the engine's message, which itself would quote the caller's text. */
function place(error: unknown): string {
  const found = /line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : "");
  return found ? ` (line ${found[1]}, column ${found[2]})` : "";
}

function malformed(field: string, reason: string): AppError {
  return new AppError("VALIDATION_ERROR", "The body is not well-formed", { violations: [{ field, reason }] });
}
