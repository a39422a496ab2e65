import type { Mention } from "./meaning.ts";
import type { Found, Phrase } from "./phrase.ts";
import { phraseTable } from "./phrase-table.ts";
import type { NamedCi } from "./vocabulary.model.ts";

const DIVIDERS = phraseTable([[", or|, and|,|or|and|and/or|nor|or else", true]]);
const ARTICLES = phraseTable([
  ["the|a|an|any|our|their|its|some|all|all the|all of the|all our|every|each|either|both|these|those", true],
]);

/** Places after an article and without one. */
export function* pastArticle(phrase: Phrase, at: number): Generator<number> {
  for (const { to } of phrase.table(ARTICLES, at)) yield to;
  yield at;
}

/** `one, another or a third`: as many as there are first, then fewer. `again` are words that may be repeated before each. */
export function* listsAt<T>(
  phrase: Phrase,
  at: number,
  each: (at: number) => Iterable<Found<T>>,
  again: (at: number) => Iterable<number> = () => [],
): Generator<Found<T[]>> {
  for (const first of each(at)) {
    for (const divider of phrase.table(DIVIDERS, first.to)) {
      for (const start of [...again(divider.to), divider.to]) {
        for (const rest of listsAt(phrase, start, each, again)) {
          yield { to: rest.to, value: [first.value, ...rest.value] };
        }
      }
    }
    yield { to: first.to, value: [first.value] };
  }
}

export function mentionLists(phrase: Phrase, at: number, again?: (at: number) => Iterable<number>) {
  const each = function* (start: number): Generator<Found<Mention>> {
    for (const past of pastArticle(phrase, start)) yield* phrase.mentions(past);
  };
  return listsAt(phrase, at, each, again);
}

/** CIs by name, which a type before or after the name may tell apart: `the application Helios`, `the Helios database`. */
export function* cisAt(phrase: Phrase, start: number): Generator<Found<readonly NamedCi[]>> {
  for (const at of pastArticle(phrase, start)) {
    for (const noun of phrase.nouns(at)) {
      for (const named of phrase.cis(noun.to)) yield* ofNoun(named, noun.value);
    }
    for (const named of phrase.cis(at)) {
      for (const noun of phrase.nouns(named.to)) {
        for (const { value } of ofNoun(named, noun.value)) yield { to: noun.to, value };
      }
      yield named;
    }
  }
}

function* ofNoun(
  named: Found<readonly NamedCi[]>,
  noun: { target: string; types: readonly string[] },
): Generator<Found<readonly NamedCi[]>> {
  const types = noun.target === "service" ? ["business_service"] : noun.types;
  const isNoun = noun.target === "service" || (noun.target === "ci" && types.length > 0);
  const value = isNoun ? named.value.filter(({ type }) => types.includes(type)) : [];
  if (value.length > 0) yield { to: named.to, value };
}
