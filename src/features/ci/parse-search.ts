import { type Identifier, identifiersOfText, normalizeIp } from "../../model/identifiers.ts";
import { searchTerms } from "../../model/search-text.ts";

/** A search as the store takes it. */
export interface Search {
  /** Query of the full-text index, in Lucene's syntax; holds no sign of the caller's. */
  words: string;
  /** What the text may be besides: an address, a serial number, a host name ... */
  identifiers: Identifier[];
}

/** Most different words that a search may have. */
export const MAX_SEARCH_WORDS = 20;
/** The index cuts longer words there. */
const MAX_TERM = 255;
/** A word of no text: all that the index holds are letters and digits. */
const MATCHES_NOTHING = `searchText:"-"`;

/**
 * Reads a search text: CIs of the tenant whose name and description hold every word of it, at least as a prefix; an
 * address must stand there whole. Signs of the query language are text like any other and only part words.
 */
export function parseSearch(tenantId: string, text: string): Search {
  const terms = searchWords(text).map((term) => [...term].slice(0, MAX_TERM).join(""));
  const isAddress = normalizeIp(text) !== undefined;
  const prefixes = terms.map((term) => `searchText:${term}*`);
  const wanted = isAddress ? [`searchText:"${searchTerms(text).join(" ")}"`] : prefixes;
  // Not only what is no word at all: `::` is an address without one.
  const required = terms.length > 0 ? wanted : [MATCHES_NOTHING];
  return {
    words: [`tenant:"${tenantId.replace(/[\\"]/g, "\\$&")}"`, ...required].join(" AND "),
    identifiers: identifiersOf(text),
  };
}

/** The different words of a search text; callers take at most MAX_SEARCH_WORDS. */
export function searchWords(text: string): string[] {
  return [...new Set(searchTerms(text))];
}

/** Of a full name not the first label alone: it may be another domain's host. */
function identifiersOf(text: string): Identifier[] {
  const found = identifiersOfText(text);
  const isFullName = found.some(({ kind }) => kind === "fqdn");
  return isFullName ? found.filter(({ kind }) => kind !== "hostname") : found;
}
