import type { CpePair } from "../knowledge/known-product.ts";
import type { CpeVersion } from "../names/normalize-version.ts";

/** One name of the CPE dictionary, as the vulnerability database delivers it. */
export interface DictionaryEntry {
  /** CPE 2.3 formatted string. */
  cpeName: string;
  deprecated: boolean;
  /** Names that stand in its place. */
  deprecatedBy?: readonly string[];
  /** English title. */
  title?: string;
}

/** What is asked of a dictionary in one go. All lists may be empty. */
export interface CpeQuery {
  /** Exact pairs. */
  pairs: readonly CpePair[];
  /** Comparing keys of products (`foldKey`). */
  keys: readonly string[];
  /** Words that a title must hold, all but one of them. */
  words: readonly string[];
  /** Versions whose presence is of interest. */
  versions: readonly CpeVersion[];
}

/** A vendor's product in the dictionary, with what speaks for and against it. */
export interface CpeCandidate extends CpePair {
  part: "a" | "o" | "h";
  /** Values of `target_sw` of its names; `*` among them when any is open. */
  targets: readonly string[];
  /** How many names the dictionary holds of it, and how many of these are deprecated. */
  entries: number;
  deprecated: number;
  /** The pair that replaces it, when all its names are deprecated. */
  replacedBy?: CpePair & { part: "a" | "o" | "h" };
  /** Words of its title without the version. */
  words: readonly string[];
  /** Those of the asked versions that stand in the dictionary, with the full name that replaces a deprecated one. */
  versions: readonly (CpeVersion & { replacedBy?: string })[];
}

/** Answers queries in order; each with at most some dozens of candidates. The memory index is one, the database another. */
export type FindCandidates = (queries: readonly CpeQuery[]) => readonly (readonly CpeCandidate[])[];
export type FindCandidatesAsync = (queries: readonly CpeQuery[]) => Promise<readonly (readonly CpeCandidate[])[]>;
