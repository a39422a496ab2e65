import { flawsAt } from "./flaws.ts";
import { listsAt, pastArticle } from "./lists.ts";
import type { Condition, Noun } from "./meaning.ts";
import type { QuestionClock } from "./moments.ts";
import type { Found, Phrase } from "./phrase.ts";
import { phraseTable } from "./phrase-table.ts";
import { bareValues, fieldValues } from "./values.ts";

const NOT = phraseTable([["non|not", true]]);
const NEW = phraseTable([["new|newly added|newly created|recently added", true]]);
const DELETED = phraseTable([["deleted|removed", true]]);
const CHANGED = phraseTable([["changed|modified|updated", true]]);
const UNRESOLVED = phraseTable([["unresolved|uncleared", true]]);
const EMPTY = phraseTable([["different|distinct|single|individual|current|existing|known|managed|own", true]]);
const DETERMINERS = phraseTable([
  [
    "the|all|all the|all of the|any|our|every|each|all our|of the|of our|of all|of all the|these|those|a|an|some|there|my|your",
    true,
  ],
]);

export interface NounPhrase {
  noun: Noun;
  conditions: Condition[];
}

/** `the active production servers and VMs`: a noun, or several kinds of CI, with what stands before it. */
export function* nounPhrases(phrase: Phrase, start: number, clock: QuestionClock): Generator<Found<NounPhrase>> {
  for (const at of [...phrase.table(DETERMINERS, start).map(({ to }) => to), start]) {
    for (const before of adjectives(phrase, at, clock)) {
      for (const nouns of listsAt(phrase, before.to, (each) => nounsAt(phrase, each))) {
        const noun = joined(nouns.value);
        if (noun) yield { to: nouns.to, value: { noun, conditions: before.value } };
      }
    }
  }
}

function* nounsAt(phrase: Phrase, at: number): Generator<Found<Noun>> {
  for (const past of pastArticle(phrase, at)) yield* phrase.nouns(past);
}

/** Several kinds of CI are one noun with all their types. */
function joined(nouns: Noun[]): Noun | undefined {
  const [first] = nouns;
  if (nouns.length === 1) return first;
  const isKinds = nouns.every(({ target, types }) => target === "ci" && types.length > 0);
  if (!isKinds) return undefined;
  return {
    target: "ci",
    types: [...new Set(nouns.flatMap(({ types }) => types))],
    text: nouns.map(({ text }) => text).join(", "),
  };
}

const MOST_ADJECTIVES = 6;

/** What stands before a noun, the most words first. */
function* adjectives(phrase: Phrase, at: number, clock: QuestionClock, depth = 0): Generator<Found<Condition[]>> {
  if (depth < MOST_ADJECTIVES) {
    for (const one of adjective(phrase, at)) {
      for (const rest of adjectives(phrase, one.to, clock, depth + 1)) {
        yield { to: rest.to, value: [...one.value, ...rest.value] };
      }
    }
  }
  yield { to: at, value: [] };
}

function* adjective(phrase: Phrase, at: number): Generator<Found<Condition[]>> {
  for (const { to } of phrase.table(NOT, at)) {
    for (const { to: end, value } of bareValues(phrase, to)) {
      if (value.kind === "value") yield { to: end, value: [{ ...value, isNegated: true }] };
    }
  }
  for (const { to, value } of flawsAt(phrase, at)) yield { to, value: [value] };
  for (const { to } of phrase.table(UNRESOLVED, at)) {
    const resolved = { text: "resolved", known: [], beginnings: [], isQuoted: false };
    yield { to, value: [{ kind: "value", mentions: [resolved], isNegated: true }] };
  }
  for (const [table, happening] of [
    [NEW, "created"],
    [DELETED, "deleted"],
    [CHANGED, "changed"],
  ] as const) {
    for (const { to } of phrase.table(table, at)) yield { to, value: [{ kind: "time", happening, span: undefined }] };
  }
  for (const { to } of phrase.table(EMPTY, at)) yield { to, value: [] };
  for (const { to, value } of fieldValues(phrase, at)) {
    // `with` and the like never stand before a noun.
    if (value.kind === "value" && phrase.mentions(at).length + phrase.fields(at).length > 0)
      yield { to, value: [value] };
  }
  for (const { to, value } of bareValues(phrase, at)) yield { to, value: [value] };
}
