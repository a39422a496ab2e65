import { isLanguageOrVariant, isLocale } from "./name-brackets.ts";
import type { Cut, CutKind, IsKnownName } from "./name-cuts.ts";
import { foldKey } from "./name-keys.ts";
import {
  BARE_EDITIONS,
  EDITIONS,
  LANGUAGE_CODES,
  LANGUAGE_MARKS,
  LANGUAGES,
  SMALL_LANGUAGE_MARKS,
} from "./name-words.ts";
import { belongsToWindows, DASHES, isModelNumber, isSuiteGeneration } from "./number-tokens.ts";
import { isNumber, isTitleNumber, isVersion, isYear } from "./version-text.ts";

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
const SUITE_LINKS = new Set(["and", "et", "y", "und", "student", "for"]);
const MONTHS = new Set(
  "january february march april may june july august september october november december".split(" "),
);

/** Cuts words from the end, up to a word that belongs to the name, or until the rest is a known product. */
export function cutTail(kept: string[], isKnown: IsKnownName, cuts: Cut[]): string[] {
  const suite = SUITES.test(kept.slice(0, 4).join(" "));
  const hadVersion = cuts.some(({ kind }) => kind === "version");
  let end = kept.length;
  let versionCut = hadVersion;
  while (end > 1) {
    if (end <= 12 && isKnown(foldKey(kept.slice(0, end).join(" ")))) break;
    const found = tailCut(kept, end, { suite, versionCut, cuts, isKnown });
    if (!found) break;
    if (found.kind !== undefined) {
      if (found.kind === "version") versionCut = true;
      cuts.push({ kind: found.kind, text: kept.slice(end - found.length, end).join(" ") });
    }
    end -= found.length;
  }
  return end === kept.length ? kept : kept.slice(0, end);
}

/** Codes of languages that are words as well. */
const WORDS_LIKE_CODES = new Set(["it", "is", "no", "id", "us", "tw", "et"]);

/** Words of a language behind a dash, with it: "- Chinese Simplified", "– Português do Brasil"; 0 without one. */
function languageBehindDash(kept: readonly string[], end: number): number {
  for (let at = end - 1; at > Math.max(1, end - 5); at--) {
    const word = kept[at]!.toLowerCase();
    if (DASHES.test(word)) return LANGUAGES.has(kept[at + 1]?.toLowerCase() ?? "") && at < end - 1 ? end - at : 0;
    if (!isLanguageOrVariant(word)) return 0;
  }
  return 0;
}

/** "French/Français": a language in its own words and in English. */
function isLanguages(word: string): boolean {
  return word.length <= 48 && word.split("/").every((part) => LANGUAGES.has(part));
}

/** "Basic" is an edition, but not of "Visual Basic". */
function isEdition(kept: readonly string[], at: number): boolean {
  const word = kept[at]!.toLowerCase();
  return EDITIONS.has(word) && !(word === "basic" && kept[at - 1]!.toLowerCase() === "visual");
}

function tailCut(
  kept: readonly string[],
  end: number,
  {
    suite,
    versionCut,
    cuts,
    isKnown,
  }: { suite: boolean; versionCut: boolean; cuts: readonly Cut[]; isKnown: IsKnownName },
): { kind: CutKind | undefined; length: number } | undefined {
  const word = kept[end - 1]!.toLowerCase();
  const before = kept[end - 2]!.toLowerCase();
  if (DASHES.test(word)) return { kind: undefined, length: 1 };
  if (isLocale(word)) return { kind: "locale", length: 1 };
  if (word === "windows" && DASHES.test(before)) return { kind: "packaging", length: 2 };
  const isLanguage = LANGUAGES.has(word) || LANGUAGE_MARKS.has(kept[end - 1]!) || SMALL_LANGUAGE_MARKS.has(word);
  if (isLanguage && DASHES.test(before)) return { kind: "locale", length: 2 };
  // "Example 2016: español"
  if (LANGUAGES.has(word) && /^\d{1,4}:$/.test(before)) return { kind: "locale", length: 2 };
  const variant = languageBehindDash(kept, end);
  if (variant > 0) return { kind: "locale", length: variant };
  if (isLanguages(word) && (versionCut || DASHES.test(before)))
    return { kind: "locale", length: DASHES.test(before) ? 2 : 1 };
  if (versionCut && kept[end - 1] === word && LANGUAGE_CODES.has(word) && !WORDS_LIKE_CODES.has(word))
    return { kind: "locale", length: 1 };
  if (versionCut && word === "+") return { kind: "packaging", length: 1 };
  // "Example Linux 12 (bookworm)": the release's name stands in brackets behind its number.
  if (/^\(\p{L}{3,20}\)$/u.test(word) && (isNumber(before) || isVersion(before)) && !isTitleNumber(before))
    return { kind: "version", length: 2 };
  if (word === "mui" || ((versionCut || isNumber(before)) && LANGUAGE_MARKS.has(kept[end - 1]!)))
    return { kind: "locale", length: 1 };
  if (isNumber(word) || isYear(word)) {
    const belongs =
      word === "365" ||
      word === "360" ||
      isTitleNumber(word) ||
      before.endsWith("c++") ||
      DASHES.test(before) ||
      isModelNumber(word, cuts.find(({ kind }) => kind === "version")?.text ?? "");
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
  if (isSuiteGeneration(word) || (/^x\d{1,2}$/.test(word) && (end > 2 || isKnown(foldKey(before)))))
    return { kind: "version", length: 1 };
  if (suite && (BARE_EDITIONS.has(word) || SUITE_LINKS.has(word))) return { kind: "edition", length: 1 };
  // "Module 2.1 for Example Express": the edition is that of another program.
  const isOfOther = kept.slice(Math.max(0, end - 4), end - 1).some((each) => each.toLowerCase() === "for");
  return versionCut && ANY_EDITION.has(word) && !isOfOther ? { kind: "edition", length: 1 } : undefined;
}
