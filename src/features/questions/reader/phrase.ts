import { nameKey } from "../../../model/identifiers.ts";
import { RECORD_FIELDS } from "./fields-of-records.ts";
import type { FieldPhrase, Mention, Noun } from "./meaning.ts";
import { LONGEST_NOUN, nounOf } from "./noun-words.ts";
import { isGrammarWord, type PhraseTable } from "./phrase-table.ts";
import type { Token } from "./tokens.ts";
import { type NamedCi, SOFTWARE_TYPES, type Vocabulary } from "./vocabulary.model.ts";
import { conceptOf, keyWords, phraseWords, unitOf } from "./words.ts";

/** Longest name or value that is looked up, in tokens. */
export const LONGEST_NAME = 8;
const LONGEST_FIELD = 4;
const NUMBER = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d+(?:\.\d+)?$/;
const NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Something found in a question: the index of the token after it, and what it is. */
export interface Found<T> {
  to: number;
  value: T;
}

/** Values that records have by themselves, whatever a tenant stores: statuses, severities ... */
const RECORD_VALUES = new Set(
  Object.values(RECORD_FIELDS).flatMap((fields) => fields.flatMap(({ values = [] }) => values)),
);

/** The tokens of a question with what each may be. All matches are in order of their length, longest first. */
export interface Phrase {
  readonly tokens: readonly Token[];
  readonly words: readonly string[];
  readonly length: number;
  readonly vocabulary: Vocabulary;
  table<T>(table: PhraseTable<T>, at: number): Found<T>[];
  cis(at: number): Found<readonly NamedCi[]>[];
  programs(at: number): Found<Mention>[];
  mentions(at: number): Found<Mention>[];
  fields(at: number): Found<FieldPhrase>[];
  nouns(at: number): Found<Noun>[];
  number(at: number): Found<number> | undefined;
  unit(at: number): Found<string> | undefined;
  /** The text between two tokens, as written. */
  text(from: number, to: number): string;
}

/** Key of the words between two tokens, as names and values are looked up. Undefined if they cannot be one. */
export function keyBetween(text: string, tokens: readonly Token[], from: number, to: number): string | undefined {
  const [first, last] = [tokens[from], tokens[to - 1]];
  if (!first || !last || first.word === "," || last.word === "," || last.word === "'s") return undefined;
  if (first.isQuoted) return to === from + 1 ? nameKey(first.text) : undefined;
  const key = nameKey(text.slice(first.from, last.to).replace(/\s+/g, " "));
  return key.length <= 255 ? key : undefined;
}

export function createPhrase(text: string, tokens: readonly Token[], vocabulary: Vocabulary): Phrase {
  const words = tokens.map(({ word }) => word);
  const fieldNames = namesOfFields(vocabulary);

  /** What `find` finds for the words from a token on. */
  const longest = <T>(at: number, most: number, find: (key: string, to: number) => T | undefined): Found<T>[] => {
    const found: Found<T>[] = [];
    for (let to = Math.min(tokens.length, at + most); to > at; to--) {
      const key = keyBetween(text, tokens, at, to);
      const value = key === undefined ? undefined : find(key, to);
      if (value !== undefined) found.push({ to, value });
    }
    return found;
  };
  const once = <T>(find: (at: number) => T) => {
    const results = new Map<number, T>();
    return (at: number): T => {
      const known = results.get(at);
      if (known !== undefined) return known;
      const found = find(at);
      results.set(at, found);
      return found;
    };
  };
  const isQuoted = (at: number) => tokens[at]?.isQuoted === true;
  const originalText = (from: number, to: number) =>
    isQuoted(from) && to === from + 1
      ? tokens[from]!.text
      : text.slice(tokens[from]?.from ?? 0, tokens[to - 1]?.to ?? 0);

  return {
    tokens,
    words,
    length: tokens.length,
    vocabulary,
    table: (table, at) => table.at(words, at),
    text: originalText,
    cis: once((at) =>
      longest(at, LONGEST_NAME, (key, to) => {
        // A word of the grammar names a CI only in quotes: "the" may be one's name.
        if (to === at + 1 && !isQuoted(at) && isGrammarWord(key)) return undefined;
        const named = vocabulary.cis.get(key)?.filter(({ type }) => !SOFTWARE_TYPES.has(type));
        return named && named.length > 0 ? named : undefined;
      }),
    ),
    programs: once((at) =>
      longest(at, LONGEST_NAME, (key, to) => {
        const named = vocabulary.cis.get(key)?.filter(({ type }) => SOFTWARE_TYPES.has(type));
        if (!named?.length) return undefined;
        const isProduct = named.some(({ type }) => type === "software");
        const known = [{ path: isProduct ? "product" : "name", value: named[0]!.name }];
        return { text: originalText(at, to), known, beginnings: [], isQuoted: isQuoted(at) };
      }),
    ),
    mentions: once((at) =>
      longest(at, LONGEST_NAME, (key, to): Mention | undefined => {
        const known = vocabulary.values.get(key) ?? [];
        const beginnings = vocabulary.beginnings.get(key) ?? [];
        if (known.length + beginnings.length === 0 && !RECORD_VALUES.has(key) && !isQuoted(at)) return undefined;
        return { text: originalText(at, to), known, beginnings, isQuoted: isQuoted(at) };
      }),
    ),
    fields: once((at) =>
      longest(at, LONGEST_FIELD, (_key, to): FieldPhrase | undefined => {
        const named = words.slice(at, to);
        if (isQuoted(at) || named[0] === "of" || named.at(-1) === "of") return undefined;
        const comparable = phraseWords(named);
        return comparable && fieldNames.has(comparable.join(" "))
          ? { words: comparable, text: named.join(" ") }
          : undefined;
      }),
    ),
    nouns: once((at) =>
      longest(at, LONGEST_NOUN, (_key, to) =>
        isQuoted(at) ? undefined : nounOf(words.slice(at, to), vocabulary.types),
      ),
    ),
    number(at) {
      const word = words[at] ?? "";
      if (NUMBER.test(word)) return { to: at + 1, value: Number(word.replaceAll(",", "")) };
      const spelled = NUMBER_WORDS.indexOf(word);
      return spelled === -1 ? undefined : { to: at + 1, value: spelled };
    },
    unit(at) {
      const unit = unitOf(words[at] ?? "");
      return unit === undefined ? undefined : { to: at + 1, value: unit };
    },
  };
}

/** Everything that names a field: words of keys and parts of them, words for their concepts, names of record fields. */
function namesOfFields({ fields }: Vocabulary): { has(name: string): boolean } {
  const names = new Set<string>();
  for (const list of Object.values(RECORD_FIELDS)) {
    for (const { names: all } of list) for (const name of all) names.add(phraseWords(name.split(" "))!.join(" "));
  }
  const concepts = new Set<string>();
  for (const { path } of fields) {
    const { words } = keyWords(path.slice(path.indexOf(".") + 1));
    for (const part of subsets(words)) names.add(part.join(" "));
    const concept = conceptOf(words);
    if (concept !== undefined) concepts.add(concept);
  }
  return { has: (name) => names.has(name) || concepts.has(conceptOf(name.split(" ")) ?? "") };
}

const MAX_KEY_WORDS = 5;

/** The words of a key and every part of them, in order. */
function subsets(words: readonly string[]): string[][] {
  if (words.length > MAX_KEY_WORDS) return [[...words]];
  let all: string[][] = [[]];
  for (const word of words) all = [...all, ...all.map((list) => [...list, word])];
  return all.filter((list) => list.length > 0);
}
