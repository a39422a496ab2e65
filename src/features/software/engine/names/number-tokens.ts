import { isCommonName } from "./common-words.ts";
import { isLocale } from "./name-brackets.ts";
import type { CutKind, IsKnownName } from "./name-cuts.ts";
import { foldKey } from "./name-keys.ts";
import { AFTER_VERSION, ARCHITECTURES, LANGUAGES, LEVEL_WORDS } from "./name-words.ts";
import { isNumber, isTitleNumber, isVersion, isYear, isYearRange } from "./version-text.ts";

/** State of reading a name's words from the front. */
export interface Reading {
  words: readonly string[];
  low: readonly string[];
  isKnown: IsKnownName;
}

/** Words to cut, from the one that is read. */
export interface Found {
  kind: CutKind;
  /** Number of words. */
  length: number;
}

export const DASHES = /^[-–—|,:;/]+$/;

/** Last words of names of a program's parts. */
const PARTS = new Set(
  "module plugin plug-in extension add-in addin component components connector viewer tools documentation samples help".split(
    " ",
  ),
);

/** CS6, CS5.5: Adobe's numbering of suites. */
export function isSuiteGeneration(word: string): boolean {
  return /^cs\d(?:\.\d)?$/.test(word);
}

/** Releases of Oracle's products: 6i to 10g, 12c, 23ai. */
function isOracleRelease(low: readonly string[], word: string): boolean {
  return low[0] === "oracle" && /^(?:[689]i|1[01]g|1[289]c|21c|2[36]ai)$/.test(word);
}

export function cutNumber(
  { low, words, isKnown }: Reading,
  at: number,
  word: string,
  next: string | undefined,
): Found | undefined {
  const before = low[at - 1]!;
  // "Go Programming Language go1.22.1", "Example Server 9.0 Server9": a word repeated, with the version attached.
  if (repeatsWord(low, at, word) || isOracleRelease(low, word)) return { kind: "version", length: 1 };
  if (isVersion(word))
    return before === "windows" && /^(?:3\.11?|8\.1)$/.test(word) ? undefined : { kind: "version", length: 1 };
  const year = isYear(word) || isYearRange(word);
  if (year) return before.endsWith("c++") ? undefined : { kind: "version", length: 1 };
  if (!isNumber(word) || word === "365" || word === "360" || isTitleNumber(word) || next === undefined)
    return undefined;
  if (DASHES.test(next)) return precedesPart(low[at + 2]) ? { kind: "version", length: 1 } : undefined;
  if (AFTER_VERSION.has(next) && !(next === "for" && words.length - at > 6)) return { kind: "version", length: 1 };
  if (isModelNumber(word, next)) return undefined;
  // "Example 9 View Module": the words before the number are a known product's name, and the last one names a part.
  if (at <= 6 && words.length - at <= 4 && PARTS.has(low.at(-1)!) && isKnown(foldKey(words.slice(0, at).join(" "))))
    return { kind: "version", length: 1 };
  const twoNumbers = isNumber(next) && AFTER_VERSION.has(low[at + 2] ?? "");
  return isVersion(next) || LEVEL_WORDS.has(next) || twoNumbers ? { kind: "version", length: 1 } : undefined;
}

/** Whether a number before a marked version of another generation belongs to the product's name: "Example 7 V9.1". */
export function isModelNumber(number: string, version: string): boolean {
  const generation = /^v(\d{1,4})(?:\.|$)/i.exec(version.slice(0, 24))?.[1];
  return generation !== undefined && generation !== number;
}

function repeatsWord(low: readonly string[], at: number, word: string): boolean {
  const version = /\d[\d.]*$/.exec(word)?.[0];
  const stem = version === undefined ? "" : word.slice(0, -version.length);
  if (stem === "" || version === undefined) return false;
  return low.indexOf(stem) === 0 ? isVersion(version) : stem.length >= 4 && low.slice(0, at).includes(stem);
}

/** Whether the word after a dash names a part, or is a mark: "Example 7 - Manager". A title is neither ("Game 4 - The Return"). */
function precedesPart(word: string | undefined): boolean {
  if (word === undefined) return true;
  return (
    AFTER_VERSION.has(word) ||
    ARCHITECTURES.has(word) ||
    LANGUAGES.has(word) ||
    isLocale(word) ||
    isVersion(word) ||
    isCommonName(word)
  );
}

/** Windows 10, Windows 8.1, Windows Server 2019, Windows NT 4.0: the number belongs to the product's name. */
export function belongsToWindows(low: readonly string[], at: number): boolean {
  const before = low[at - 1];
  if (before === "windows") return isNumber(low[at]!) || isYear(low[at]!);
  if (low[at] === "r2") return low[at - 3] === "windows" && low[at - 2] === "server";
  return (before === "server" || before === "nt") && low[at - 2] === "windows";
}
