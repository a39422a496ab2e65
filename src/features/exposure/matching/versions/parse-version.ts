import {
  hasUpdate,
  LETTER_RANK,
  type MatchableVersion,
  type Num,
  type ParsedVersion,
  type Qualifier,
} from "./parsed-version.ts";
import { isPlatform, joinCompounds, wordOf } from "./words.ts";

const MAX_LENGTH = 128;
const TOKEN = /\d+|[a-z]+/g;
const ALLOWED = /^[a-z0-9 ._~:,()/-]*$/;
const BUILD_METADATA = /\+.*$/s;
const ARCHITECTURE = /[ _.(-]+(?:x64|x86|x86[_-]64|amd64|arm64|aarch64|i[36]86|win32|win64|(?:32|64)[ _-]?bit)\)?$/;
/** A commit: hexadecimal digits, some of them letters, and nothing else. */
const COMMIT = /^(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,40}$/;
const DATE = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

/**
 * Reads a version as makers write it (`1.0.2k`, `9.3p1`, `v2.0-rc.1`, `R9 P2`, `2023-10-04`), with the update of a CPE name
 * (`*`, `-` and empty for none). Null for text that is no version: empty, `*`, `-`, `latest`, a commit, more than 128 characters.
 */
export function parseVersion(text: string, update = ""): MatchableVersion {
  const version = cleaned(text);
  if (version === "" || version === "*" || version === "-" || COMMIT.test(version) || !ALLOWED.test(version))
    return null;
  const parsed = readTokens(version);
  if (parsed === null || update === "" || update === "*" || update === "-") return parsed;
  const more = cleaned(update);
  if (!ALLOWED.test(more)) return null;
  const suffix = /^\d/.test(more) ? `update${more}` : more;
  const both = readTokens(`${version} ${suffix}`);
  if (both === null || (hasUpdate(parsed) && version.endsWith(suffix))) return parsed;
  return { ...both, own: parsed.own };
}

function cleaned(text: string): string {
  if (text.length > MAX_LENGTH) return "";
  const low = joinCompounds(text.trim().toLowerCase());
  return low
    .replace(BUILD_METADATA, "")
    .replace(ARCHITECTURE, "")
    .replace(/^v(?:er(?:sion)?)?[ .]?(?=\d)/, "");
}

function readTokens(text: string): ParsedVersion | null {
  const numbers: Num[] = [];
  const qualifiers: { rank: number; word: string; numbers: Num[] }[] = [];
  let prefix = "";
  let digits = false;
  const tokens = [...text.matchAll(TOKEN)];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const value = token[0];
    if (value.charCodeAt(0) < 58) {
      digits = true;
      const into = qualifiers.at(-1)?.numbers ?? numbers;
      into.push(...numbersOf(value, at === 0));
    } else if (!digits) prefix = prefix === "" ? value : `${prefix} ${value}`;
    else {
      const hasNumber = (tokens[at + 1]?.[0].charCodeAt(0) ?? 99) < 58;
      const before = tokens[at - 1]!;
      const word = wordOf(value, hasNumber, before.index + before[0].length === token.index);
      if (word) qualifiers.push({ ...word, numbers: [] });
      else if (hasNumber && isPlatform(value)) at++;
    }
  }
  if (!digits) return null;
  for (const each of [numbers, ...qualifiers.map((qualifier) => qualifier.numbers)]) dropZeros(each);
  return { prefix, numbers, qualifiers, own: ownOf(qualifiers) };
}

function ownOf(qualifiers: readonly Qualifier[]): number {
  const update = qualifiers.findIndex(({ rank }) => rank !== LETTER_RANK);
  return update === -1 ? qualifiers.length : update;
}

function numbersOf(digits: string, first: boolean): Num[] {
  if (first && DATE.test(digits)) return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].map(Number);
  return [digits.length > 15 ? BigInt(digits) : Number(digits)];
}

function dropZeros(numbers: Num[]): void {
  while (numbers.length > 0 && numbers.at(-1) === 0) numbers.pop();
}
