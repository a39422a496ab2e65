import { type Identifier, identifiersOfText, normalizeIp } from "../../model/identifiers.ts";
import { searchTerms } from "../../model/search-text.ts";

/** Input of the search query. */
export interface Search {
  /** Query of the full-text index in Lucene's syntax; the caller's text is stripped of all operators. */
  words: string;
  /** The same words as parts of ' ' + searchText + ' ': beginnings of words, of an address all of it. */
  contained: string[];
  /** Identifiers that the text may also be: an address, a serial number, a host name ... */
  identifiers: Identifier[];
}

/** Most different words that a search may have. */
export const MAX_SEARCH_WORDS = 20;
/** The index truncates longer words. */
const MAX_TERM = 255;
/** In no CI: its words are letters and digits. */
const NO_WORD = "-";

/**
 * Parses a search text. It finds CIs of the tenant whose name and description contain every word, at least as a prefix;
 * an address must match as a whole. Operators of the query language have no effect: they only separate words.
 */
export function parseSearch(tenantId: string, text: string): Search {
  const terms = searchWords(text).map((term) => [...term].slice(0, MAX_TERM).join(""));
  // `::` is an address, yet contains no word.
  const isPhrase = terms.length === 0 || normalizeIp(text) !== undefined;
  const phrase = searchTerms(text).join(" ") || NO_WORD;
  const wanted = isPhrase ? [`searchText:"${phrase}"`] : terms.map((term) => `searchText:${term}*`);
  return {
    words: [`tenant:"${tenantId.replace(/[\\"]/g, "\\$&")}"`, ...wanted].join(" AND "),
    contained: isPhrase ? [` ${phrase} `] : terms.map((term) => ` ${term}`),
    identifiers: identifiersOf(text),
  };
}

/** Distinct words of a search text; callers accept at most MAX_SEARCH_WORDS. */
export function searchWords(text: string): string[] {
  return [...new Set(searchTerms(text))];
}

/** Drops the host name of a fully qualified name: another domain may have a host of that name. */
function identifiersOf(text: string): Identifier[] {
  const found = identifiersOfText(text);
  const isFullName = found.some(({ kind }) => kind === "fqdn");
  return isFullName ? found.filter(({ kind }) => kind !== "hostname") : found;
}
