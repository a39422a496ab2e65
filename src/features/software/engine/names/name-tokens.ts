import { isLocale } from "./name-brackets.ts";
import type { Cut, IsKnownName } from "./name-cuts.ts";
import { ARCHITECTURES, LANGUAGE_CODES, LEVEL_WORDS, VERSION_WORDS } from "./name-words.ts";
import { belongsToWindows, cutNumber, type Found, isSuiteGeneration, type Reading } from "./number-tokens.ts";
import { cutTail } from "./tail-tokens.ts";
import { isKnowledgeBaseNumber, isLevel, isNumber, isVersion, isYear } from "./version-text.ts";

/** Lines of releases that are kept up for long: they follow a version. */
const RELEASE_LINES = new Set(["lts", "ltsb", "ltsc", "ltsr", "esr"]);
const BOTH_ARCHITECTURES = /^(?:32|64)[+&/](?:32|64)-?bit$/;
/** "Édition 32 bits", "Edición de 64 bits", "Edizione a 32 bit". */
const EDITION_OF_BITS = /^(?:édition|edición|edizione|edição) (?:(?:de|a|à|di) )?(?:32|64)[- ]bits?(?= |$)/;
const TARGETS = new Set(["systems", "system", "windows", "pcs", "machines", "computers", "processors", "platforms"]);
/** A locale as tools write it: "en-US". */
const LOCALE = /^[a-z]{2,3}-[A-Z]{2}$/;

/** Cuts versions, architectures, levels, locales and editions from the words of a name. */
export function cutTokens(text: string, isKnown: IsKnownName, cuts: Cut[]): string {
  // "2010x64": the year and the architecture in one word.
  const words = text.replace(/(?<= )((?:19|20)\d{2})(x64|x86|amd64)(?= |$)/gi, "$1 $2").split(" ");
  const reading: Reading = {
    words,
    isKnown,
    low: words.map((word) => word.toLowerCase().replace(/(?<=.)[,;]$|(?<=\d):$/, "")),
  };
  const kept: string[] = [];
  for (let at = 0; at < words.length; ) {
    const cut = at === 0 ? cutFirst(reading) : cutAt(reading, at);
    if (cut === undefined) {
      kept.push(words[at]!);
      at++;
      continue;
    }
    const until = Math.min(words.length, at + cut.length);
    cuts.push({ kind: cut.kind, text: words.slice(at, until).join(" ") });
    at = until;
  }
  return cutTail(kept, isKnown, cuts).join(" ");
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
  if (/^(?:32|64)-bit-edition$/.test(word)) return { kind: "architecture", length: 1 };
  const edition = EDITION_OF_BITS.exec(low.slice(at, at + 4).join(" "));
  if (edition) return { kind: "architecture", length: edition[0].split(" ").length };
  if (ARCHITECTURES.has(word) || BOTH_ARCHITECTURES.test(word)) return { kind: "architecture", length: 1 };
  if ((word === "64" || word === "32") && (next === "bit" || next === "bits"))
    return { kind: "architecture", length: 2 };
  if (LOCALE.test(reading.words[at]!) && isLocale(word)) return { kind: "locale", length: 1 };
  // "for x64-based Systems", but "for x64-based Windows Systems" is for Windows.
  const isForSystem = low[at + 2] === "windows" && TARGETS.has(low[at + 3] ?? "");
  if (word === "for" && next !== undefined && ARCHITECTURES.has(next) && !isForSystem) {
    return { kind: "architecture", length: TARGETS.has(low[at + 2] ?? "") ? 3 : 2 };
  }
  if (isKnowledgeBaseNumber(word)) return { kind: "build", length: 1 };
  if (/^20\d\d(?:r2)?plus$/.test(word)) return { kind: "packaging", length: next === "ssl" ? 2 : 1 };
  return cutLevel(reading, at, word, next) ?? cutNumber(reading, at, word, next);
}

/** The word before that is no level itself: in "7.2 TL5 SP6" that of SP6 is the version. */
function levelBase(low: readonly string[], at: number): string {
  let from = at - 1;
  while (from > 0 && isLevel(low[from]!)) from--;
  return low[from]!;
}

/** "version 2.1", "build 1234", "Service Pack 3", "Cumulative Update 23", "SP2", "R2". */
function cutLevel({ low, words }: Reading, at: number, word: string, next: string | undefined): Found | undefined {
  const numbered = next !== undefined && (isNumber(next) || isVersion(next));
  // "version 2022c", "version 3b", but no "version 3D".
  const lettered = next !== undefined && /^\d{1,4}[a-ce-z]$/.test(next);
  if ((numbered || lettered) && VERSION_WORDS.has(word))
    return { kind: word === "build" ? "build" : "version", length: 2 };
  // "Example Update 5.5.9" is a program that updates.
  const isUpdater = word === "update" && /\d\.\d+\./.test(next ?? "");
  if (numbered && LEVEL_WORDS.has(word) && !isUpdater) return { kind: "build", length: 2 };
  // "V9.0 Edition 12"
  if (word === "edition" && numbered && isVersion(low[at - 1]!)) return { kind: "version", length: 2 };
  const third = low[at + 2];
  if ((word === "service" && next === "pack") || (word === "cumulative" && next === "update")) {
    return third !== undefined && isNumber(third) ? { kind: "build", length: 3 } : undefined;
  }
  const before = levelBase(low, at);
  if (at === low.length - 1 && words[at] === word && LANGUAGE_CODES.has(word) && isVersion(before))
    return { kind: "locale", length: 1 };
  if (RELEASE_LINES.has(word) && (isNumber(before) || isVersion(before))) return { kind: "version", length: 1 };
  if (isSuiteGeneration(word)) return { kind: "version", length: 1 };
  if (!isLevel(word)) return undefined;
  const shortLevel = /^(?:[abumrqf]|[ptsmui][lr]|mp)\d/.test(word);
  return shortLevel && !isNumber(before) && !isVersion(before) && !isYear(before)
    ? undefined
    : { kind: "build", length: 1 };
}
