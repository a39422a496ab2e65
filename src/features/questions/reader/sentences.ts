import { clausesAt } from "./clauses.ts";
import { groupsAt, ordersAt } from "./figure-sentences.ts";
import { EFFECT_ALONE, failuresAt, IF_ALONE } from "./links.ts";
import type { Ask } from "./meaning.ts";
import type { QuestionClock } from "./moments.ts";
import { openingsAt } from "./openings.ts";
import type { Found, Phrase } from "./phrase.ts";
import { phraseTable } from "./phrase-table.ts";

const FILLERS = phraseTable([
  [
    "please|do we have|are there|exist|exists|there are|do you have|have we got|we have|that we have|you have|in the cmdb|in our cmdb|" +
      "in the inventory|in total|overall|altogether|at the moment|right now|currently|do i have|i have|are we running|in our estate|thanks|" +
      "there|do exist|are known|that exist|do you know|are registered|is there|together|today's|in all|have i got|are there in total|we own|do we own|for me|again",
    true,
  ],
]);
const THEN = phraseTable([[", then|,|then|, what|what", true]]);
/** So that a hostile text ends soon: questions of people take a few hundred steps. */
const MOST_STEPS = 1_500;

export interface ReadResult<T> {
  /** What the first complete reading that makes sense was made into. */
  made?: T;
  /** Index of the first token that no reading got past. */
  furthest: number;
}

/**
 * Finds readings of all tokens, the likeliest first, and gives each to `make` until one makes sense. `make` returns undefined
 * for a reading that cannot be meant.
 */
export function readSentence<T>(
  phrase: Phrase,
  clock: QuestionClock,
  make: (ask: Ask) => T | undefined,
): ReadResult<T> {
  const search = { furthest: 0, steps: 0, seen: new Set<string>() };
  const walk = (at: number, ask: Ask): T | undefined => {
    if (++search.steps > MOST_STEPS) return undefined;
    search.furthest = Math.max(search.furthest, at);
    if (at >= phrase.length) return make(ask);
    const key = `${at}|${JSON.stringify(ask)}`;
    if (search.seen.has(key)) return undefined;
    search.seen.add(key);
    for (const next of continuations(phrase, at, ask, clock)) {
      const made = next.to > at ? walk(next.to, next.value) : undefined;
      if (made !== undefined) return made;
    }
    return undefined;
  };
  for (const start of startsAt(phrase, clock)) {
    const made = walk(start.to, start.value);
    if (made !== undefined) return { made, furthest: phrase.length };
  }
  return { furthest: search.furthest };
}

/** `If X goes down, which services fail?` is read as the question and then the condition. */
function* startsAt(phrase: Phrase, clock: QuestionClock): Generator<Found<Ask>> {
  for (const { to } of phrase.table(IF_ALONE, 0)) {
    for (const failure of failuresAt(phrase, to)) {
      for (const then of [...phrase.table(THEN, failure.to).map((found) => found.to), failure.to]) {
        for (const opening of [...openingsAt(phrase, then, clock)]) {
          for (const effect of phrase.table(EFFECT_ALONE, opening.to)) {
            yield { to: effect.to, value: withCondition(opening.value, failure.value) };
          }
        }
      }
    }
  }
  yield* openingsAt(phrase, 0, clock);
}

function* continuations(phrase: Phrase, at: number, ask: Ask, clock: QuestionClock): Generator<Found<Ask>> {
  yield* groupsAt(phrase, at, ask);
  yield* ordersAt(phrase, at, ask);
  for (const { to, value } of clausesAt(phrase, at, clock, ask.noun)) {
    if (value.join === "and") yield { to, value: withCondition(ask, value.condition) };
    else {
      const last = ask.conditions.at(-1);
      if (!last) continue;
      const of = [...(last.kind === "any" ? last.of : [last]), value.condition];
      yield { to, value: { ...ask, conditions: [...ask.conditions.slice(0, -1), { kind: "any", of }] } };
    }
  }
  for (const { to } of phrase.table(FILLERS, at)) yield { to, value: ask };
}

function withCondition(ask: Ask, condition: Ask["conditions"][number]): Ask {
  return { ...ask, conditions: [...ask.conditions, condition] };
}
