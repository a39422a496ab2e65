/** Recognition of versions in names. Every test reads a bounded number of characters, so that no input makes it slow. */

const MAX_WORD_LENGTH = 48;

const DOTTED =
  /^[vr]?\d{1,8}(?:[._]\d{1,10})+(?:[._-]?(?:a|b|c|rc|alpha|beta|build|p|r|sp|sr|mr|cu|fp|hf|pl|u|upd|update|m|dev|pre|preview|post|final|ga|esr|hotfix|git|snapshot|nightly|release|windows|x)[._-]?\d{0,10})?(?:[._-]\d{1,10}){0,3}[a-z]?(?:[+~-][0-9a-z.+~-]{0,24})?$/i;
const PREFIXED = /^[vr]\d{1,8}(?:[a-z]|[._-]?(?:rc|alpha|beta|b|a|sp|u)\d{0,4})?$/i;
/** A version behind its word without a blank: "Ver.4.60", "build-21424296", "Version3". */
const WORDED = /^(?:ver|vers|version|rel|release|rev|revision|build|bld)[._:-]{0,2}\d{1,10}(?:\.\d{1,8}){0,4}[a-z]?$/i;
/** Version and release: "V5R21", "V5-6R2020". */
const VERSION_RELEASE = /^v\d{1,2}(?:-\d{1,2})?r\d{1,4}$/i;
/** A series and its version: "E86.50", "G6.0.5". */
const SERIES = /^[a-z]\d{1,3}(?:\.\d{1,4}){1,3}$/i;
/** All releases of a line: "7.x". */
const LINE = /^v?\d{1,3}(?:\.\d{1,3}){0,2}\.x$/i;
/** Firmware of switches: "WC.16.11.0001". */
const FIRMWARE = /^[a-z]{1,3}\.\d{1,3}(?:\.\d{1,5}){1,3}$/i;
/** Updates of Java: "8u382-b05". */
const JAVA_UPDATE = /^\d{1,2}u\d{1,4}(?:-b\d{1,3})?$/i;
const DATED = /^(?:19|20)\d{2}[-._/](?:0?[1-9]|1[0-2])[-._/](?:0?[1-9]|[12]\d|3[01])$/;
/** Makers of drivers append the architecture and that Windows' laboratory tested it: "18.2.26.2_X64_WHQL". */
const WITH_ARCHITECTURE = /^\d{1,8}(?:\.\d{1,6}){0,3}[._-](?:(?:x64|x86|amd64|arm64)(?:_whql)?|whql)$/i;
/** Decimal commas of installers: "5,91". A thousands separator is none. */
const COMMAS = /^\d{1,4}(?!(?:,000)+$)(?:,\d{1,4}){1,4}$/;
const HYPHENS = /^\d{1,4}(?:-\d{1,5}){2,4}$/;
const RELEASED = /^\d{2}h[12]$/i;
const YEAR_RANGE = /^(?:19[89]\d|20[0-4]\d)(?:[-–/](?:(?:19|20)\d{2}|\d{2})){1,4}$/;
const LEVEL =
  /^(?:sp|cu|ru|rc|fp|beta|alpha|update|upd|patch|hf|u|m|r|a|b|pl|tl|sr|mr|ur|ir|q|ctp|mp|hfr|f)\d{1,4}(?:\.\d{1,2})?$/i;
const KB = /^\(?kb\d{5,8}(?:v\d)?\)?$/i;

/** Whether a word is surely a version: dotted, dated, or with a leading `v`. A bare number is not. */
export function isVersion(word: string): boolean {
  if (word.length > MAX_WORD_LENGTH) return false;
  const first = word.charCodeAt(0);
  const digit = first >= 48 && first <= 57;
  if (!digit && (WORDED.test(word) || FIRMWARE.test(word) || SERIES.test(word))) return true;
  if (!digit && first !== 118 && first !== 86 && first !== 114) return false;
  if (!digit && word.charCodeAt(1) === 46) return PREFIXED.test(`v${word.slice(2)}`) || DOTTED.test(word.slice(2));
  return (
    DOTTED.test(word) ||
    (!digit && PREFIXED.test(word)) ||
    DATED.test(word) ||
    COMMAS.test(word) ||
    HYPHENS.test(word) ||
    WITH_ARCHITECTURE.test(word) ||
    RELEASED.test(word) ||
    VERSION_RELEASE.test(word) ||
    JAVA_UPDATE.test(word) ||
    LINE.test(word)
  );
}

/** Whether a word is a number of at most eight digits. */
export function isNumber(word: string): boolean {
  return word.length <= 8 && /^\d+$/.test(word);
}

/** Whether a word is a year, which products use as a version, also with the half year: "2021b". */
export function isYear(word: string): boolean {
  return (word.length === 4 || word.length === 5) && /^(?:19[89]\d|20[0-4]\d)[ab]?$/.test(word);
}

/**
 * Whether a number of four digits is rather part of a title ("Example 1800") or of a model ("Example 8610") than a version: it is neither a year nor the
 * year and month of a release ("2103").
 */
export function isTitleNumber(word: string): boolean {
  return /^[1-9]\d{3}$/.test(word) && !isYear(word) && !/^(?:1[2-9]|2\d|3[0-5])(?:0[1-9]|1[0-2])$/.test(word);
}

/** Whether a word is a range or list of years: `2015-2022`, `2015/17/19`. */
export function isYearRange(word: string): boolean {
  return word.length <= 24 && YEAR_RANGE.test(word);
}

/** Whether a word is a level that follows a version: SP2, RC1, CU23, Beta2, R2, u301, PL15. */
export function isLevel(word: string): boolean {
  return word.length <= 10 && LEVEL.test(word);
}

/** Whether a word is the number of a Microsoft Knowledge Base article. */
export function isKnowledgeBaseNumber(word: string): boolean {
  return word.length <= 12 && KB.test(word);
}

const GLUED = /^([\p{L}][\p{L}\d+#_-]{0,60}?[\p{L}+#])[-_]?v?(\d{1,8}(?:\.\d{1,8}){1,5}(?:[.-]?[a-z]{1,4}\d{0,3})?)$/iu;

/** Splits a name from a dotted version attached to it (`PDFCREATOR1.2.1XP`); undefined without one. */
export function splitGluedVersion(word: string): [name: string, version: string] | undefined {
  if (word.length > MAX_WORD_LENGTH || !word.includes(".")) return undefined;
  const match = GLUED.exec(word);
  return match ? [match[1]!, match[2]!] : undefined;
}
