import { isCommonName } from "./common-words.ts";
import { isLocale } from "./name-brackets.ts";
import type { Cut, CutKind, IsKnownName } from "./name-cuts.ts";
import { foldKey } from "./name-keys.ts";
import {
  AFTER_VERSION,
  ARCHITECTURES,
  BARE_EDITIONS,
  EDITIONS,
  LANGUAGE_CODES,
  LANGUAGE_MARKS,
  LANGUAGES,
  LEVEL_WORDS,
  VERSION_WORDS,
} from "./name-words.ts";
import {
  isKnowledgeBaseNumber,
  isLevel,
  isNumber,
  isTitleNumber,
  isVersion,
  isYear,
  isYearRange,
} from "./version-text.ts";

/** State of parsing: the words of a name, those kept, and those cut. */
interface Reading {
  words: string[];
  low: string[];
  kept: string[];
  cuts: Cut[];
}

const SUITES = /^(?:microsoft )?(?:windows|office|visual studio|sql server|exchange|project|visio|sharepoint)\b/i;
const ANY_EDITION = new Set([
  "evaluation",
  "trial",
  "enterprise",
  "professional",
  "ultimate",
  "standard",
  "community",
  "express",
]);
const CHANNELS = new Set([
  "beta",
  "alpha",
  "preview",
  "rc",
  "nightly",
  "lts",
  "ltsr",
  "esr",
  "rtm",
  "canary",
  "insiders",
]);
/** Lines of releases that are kept up for long: they follow a version. */
const RELEASE_LINES = new Set(["lts", "ltsb", "ltsc", "ltsr", "esr"]);
const BOTH_ARCHITECTURES = /^(?:32|64)[+&/](?:32|64)-?bit$/;
const SUITE_LINKS = new Set(["and", "student", "for"]);
const MONTHS = new Set(
  "january february march april may june july august september october november december".split(" "),
);
const DASHES = /^[-–—|,:;/]+$/;
const TARGETS = new Set(["systems", "system", "windows", "pcs", "machines", "computers", "processors"]);

/** Cuts versions, architectures, levels, locales and editions from the words of a name. */
export function cutTokens(text: string, isKnown: IsKnownName, cuts: Cut[]): string {
  const words = text.split(" ");
  const reading: Reading = { words, low: words.map((word) => word.toLowerCase().replace(/,$/, "")), kept: [], cuts };
  for (let at = 0; at < words.length; ) {
    const cut = at === 0 ? cutFirst(reading) : cutAt(reading, at);
    if (cut === undefined) {
      reading.kept.push(words[at]!);
      at++;
      continue;
    }
    const until = Math.min(words.length, at + cut.length);
    cuts.push({ kind: cut.kind, text: words.slice(at, until).join(" ") });
    at = until;
  }
  return cutTail(reading.kept, isKnown, cuts).join(" ");
}

interface Found {
  kind: CutKind;
  /** Number of words. */
  length: number;
}

/** A leading year: "2007 Microsoft Office system". */
function cutFirst({ low }: Reading): Found | undefined {
  return low.length > 2 && isYear(low[0]!) && !isNumber(low[1]!) ? { kind: "version", length: 1 } : undefined;
}

function cutAt(reading: Reading, at: number): Found | undefined {
  const { low } = reading;
  const word = low[at]!;
  const next = low[at + 1];
  if (word.length > 48 || belongsToWindows(low, at)) return undefined;
  if (ARCHITECTURES.has(word) && next === "edition") return { kind: "architecture", length: 2 };
  if (ARCHITECTURES.has(word) || BOTH_ARCHITECTURES.test(word)) return { kind: "architecture", length: 1 };
  if ((word === "64" || word === "32") && (next === "bit" || next === "bits"))
    return { kind: "architecture", length: 2 };
  if (word === "for" && next !== undefined && ARCHITECTURES.has(next)) {
    return { kind: "architecture", length: TARGETS.has(low[at + 2] ?? "") ? 3 : 2 };
  }
  if (isKnowledgeBaseNumber(word)) return { kind: "build", length: 1 };
  if (/^20\d\d(?:r2)?plus$/.test(word)) return { kind: "packaging", length: next === "ssl" ? 2 : 1 };
  return cutLevel(reading, at, word, next) ?? cutNumber(reading, at, word, next);
}

/** "version 2.1", "build 1234", "Service Pack 3", "Cumulative Update 23", "SP2", "R2". */
function cutLevel({ low, words }: Reading, at: number, word: string, next: string | undefined): Found | undefined {
  const numbered = next !== undefined && (isNumber(next) || isVersion(next));
  if (numbered && VERSION_WORDS.has(word)) return { kind: word === "build" ? "build" : "version", length: 2 };
  if (numbered && LEVEL_WORDS.has(word)) return { kind: "build", length: 2 };
  const third = low[at + 2];
  if ((word === "service" && next === "pack") || (word === "cumulative" && next === "update")) {
    return third !== undefined && isNumber(third) ? { kind: "build", length: 3 } : undefined;
  }
  const before = low[at - 1]!;
  if (at === low.length - 1 && words[at] === word && LANGUAGE_CODES.has(word) && isVersion(before))
    return { kind: "locale", length: 1 };
  if (RELEASE_LINES.has(word) && (isNumber(before) || isVersion(before))) return { kind: "version", length: 1 };
  if (isSuiteGeneration(word)) return { kind: "version", length: 1 };
  if (!isLevel(word)) return undefined;
  const shortLevel = /^[abumr]\d/.test(word);
  return shortLevel && !isNumber(before) && !isVersion(before) ? undefined : { kind: "build", length: 1 };
}

/** CS6, CS5.5: Adobe's numbering of suites. */
function isSuiteGeneration(word: string): boolean {
  return /^cs\d(?:\.\d)?$/.test(word);
}

function cutNumber({ low, words }: Reading, at: number, word: string, next: string | undefined): Found | undefined {
  const before = low[at - 1]!;
  // "Go Programming Language go1.22.1", "Example Server 9.0 Server9": a word repeated, with the version attached.
  if (repeatsWord(low, at, word)) return { kind: "version", length: 1 };
  if (isVersion(word))
    return before === "windows" && /^(?:3\.11?|8\.1)$/.test(word) ? undefined : { kind: "version", length: 1 };
  const year = isYear(word) || isYearRange(word);
  if (year) return before.endsWith("c++") ? undefined : { kind: "version", length: 1 };
  if (!isNumber(word) || word === "365" || word === "360" || isTitleNumber(word) || next === undefined)
    return undefined;
  if (DASHES.test(next)) return precedesPart(low[at + 2]) ? { kind: "version", length: 1 } : undefined;
  if (AFTER_VERSION.has(next) && !(next === "for" && words.length - at > 6)) return { kind: "version", length: 1 };
  const twoNumbers = isNumber(next) && AFTER_VERSION.has(low[at + 2] ?? "");
  return isVersion(next) || LEVEL_WORDS.has(next) || twoNumbers ? { kind: "version", length: 1 } : undefined;
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
function belongsToWindows(low: readonly string[], at: number): boolean {
  const before = low[at - 1];
  if (before === "windows") return isNumber(low[at]!) || isYear(low[at]!);
  if (low[at] === "r2") return low[at - 3] === "windows" && low[at - 2] === "server";
  return (before === "server" || before === "nt") && low[at - 2] === "windows";
}

/** Cuts words from the end, up to a word that belongs to the name, or until the rest is a known product. */
function cutTail(kept: string[], isKnown: IsKnownName, cuts: Cut[]): string[] {
  const suite = SUITES.test(kept.slice(0, 4).join(" "));
  const hadVersion = cuts.some(({ kind }) => kind === "version");
  let end = kept.length;
  let versionCut = hadVersion;
  while (end > 1) {
    if (end <= 12 && isKnown(foldKey(kept.slice(0, end).join(" ")))) break;
    const found = tailCut(kept, end, { suite, versionCut });
    if (!found) break;
    if (found.kind !== undefined) {
      if (found.kind === "version") versionCut = true;
      cuts.push({ kind: found.kind, text: kept.slice(end - found.length, end).join(" ") });
    }
    end -= found.length;
  }
  return end === kept.length ? kept : kept.slice(0, end);
}

/** "Basic" is an edition, but not of "Visual Basic". */
function isEdition(kept: readonly string[], at: number): boolean {
  const word = kept[at]!.toLowerCase();
  return EDITIONS.has(word) && !(word === "basic" && kept[at - 1]!.toLowerCase() === "visual");
}

function tailCut(
  kept: readonly string[],
  end: number,
  { suite, versionCut }: { suite: boolean; versionCut: boolean },
): { kind: CutKind | undefined; length: number } | undefined {
  const word = kept[end - 1]!.toLowerCase();
  const before = kept[end - 2]!.toLowerCase();
  if (DASHES.test(word)) return { kind: undefined, length: 1 };
  if (isLocale(word)) return { kind: "locale", length: 1 };
  if (word === "windows" && DASHES.test(before)) return { kind: "packaging", length: 2 };
  if ((LANGUAGES.has(word) || LANGUAGE_MARKS.has(kept[end - 1]!)) && DASHES.test(before))
    return { kind: "locale", length: 2 };
  // "Example 2016: español"
  if (LANGUAGES.has(word) && /^\d{1,4}:$/.test(before)) return { kind: "locale", length: 2 };
  if (word === "mui" || (versionCut && LANGUAGE_MARKS.has(kept[end - 1]!))) return { kind: "locale", length: 1 };
  if (isNumber(word) || isYear(word)) {
    const belongs =
      word === "365" || word === "360" || isTitleNumber(word) || before.endsWith("c++") || DASHES.test(before);
    return belongs || belongsToWindows(kept.map((each) => each.toLowerCase()).slice(0, end), end - 1)
      ? undefined
      : { kind: "version", length: 1 };
  }
  if (word === "edition" && end > 2) {
    let length = 1;
    while (end - length > 1 && isEdition(kept, end - length - 1)) length++;
    return length > 1 ? { kind: "edition", length } : undefined;
  }
  if (versionCut && MONTHS.has(word)) return { kind: "version", length: 1 };
  if (CHANNELS.has(word) && (versionCut || word !== "preview")) return { kind: "version", length: 1 };
  if (isSuiteGeneration(word) || (end > 2 && /^x\d{1,2}$/.test(word))) return { kind: "version", length: 1 };
  if (suite && (BARE_EDITIONS.has(word) || SUITE_LINKS.has(word))) return { kind: "edition", length: 1 };
  return versionCut && ANY_EDITION.has(word) ? { kind: "edition", length: 1 } : undefined;
}
