/** A whole number of a version; a bigint where it has more than 15 digits. */
export type Num = number | bigint;

/** Where a word puts its version: before the release, behind it (patch levels), behind it as a letter of the version, or nowhere known. */
export type Rank = number;

export const LETTER_RANK: Rank = 20;
export const POST_RANK: Rank = 10;
export const UNKNOWN_RANK: Rank = 99;

/** A word behind the numbers of a version with the numbers behind it: `rc 1`, `patch 2`, `k`. */
export interface Qualifier {
  /** Below 0 for pre-releases, POST_RANK, LETTER_RANK or UNKNOWN_RANK. */
  rank: Rank;
  /** In its one spelling: `patch` for p, patch and pl. */
  word: string;
  /** Without zeros at the end. */
  numbers: readonly Num[];
}

/** A version in the order of makers: numbers, then words. */
export interface ParsedVersion {
  /** Words before the first number, without `v`. Versions with different prefixes cannot be compared. */
  prefix: string;
  /** Without zeros at the end: 1.0 and 1 are one. */
  numbers: readonly Num[];
  qualifiers: readonly Qualifier[];
  /** How many of the first qualifiers belong to the version itself (letters); the others are its update. */
  own: number;
}

/** What is known of an installed version; null for none. */
export type MatchableVersion = ParsedVersion | null;

export function hasUpdate(version: ParsedVersion): boolean {
  return version.qualifiers.length > version.own;
}

export function isPreRelease(version: ParsedVersion): boolean {
  const first = version.qualifiers[version.own];
  return first !== undefined && first.rank < 0;
}
