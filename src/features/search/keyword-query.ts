import { type Identifier, identifierKey, identifiersOfText, nameKey } from "../../model/identifiers.ts";
import { searchTerms } from "../../model/search-text.ts";
import type { SearchFilters } from "./search.model.ts";

/** What a search text asks of the graph beside its meaning. */
export interface KeywordQuery {
  /** Different words, folded, without those that say nothing unless there are no others. */
  words: readonly string[];
  /** What the text, or a part of it, may name: identifiers, and names in comparable form; the whole text first. */
  identifiers: readonly Identifier[];
  names: readonly string[];
  /** Query of the full-text index; undefined without words. */
  lucene: string | undefined;
}

const FIELDS = ["searchText", "type", "attributes", "customFields"];
const MAX_WORDS = 16;
const MAX_PARTS = 16;
/** The index truncates longer words. */
const MAX_WORD = 100;
const STOP_WORDS = new Set(
  (
    "a an and any are as at be been by can could do does for from had has have how i if in into is it its me my not of off on " +
    "or our please show tell that the their them there these they this those to us was we were what when where which who " +
    "why will with would you your find list give all some"
  ).split(" "),
);

/**
 * Reads a search text. Nothing in it is an operator: words are cut at everything but letters and digits, so whatever a query
 * language means by a sign only separates words.
 */
export function readKeywords(tenantId: string, text: string, filters: SearchFilters = {}): KeywordQuery {
  const terms = [...new Set(searchTerms(text))].map((term) => [...term].slice(0, MAX_WORD).join(""));
  const telling = terms.filter((term) => !STOP_WORDS.has(term));
  const words = (telling.length > 0 ? telling : terms).slice(0, MAX_WORDS);
  const parts = partsOf(text);
  const identifiers = parts.flatMap((part) => identifiersOfText(part));
  return {
    words,
    identifiers: [...new Map(identifiers.map((each) => [identifierKey(each), each])).values()],
    names: [...new Set(parts.map(nameKey))].filter((name) => name !== ""),
    lucene: words.length > 0 ? luceneOf(tenantId, words, filters) : undefined,
  };
}

/** The whole text, what stands in quotes, and parts that look like names of things: with a digit, a dot, a colon, a hyphen. */
function partsOf(text: string): string[] {
  const quoted = [...text.matchAll(/["'“‘]([^"'”’]{1,255})["'”’]/gu)].map(([, inside = ""]) => inside);
  const tokens = text
    .split(/[\s,;()[\]{}"'“”‘’?!]+/u)
    .map((token) => token.replace(/[.:]+$/u, ""))
    .filter((token) => /[\d.:_-]/u.test(token) && /[\p{L}\p{N}]/u.test(token) && token.length > 1);
  return [...new Set([text.trim(), ...quoted, ...tokens])].filter((part) => part.length <= 255).slice(0, MAX_PARTS);
}

/** Tenant and filters are required terms: the best that the index gives are the best of those that pass. */
function luceneOf(tenantId: string, words: readonly string[], { types, statuses }: SearchFilters): string {
  const one = (field: string, values: readonly string[]) =>
    `+(${values.map((each) => `${field}:${quoted(each)}`).join(" ")})`;
  const required = [one("tenant", [tenantId]), types && one("type", types), statuses && one("status", statuses)];
  // Prefixes score the same in every document, whatever other tenants have; longer words, which are rarer, weigh more.
  const sought = words.flatMap((word) => FIELDS.map((field) => `${field}:${word}*^${weightOf(word)}`));
  return [...required.filter(Boolean), `+(${sought.join(" ")})`].join(" ");
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

function weightOf(word: string): number {
  return Math.min(6, 1 + [...word].length / 3);
}
