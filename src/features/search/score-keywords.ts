import { nameKey } from "../../model/identifiers.ts";
import { mustGet } from "../../model/must-get.ts";
import { searchTerms } from "../../model/search-text.ts";
import { isSecretName } from "../../model/secret-names.ts";
import type { KeywordQuery } from "./keyword-query.ts";
import type { Ranked } from "./search.model.ts";

/** A CI that the full-text indexes found. */
export interface Candidate {
  id: string;
  type: string;
  name: string;
  description: string | null;
  status: string;
  attributes: Record<string, unknown>;
  customFields: Record<string, unknown>;
}

/** A candidate's rank; `isExact`: a field is what was searched for, as a whole. */
export interface Scored extends Ranked {
  isExact: boolean;
}

/** What a word is worth where it stands, found whole; as the beginning of a longer word it is worth `PREFIX` of that. */
const WORTH = { name: 4, type: 2, description: 2, field: 1.5, status: 0.5 };
const PREFIX = 0.6;
const MAX_FIELDS = 200;
const MAX_VALUE = 2_000;
/** So many names of fields tell enough. */
const MAX_MATCHED = 8;

interface Field {
  name: string;
  worth: number;
  words: ReadonlySet<string>;
  /** The value as a whole, in comparable form. */
  whole: string;
}

/**
 * Ranks candidates by the words of a query: where each stands, and how rare it is among the candidates, so that the order
 * depends on nothing outside the tenant. 1 is a CI with every word in its name. Without those that hold no word.
 */
export function scoreKeywords(query: KeywordQuery, candidates: readonly Candidate[]): Scored[] {
  const known = candidates.map((candidate) => ({ candidate, fields: fieldsOf(candidate) }));
  const rarity = new Map(
    query.words.map((word) => {
      const holders = known.filter(({ fields }) => fields.some((field) => matchOf(word, field) > 0)).length;
      return [word, 1 + Math.log((known.length + 1) / (holders + 1))];
    }),
  );
  const best = query.words.reduce((sum, word) => sum + mustGet(rarity, word) * WORTH.name, 0);
  const sought = new Set(query.names);
  return known
    .flatMap(({ candidate, fields }): Scored[] => {
      let score = 0;
      const matchedOn = new Set<string>();
      for (const word of query.words) {
        const matches = fields.map((field) => ({ name: field.name, worth: matchOf(word, field) }));
        score += mustGet(rarity, word) * Math.max(0, ...matches.map(({ worth }) => worth));
        for (const { name, worth } of matches) if (worth > 0) matchedOn.add(name);
      }
      const exact = fields
        .filter(({ whole, name }) => sought.has(whole) && isTelling(whole, name))
        .map(({ name }) => name);
      if (matchedOn.size === 0) return [];
      const names = [...new Set([...exact, ...matchedOn])].slice(0, MAX_MATCHED);
      return [{ id: candidate.id, score: score / best, matchedOn: names, isExact: exact.length > 0 }];
    })
    .sort((a, b) => Number(b.isExact) - Number(a.isExact) || b.score - a.score || (a.id < b.id ? 1 : -1));
}

/** A value that names one thing: a name, or one with a digit, as tags and serial numbers have; `linux` names many. */
function isTelling(whole: string, field: string): boolean {
  return field === "name" || (/\d/.test(whole) && whole.length >= 4);
}

/** Names of the fields of a CI whose value, as a whole, is one of these texts (in comparable form). */
export function fieldsWith(candidate: Candidate, wholes: ReadonlySet<string>): string[] {
  return fieldsOf(candidate).flatMap(({ name, whole }) => (wholes.has(whole) ? [name] : []));
}

function fieldsOf({ name, type, status, description, attributes, customFields }: Candidate): Field[] {
  return [
    field("name", name, WORTH.name),
    field("type", type.replaceAll("_", " "), WORTH.type),
    field("status", status, WORTH.status),
    field("description", description ?? "", WORTH.description),
    ...valuesOf("attributes", attributes),
    ...valuesOf("custom_fields", customFields),
  ];
}

/** Values of two levels; those under the name of a secret are never compared. */
function valuesOf(object: string, values: Record<string, unknown>): Field[] {
  return Object.entries(values)
    .slice(0, MAX_FIELDS)
    .flatMap(([key, value]): Field[] => {
      if (isSecretName(key)) return [];
      const text = textOf(value, 0);
      return text === "" ? [] : [field(`${object}.${key}`, text, WORTH.field)];
    });
}

function textOf(value: unknown, depth: number): string {
  if (typeof value === "string") return value.slice(0, MAX_VALUE);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (depth > 2 || typeof value !== "object" || value === null) return "";
  const inner = Object.entries(value).slice(0, MAX_FIELDS);
  return inner
    .filter(([key]) => !isSecretName(key))
    .map(([, each]) => textOf(each, depth + 1))
    .join(" ")
    .slice(0, MAX_VALUE);
}

function field(name: string, text: string, worth: number): Field {
  return { name, worth, words: new Set(searchTerms(text)), whole: nameKey(text.slice(0, 255)) };
}

function matchOf(word: string, { words, worth }: Field): number {
  if (words.has(word)) return worth;
  for (const each of words) if (each.startsWith(word)) return worth * PREFIX;
  return 0;
}
