import { LETTER_RANK, POST_RANK, type Rank, UNKNOWN_RANK } from "./parsed-version.ts";

/** Words of versions in the order of rule 3: development before alpha ... before candidates before the release before patches. */
const SPELLINGS: readonly (readonly [rank: Rank, word: string, ...spellings: string[]])[] = [
  [-60, "dev", "dev", "devel", "development", "snapshot", "nightly", "canary", "unstable"],
  [-50, "alpha", "alpha"],
  [-40, "beta", "beta"],
  [-30, "milestone", "milestone"],
  [-20, "pre", "pre", "prerelease", "preview", "ea", "test", "testing", "insider", "ctp", "tp"],
  [-10, "rc", "rc", "cr", "candidate", "gamma"],
  [POST_RANK, "patch", "patch", "pl", "patchlevel"],
  [POST_RANK, "sp", "sp", "servicepack"],
  [POST_RANK, "update", "update", "upd", "cu"],
  [POST_RANK, "hotfix", "hotfix", "hf"],
  [POST_RANK, "r", "rev", "revision"],
  [POST_RANK, "fixpack", "fixpack", "fp"],
  [POST_RANK, "interimfix", "interimfix", "ifix"],
  [POST_RANK, "mr", "mr"],
  [POST_RANK, "sr", "sr"],
  [POST_RANK, "build", "build", "bld"],
  [POST_RANK, "post", "post"],
];
/** One letter with a number behind it. */
const NUMBERED_LETTERS: readonly (readonly [rank: Rank, word: string, letter: string])[] = [
  [-50, "alpha", "a"],
  [-40, "beta", "b"],
  [-30, "milestone", "m"],
  [POST_RANK, "patch", "p"],
  [POST_RANK, "update", "u"],
  [POST_RANK, "hotfix", "h"],
  [POST_RANK, "r", "r"],
  [POST_RANK, "s", "s"],
  [POST_RANK, "update", "v"],
];
/** Words that say what the release itself is. */
const SILENT = new Set([
  "final",
  "ga",
  "release",
  "stable",
  "fcs",
  "rtm",
  "gold",
  "lts",
  "esr",
  "ce",
  "ee",
  "oss",
  "fips",
  "android",
]);
/** Words that name a platform, with the number behind them. */
const PLATFORMS = new Set(["jre", "jdk", "java"]);
const LETTERS = /^(?:[a-z]|z[a-z]|[a-z]{2})$/;

interface Word {
  rank: Rank;
  word: string;
}

const words = new Map<string, Word>(
  SPELLINGS.flatMap(([rank, word, ...spellings]) => spellings.map((each) => [each, { rank, word }] as const)),
);
const numbered = new Map<string, Word>(NUMBERED_LETTERS.map(([rank, word, letter]) => [letter, { rank, word }]));

/** Whether a word and the number behind it say nothing about the order. */
export function isPlatform(text: string): boolean {
  return PLATFORMS.has(text);
}

/** The meaning of a lower-case word; undefined for one that says nothing. `touches` = stands right behind a digit. */
export function wordOf(text: string, hasNumber: boolean, touches: boolean): Word | undefined {
  const known = words.get(text) ?? (hasNumber ? numbered.get(text) : undefined);
  if (known) return known;
  if (isPlatform(text)) return undefined;
  if (SILENT.has(text)) return hasNumber ? { rank: POST_RANK, word: text } : undefined;
  if (text.length === 1 || (touches && LETTERS.test(text))) return { rank: LETTER_RANK, word: text };
  return { rank: UNKNOWN_RANK, word: text };
}

const COMPOUNDS: readonly (readonly [RegExp, string])[] = [
  [/build[ _.-]?snapshot/g, "snapshot"],
  [/service[ _.-]?pack/g, "sp"],
  [/release[ _.-]?candidate/g, "rc"],
  [/cumulative[ _.-]?update/g, "cu"],
  [/patch[ _.-]?level/g, "patchlevel"],
  [/hot[ _.-]?fix/g, "hotfix"],
  [/fix[ _.-]?pack/g, "fixpack"],
  [/interim[ _.-]?fix/g, "ifix"],
  [/early[ _.-]?access/g, "ea"],
  [/(?:tech|technology|technical)[ _.-]?preview/g, "preview"],
  [/maintenance[ _.-]?release/g, "mr"],
];

/** Lower case, with words of two parts written as one. */
export function joinCompounds(text: string): string {
  let joined = text;
  if (/[a-z]{3}/.test(text)) for (const [from, to] of COMPOUNDS) joined = joined.replace(from, to);
  return joined;
}
