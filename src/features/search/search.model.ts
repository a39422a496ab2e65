import type { CiStatus } from "../../model/ci-types.ts";

/** A CI as search results show it. */
export interface FoundCi {
  id: string;
  name: string;
  /** Canonical. */
  type: string;
  status: CiStatus;
  description: string | null;
  attributes: Record<string, unknown>;
  customFields: Record<string, unknown>;
  updatedAt: string;
}

/** Tests that a result must pass. */
export interface SearchFilters {
  /** Canonical types; undefined: any. */
  types?: readonly string[] | undefined;
  statuses?: readonly CiStatus[] | undefined;
}

/** What a search may be narrowed by, and how many are wanted. */
export interface Wanted {
  filters: SearchFilters;
  limit: number;
}

/** One CI of a ranking, best first. */
export interface Ranked {
  id: string;
  /** 0 to 1, comparable within its own ranking only. */
  score: number;
  /** Names of the fields that matched: `name`, `attributes.serial_number`, `meaning` ... */
  matchedOn: readonly string[];
}

/** `meaning`: the vector of the CI's text lies near that of the query. */
export const MEANING = "meaning";

export const LONGEST_QUERY = 1_000;
export const MOST_RESULTS = 100;
export const DEFAULT_RESULTS = 20;
