import type { Cut, CutKind } from "./name-cuts.ts";
import {
  ARCHITECTURES,
  EDITIONS,
  INSTALL_REMARKS,
  LANGUAGE_CODES,
  LANGUAGE_MARKS,
  LANGUAGE_VARIANTS,
  LANGUAGES,
  LEVEL_WORDS,
  REGION_CODES,
  SMALL_LANGUAGE_MARKS,
  VERSION_WORDS,
} from "./name-words.ts";
import { isKnowledgeBaseNumber, isLevel, isNumber, isVersion, isYear } from "./version-text.ts";

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const MAX_REMARK_LENGTH = 80;
const AUDIENCE =
  /^(?:for )?(?:work or school|personal|home|business|home and business|consumer|free|commercial)(?: use| account)?$/i;

/** The identifier of an installation: 12 to 40 digits of a hash, or a GUID. */
const IDENTIFIER = /^(?=.*\d)[0-9a-f]{12,40}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The revision that a program was built from, shortened: "b0a8486541". */
const REVISION = /^(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{7,40}$/;

/** Cuts brackets that contain only versions, architectures, locales, editions and remarks of installers. */
export function cutBrackets(text: string, cuts: Cut[]): string {
  if (!/[([{]/.test(text)) return text;
  let out = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const close = CLOSING[text[at]!];
    if (!close) continue;
    const end = closingOf(text, at, close);
    if (end === -1) continue;
    const kind = kindOfRemark(text.slice(at + 1, end));
    if (kind !== undefined && (at > 0 || end < text.length - 1)) {
      cuts.push({ kind, text: text.slice(at, end + 1) });
      out += `${text.slice(from, at).trimEnd()} `;
      from = end + 1;
    }
    at = end;
  }
  return (out + text.slice(from)).trim();
}

/** Searches a bounded length, so that thousands of opening brackets stay cheap. */
function closingOf(text: string, open: number, close: string): number {
  const until = Math.min(text.length, open + MAX_REMARK_LENGTH);
  let depth = 1;
  for (let at = open + 1; at < until; at++) {
    if (text[at] === text[open]) depth++;
    else if (text[at] === close && --depth === 0) return at;
  }
  return -1;
}

function kindOfRemark(remark: string): CutKind | undefined {
  const words = remark
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .split(/[\s,;/_|()]+/)
    .filter((word) => word !== "");
  if (words.length === 0 || IDENTIFIER.test(remark)) return "packaging";
  if (words.some((word) => /^editions?$/i.test(word)) || AUDIENCE.test(remark)) return "edition";
  if (namesRuntime(words)) return "packaging";
  // "(Definition 1.165.2338.0)": a version of two dots or more is that of the program, whatever word precedes it.
  if (words.length <= 4 && words.some((word) => /^v?\d+(?:\.\d+){2,}/i.test(word) && isVersion(word))) return "version";
  // "(Portuguese (Brazil))"
  if (LANGUAGES.has(words[0]!.toLowerCase()) && words.slice(1).every(isLanguageOrVariant)) return "locale";
  let kind: CutKind | undefined;
  for (const word of words) {
    const found = kindOfWord(word);
    if (found === undefined) return undefined;
    if (kind === undefined || kind === "packaging") kind = found;
  }
  return kind;
}

/** Whether a remark tells which runtime is included: one word, its version, its architecture. */
function namesRuntime([name, version, ...rest]: readonly string[]): boolean {
  return (
    /^[A-Za-z]{2,20}$/.test(name!) &&
    isVersion(version ?? "") &&
    rest.length > 0 &&
    rest.every((word) => ARCHITECTURES.has(word.toLowerCase()))
  );
}

/** Whether a word is a language or names a variant of one beside it. */
export function isLanguageOrVariant(word: string): boolean {
  const low = word.toLowerCase();
  return LANGUAGES.has(low) || LANGUAGE_VARIANTS.has(low);
}

/** The kind of a word in brackets; undefined for one that may be part of a name. */
function kindOfWord(word: string): CutKind | undefined {
  const low = word.toLowerCase();
  if (ARCHITECTURES.has(low)) return "architecture";
  if (isKnowledgeBaseNumber(low)) return "build";
  if (isVersion(low) || isNumber(low) || isYear(low) || isLevel(low) || VERSION_WORDS.has(low)) return "version";
  if (
    isLocale(low) ||
    LANGUAGE_MARKS.has(word) ||
    SMALL_LANGUAGE_MARKS.has(word) ||
    LANGUAGE_CODES.has(low) ||
    LANGUAGES.has(low)
  )
    return "locale";
  if (REVISION.test(low)) return "packaging";
  if (LEVEL_WORDS.has(low) || low === "-" || low === "bit") return "packaging";
  if (EDITIONS.has(low) && low !== "portable") return "edition";
  return INSTALL_REMARKS.has(low) ? "packaging" : undefined;
}

/** A tag of language and region: `en-US`, `zh_Hans_CN`. */
export function isLocale(word: string): boolean {
  if (word.length < 5 || word.length > 16) return false;
  // Office lists its proofing tools of a language as "en-us.proof".
  const tag = word.toLowerCase().replace(/\.proof$/, "");
  if (tag.length > 10) return false;
  const [language, ...rest] = tag.split(/[-_]/);
  return LANGUAGE_CODES.has(language!) && rest.length > 0 && rest.every((part) => REGION_CODES.has(part));
}
