import { type AppError, invalidField } from "../../errors.ts";

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["apos", "'"],
  ["quot", '"'],
]);

/** Length of the longest valid reference, e.g. `&#x0010FFFF;`. */
const MAX_REFERENCE_LENGTH = 16;

/**
 * Replaces the five predefined entities and numeric character references (XML 1.0, section 4.6 and 4.1), each once:
 * `&amp;lt;` becomes `&lt;`. No other entity is allowed, so a text never grows.
 *
 * @throws AppError VALIDATION_ERROR for other references, U+0000, surrogates and code points beyond Unicode
 */
export function decodeReferences(text: string): string {
  let at = text.indexOf("&");
  if (at === -1) return text;
  let decoded = "";
  let from = 0;
  while (at !== -1) {
    const end = text.indexOf(";", at);
    if (end === -1 || end - at > MAX_REFERENCE_LENGTH) throw bad("an & that begins no reference");
    decoded += text.slice(from, at) + characterOf(text.slice(at + 1, end));
    from = end + 1;
    at = text.indexOf("&", from);
  }
  return decoded + text.slice(from);
}

function characterOf(reference: string): string {
  const named = PREDEFINED.get(reference);
  if (named !== undefined) return named;
  const hexadecimal = /^#x([0-9a-fA-F]+)$/.exec(reference)?.[1];
  const decimal = /^#([0-9]+)$/.exec(reference)?.[1];
  const code = hexadecimal === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hexadecimal, 16);
  if (Number.isNaN(code)) throw bad("a reference to an entity, which is not allowed");
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
    throw bad("a reference to a character that does not exist");
  }
  return String.fromCodePoint(code);
}

function bad(what: string): AppError {
  return invalidField("body", `is XML that holds ${what}`);
}
