import type { Cut, CutKind, IsKnownName } from "./name-cuts.ts";
import { foldKey } from "./name-keys.ts";
import { isVersion } from "./version-text.ts";

const MAX_WORD_LENGTH = 96;
const ARCHITECTURE =
  /[-_.]+(?:x86[-_]64|x64|x86|x32|amd64|arm64|aarch64|ia64|i[3-6]86|win(?:32|64)|(?:32|64)[-_]?bits?)$/i;
const LOCALE = /[-_][a-z]{2}[-_][A-Z]{2}$/;
/** Two numbers or more: one alone may belong to the name ("HL-2140", "H.264"). */
const VERSION = /(?:(?<!\d)\.v?|[-_]+[vr]?)\d{1,8}(?:[._-]\d{1,10}){1,5}(?:[-.]?[a-z]{1,5}\d{0,3})?$/i;
/** The system or the form of the archive, beside a version or an architecture. */
const PACKAGING =
  /[-_]+(?:win(?:dows)?|mac(?:os)?|osx|linux|setup|install(?:er)?|portable|full|gpl|oss|ce|release|stable|final|bin|msi|exe)$/i;
/** The channel of a release behind a name with a capital: "Example-beta"; packages keep theirs. */
const CHANNEL = /(?<=^(?=.*\p{Lu}).*\p{L}{3})[-_](?:[Bb]eta|[Aa]lpha|[Nn]ightly|[Cc]anary)$/u;
const SINGLE_NUMBER = /[-_](?:v?\d{1,2}|20[0-4]\d)$/i;
/** Standards and the like, whose number is part of their name. */
const NUMBERED = /(?:^|[-_])(?:mpeg|utf|sha|base|pkcs|ansi|cve|type|level|class|part|volume|chapter|episode|area)$/i;
const NAME = /\p{L}{2}/u;

/**
 * Cuts versions, architectures, locales and marks of archives from the end of each word to which a hyphen, underscore or
 * dot attaches them: `Name-x64-6.2.1.0`, `Name-64Bit`, `Name.1.5`, `Name-win-3.4.2`; from the last word a single number too
 * (`NAME-2`). Reads at most 96 characters of a word, and keeps known names.
 */
export function cutGluedMarks(text: string, isKnown: IsKnownName, cuts: Cut[]): string {
  if (!/[-_.]/.test(text)) return text;
  const channel = CHANNEL.exec(text.slice(-MAX_WORD_LENGTH));
  if (channel && !isKnown(foldKey(text))) {
    cuts.push({ kind: "version", text: channel[0] });
    return cutGluedMarks(text.slice(0, -channel[0].length), isKnown, cuts);
  }
  // "Example-64 bit": the mark is two words.
  const words = text.replace(/(?<=[\p{L}\d])[-_](?=(?:32|64) bits?(?: |$))/giu, " ").split(" ");
  return words
    .map((word, at) => (mayHaveMarks(word, isKnown) ? withoutMarks(word, at === words.length - 1, cuts) : word))
    .join(" ");
}

function mayHaveMarks(word: string, isKnown: IsKnownName): boolean {
  return (
    word.length <= MAX_WORD_LENGTH &&
    /[-_.].*\d/.test(word) &&
    NAME.test(word) &&
    !isVersion(word) &&
    !isKnown(foldKey(word))
  );
}

function withoutMarks(word: string, isLast: boolean, cuts: Cut[]): string {
  let rest = word;
  let isMarked = false;
  for (let round = 0; round < 8; round++) {
    const found = lastMark(rest, isLast, isMarked);
    if (!found) break;
    const stem = rest.slice(0, found.index);
    if (!NAME.test(stem)) break;
    cuts.push({ kind: found.kind, text: rest.slice(found.index) });
    rest = stem;
    isMarked = true;
  }
  return rest;
}

function lastMark(word: string, isLast: boolean, isMarked: boolean): { kind: CutKind; index: number } | undefined {
  const at = (kind: CutKind, pattern: RegExp) => {
    const index = pattern.exec(word)?.index ?? 0;
    return index > 0 ? { kind, index } : undefined;
  };
  const found = at("architecture", ARCHITECTURE) ?? at("version", VERSION) ?? at("locale", LOCALE);
  if (found) return found;
  const single = isLast ? at("version", SINGLE_NUMBER) : undefined;
  if (single && /[\p{L}]{4}$/u.test(word.slice(0, single.index)) && !NUMBERED.test(word.slice(0, single.index)))
    return single;
  // "TightVNC-2.8.81-gpl-setup": the marks behind a version go with it.
  const isPacked = isMarked || /[-_.]v?\d+(?:\.\d+)+[-_]/i.test(word);
  return isPacked ? at("packaging", PACKAGING) : undefined;
}
