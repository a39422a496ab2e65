import { oneLine } from "../../../../model/one-line.ts";

/** Keys are made of so many characters at most, so that their cost is bounded; no real name is longer. */
const MAX_KEY_LENGTH = 256;

const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["reg", ""],
  ["trade", ""],
  ["copy", ""],
  ["ndash", "-"],
  ["mdash", "-"],
]);
const ENTITY = /&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi;
const TRADEMARK_SIGNS = /[\u00ae\u2122\u2120\u00a9]|\((?:r|tm|c|sm)\)/gi;

/**
 * Cleans a name: decodes entities, removes control and direction characters and trademark signs, normalises to NFC with
 * single blanks. Linear in its length.
 */
export function cleanText(raw: string): string {
  if (isPlain(raw)) return raw;
  let text = raw;
  if (text.includes("&")) text = decodeEntities(decodeEntities(text));
  return oneLine(text.replace(TRADEMARK_SIGNS, ""));
}

/** Fast path: printable ASCII with single blanks and no entity or trademark sign, as nearly every name, needs no cleaning. */
function isPlain(text: string): boolean {
  let before = 0x20;
  let bracket = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e || code === 0x26 || (code === 0x20 && before === 0x20)) return false;
    if (code === 0x28) bracket = true;
    before = code;
  }
  return before !== 0x20 && !(bracket && /\((?:r|tm|c|sm)\)/i.test(text));
}

function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole, body: string) => {
    if (!body.startsWith("#")) return NAMED_ENTITIES.get(body.toLowerCase()) ?? whole;
    const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : " ";
  });
}

/**
 * The comparison key of a name: lower case, without accents, only letters, digits, `+` and `#` (Notepad++ is not
 * Notepad, C# is not C). Names with equal keys differ only in case, accents, blanks, punctuation and trademark signs.
 */
export function foldKey(text: string): string {
  const limited = text.length > MAX_KEY_LENGTH ? text.slice(0, MAX_KEY_LENGTH) : text;
  const low = limited.toLowerCase();
  let key = "";
  let from = 0;
  for (let at = 0; at < low.length; at++) {
    const code = low.charCodeAt(at);
    if (code > 0x7f) return foldUnicode(limited);
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 43 || code === 35) continue;
    if (at > from) key += low.slice(from, at);
    from = at + 1;
  }
  return from === 0 ? low : key + low.slice(from);
}

function foldUnicode(text: string): string {
  return text
    .replace(TRADEMARK_SIGNS, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#]+/gu, "");
}

/** The words of a name: runs of letters, digits, `+` and `#`, lower case, without accents. At most `limit` of them. */
export function wordsOf(text: string, limit = 24): string[] {
  const words = text
    .slice(0, MAX_KEY_LENGTH)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}+#]+/gu);
  return words ? words.slice(0, limit) : [];
}
