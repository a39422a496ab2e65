import type { CpePair } from "../knowledge/known-product.ts";
import type { CpeVersion } from "../names/normalize-version.ts";

/** One name of the CPE dictionary, as the NVD delivers it. */
export interface DictionaryEntry {
  /** CPE 2.3 formatted string. */
  cpeName: string;
  deprecated: boolean;
  /** Names that replace it. */
  deprecatedBy?: readonly string[];
  /** English title. */
  title?: string;
}

/** One query of the dictionary. All lists may be empty. */
export interface CpeQuery {
  /** Exact pairs. */
  pairs: readonly CpePair[];
  /** Comparison keys of products (`foldKey`). */
  keys: readonly string[];
  /** Words of a title; at most one of them may be missing. */
  words: readonly string[];
  /** Versions whose presence to report. */
  versions: readonly CpeVersion[];
}

/** A vendor's product in the dictionary, with the evidence for and against it. */
export interface CpeCandidate extends CpePair {
  part: "a" | "o" | "h";
  /** Values of `target_sw` of its names; `*` among them if any is unspecified. */
  targets: readonly string[];
  /** Number of its names in the dictionary, and of those that are deprecated. */
  entries: number;
  deprecated: number;
  /** The pair that replaces it, if all its names are deprecated. */
  replacedBy?: CpePair & { part: "a" | "o" | "h" };
  /** Words of its title without the version. */
  words: readonly string[];
  /** The queried versions that the dictionary has, with the full name that replaces a deprecated one. */
  versions: readonly (CpeVersion & { replacedBy?: string })[];
}

/** Returns the candidates of each query, in order, at most some dozens each: from memory, or (async) from the database. */
export type FindCandidates = (queries: readonly CpeQuery[]) => readonly (readonly CpeCandidate[])[];
export type FindCandidatesAsync = (queries: readonly CpeQuery[]) => Promise<readonly (readonly CpeCandidate[])[]>;
