import { listsAt, pastArticle } from "./lists.ts";
import { ANY_CI, type Ask, type Condition, type FieldPhrase, type Figure, type Noun, newAsk } from "./meaning.ts";
import type { QuestionClock } from "./moments.ts";
import { type NounPhrase, nounPhrases } from "./noun-phrases.ts";
import type { Found, Phrase } from "./phrase.ts";
import { phraseTable } from "./phrase-table.ts";

const ASKING = phraseTable([
  [
    "what is|what's|what are|show|show me|give me|tell me|list|which is|calculate|compute|which|what|find|who are|which are|get|name",
    true,
  ],
]);
const FIGURES = phraseTable<Figure>([
  ["average|mean|avg|average number of|average amount of|mean number of", "avg"],
  ["total|sum of|the sum of|combined|overall|total amount of|total number of|summed|sum", "sum"],
  ["maximum|max|highest|largest|biggest|greatest|maximum number of|maximum amount of|most", "max"],
  ["minimum|min|lowest|smallest|least|minimum number of|minimum amount of|fewest", "min"],
  ["median|median number of", "p50"],
  ["95th percentile of|p95 of|95th percentile|p95", "p95"],
  ["number of different|number of distinct|number of unique", "count_distinct"],
]);
const OF = phraseTable([["of|for|across|over|among|in|on|from|by all|held by", true]]);
const HOW_MUCH = phraseTable([["how much|how many", true]]);
const HOW_MANY_DIFFERENT = phraseTable([["how many different|how many distinct|how many unique", true]]);
const DO = phraseTable([["do|does|did", true]]);
const HAVE = phraseTable([
  [
    "have in total|have altogether|have together|have|run|use|have in all|have combined|offer|provide|consume|need|take|has",
    true,
  ],
]);
const USED = phraseTable([
  [
    "are used by|are there on|are in use on|do we have on|are there among|are there for|are installed on|run on|occur on",
    true,
  ],
]);
const GROUP = phraseTable([
  [
    "per|by|for each|for every|in each|in every|grouped by|group by|broken down by|split by|on each|at each|of each|each|by each|according to|depending on",
    true,
  ],
]);
const HOLD = phraseTable([
  ["have|own|owns|has|run|runs|hold|holds|contain|use|uses|host|hosts|get|got|contains", true],
]);
const EXTREMES = phraseTable<"asc" | "desc">([
  ["most|highest|largest|biggest|greatest|maximum|longest|best", "desc"],
  ["least|fewest|lowest|smallest|minimum|shortest", "asc"],
]);
const EXTREME_SIZES = phraseTable<"asc" | "desc">([
  ["largest|biggest", "desc"],
  ["smallest", "asc"],
]);
const EXTREME_TIMES = phraseTable<"asc" | "desc">([
  ["newest|latest|most recent|most recently created|last", "desc"],
  ["oldest|earliest|first", "asc"],
]);
const TOP = phraseTable<"asc" | "desc">([
  ["top|first|the top|highest", "desc"],
  ["bottom|the bottom|last|lowest", "asc"],
]);
const WITH = phraseTable([
  [
    "with the|with|having the|having|that have the|have the|has the|have|has|that has the|that have|which has the|which have the|with its|using the|uses the|use the|needs the|need the|run the|runs the",
    true,
  ],
]);
const BY = phraseTable([
  [
    "by|by the|sorted by|ordered by|ranked by|in terms of|according to|with the most|with the highest|by their|by its|with the largest|by highest|by most|on",
    true,
  ],
]);
const BY_LEAST = phraseTable([["with the least|with the fewest|with the lowest|with the smallest|by lowest", true]]);
const NUMBER_OF = phraseTable([["number of|the number of|amount of|the amount of|count of|how many", true]]);
/** Of a figure that no noun follows. */
const ALL_CIS: Noun = { ...ANY_CI };
const IS_THE = phraseTable<"one" | "several">([
  ["is the|was the", "one"],
  ["are the|were the", "several"],
]);
const SORTED = phraseTable([["sorted by|ordered by|in order of|sort by|order by", true]]);
const ORDERS = phraseTable<"asc" | "desc">([
  ["descending|desc|highest first|largest first|newest first|most first", "desc"],
  ["ascending|asc|lowest first|smallest first|oldest first", "asc"],
]);
const FOR_EACH = phraseTable([["for each|for every|per|by", true]]);
const HOW_MANY = phraseTable([
  [
    "how many|the number of|number of|show the number of|what is the number of|count the|list the number of|give the number of",
    true,
  ],
]);
const COMMA = phraseTable([[",|, show|, give|, list", true]]);

/** `sorted by memory`, `ordered by size descending`. */
export function* ordersAt(phrase: Phrase, at: number, ask: Ask): Generator<Found<Ask>> {
  if (ask.order || ask.shape !== "list") return;
  for (const { to } of phrase.table(SORTED, at)) {
    for (const past of pastArticle(phrase, to)) {
      for (const field of phrase.fields(past)) {
        for (const { to: end, value: direction } of phrase.table(ORDERS, field.to)) {
          yield { to: end, value: { ...ask, order: { by: field.value, direction } } };
        }
        yield { to: field.to, value: { ...ask, order: { by: field.value, direction: "asc" } } };
      }
    }
  }
}

/** `per location and type`, `grouped by owner`, `does each team have`. */
export function* groupsAt(phrase: Phrase, at: number, ask: Ask): Generator<Found<Ask>> {
  if (ask.groups.length > 0 || ask.order || ask.shape === "fields") return;
  for (const { to } of phrase.table(GROUP, at)) {
    for (const list of fieldLists(phrase, to)) yield { to: list.to, value: grouped(ask, list.value) };
  }
  for (const does of phrase.table(DO, at)) {
    for (const each of phrase.table(GROUP, does.to)) {
      for (const field of phrase.fields(each.to)) {
        for (const { to } of phrase.table(HOLD, field.to)) yield { to, value: grouped(ask, [field.value]) };
      }
    }
  }
}

function* fieldLists(phrase: Phrase, at: number): Generator<Found<FieldPhrase[]>> {
  const each = function* (start: number) {
    for (const past of pastArticle(phrase, start)) yield* phrase.fields(past);
  };
  const again = (start: number) => phrase.table(FOR_EACH, start).map(({ to }) => to);
  yield* listsAt(phrase, at, each, again);
}

function grouped(ask: Ask, groups: FieldPhrase[]): Ask {
  return { ...ask, shape: ask.shape === "figure" ? "figure" : "count", groups };
}

function ofHead(shape: Ask["shape"], { noun, conditions }: NounPhrase): Ask {
  return newAsk(shape, noun, conditions);
}

/** `average memory of the servers in Lyon`, `how many cores do the VMs have in total`, `for each owner, how many apps`. */
export function* figureOpenings(phrase: Phrase, start: number, clock: QuestionClock): Generator<Found<Ask>> {
  const starts = [...phrase.table(ASKING, start).map(({ to }) => to), start];
  for (const begin of starts) {
    for (const at of pastArticle(phrase, begin)) yield* figures(phrase, at, clock);
  }
  yield* amounts(phrase, start, clock);
  yield* forEach(phrase, start, clock);
  yield* holders(phrase, start, clock);
}

function* figures(phrase: Phrase, at: number, clock: QuestionClock): Generator<Found<Ask>> {
  for (const { to, value: fn } of phrase.table(FIGURES, at)) {
    for (const field of phrase.fields(to)) {
      const figure = { fn, field: field.value };
      for (const of of phrase.table(OF, field.to)) {
        for (const head of nounPhrases(phrase, of.to, clock)) {
          yield { to: head.to, value: { ...ofHead("figure", head.value), figure } };
        }
      }
    }
    for (const field of phrase.fields(to)) {
      yield { to: field.to, value: { ...newAsk("figure", ALL_CIS), figure: { fn, field: field.value } } };
    }
    // `total server memory`, `average database size`
    for (const noun of phrase.nouns(to)) {
      for (const field of phrase.fields(noun.to)) {
        yield { to: field.to, value: { ...newAsk("figure", noun.value), figure: { fn, field: field.value } } };
      }
    }
  }
}

/** `how much memory do the servers have`, `how many different systems do our servers run`. */
function* amounts(phrase: Phrase, at: number, clock: QuestionClock): Generator<Found<Ask>> {
  for (const [table, fn] of [
    [HOW_MANY_DIFFERENT, "count_distinct"],
    [HOW_MUCH, "sum"],
  ] as const) {
    for (const { to } of phrase.table(table, at)) {
      for (const field of phrase.fields(to)) {
        for (const does of [
          ...phrase.table(DO, field.to),
          ...phrase.table(USED, field.to),
          ...phrase.table(OF, field.to),
        ]) {
          for (const head of nounPhrases(phrase, does.to, clock)) {
            const ask: Ask = { ...ofHead("figure", head.value), figure: { fn, field: field.value } };
            yield* thenHave(phrase, head.to, ask, clock);
          }
        }
        if (fn === "count_distinct")
          yield { to: field.to, value: { ...newAsk("figure", ANY_CI), figure: { fn, field: field.value } } };
      }
    }
  }
}

/** Conditions may stand between the noun and the verb; the verb then ends the question. */
function* thenHave(phrase: Phrase, at: number, ask: Ask, _clock: QuestionClock): Generator<Found<Ask>> {
  for (const { to } of phrase.table(HAVE, at)) yield { to, value: ask };
  yield { to: at, value: ask };
}

/** `for each owner, how many applications`. */
function* forEach(phrase: Phrase, at: number, clock: QuestionClock): Generator<Found<Ask>> {
  for (const each of phrase.table(FOR_EACH, at)) {
    for (const list of fieldLists(phrase, each.to)) {
      for (const start of [...phrase.table(COMMA, list.to).map(({ to }) => to), list.to]) {
        for (const many of phrase.table(HOW_MANY, start)) {
          for (const head of nounPhrases(phrase, many.to, clock)) {
            yield { to: head.to, value: grouped(ofHead("count", head.value), list.value) };
          }
        }
      }
    }
  }
}

const OWNERS_OF = phraseTable([
  [
    "have|own|has|with|host|run|contain|are there for|are used by|do we have for|do the|do our|are in use by|exist for|are on|are there among|use|owning|having",
    true,
  ],
]);
const EVERYTHING = phraseTable([
  ["do we have|are there|exist|do we use|are in use|do we know|are known|do we run|are used", true],
]);

/** `which owners have inactive servers`, `what locations do we have`: the values of a field. */
function* holders(phrase: Phrase, start: number, clock: QuestionClock): Generator<Found<Ask>> {
  for (const asking of phrase.table(ASKING, start)) {
    for (const at of pastArticle(phrase, asking.to)) {
      for (const field of phrase.fields(at)) {
        for (const { to } of phrase.table(OWNERS_OF, field.to)) {
          for (const head of nounPhrases(phrase, to, clock)) {
            yield { to: head.to, value: valuesOf(ofHead("count", head.value), field.value) };
          }
        }
        for (const { to } of phrase.table(EVERYTHING, field.to)) {
          yield { to, value: valuesOf(newAsk("count", ANY_CI), field.value) };
        }
      }
    }
  }
}

/** The values that there are: without those that lack one. */
function valuesOf(ask: Ask, field: FieldPhrase): Ask {
  const exists: Condition = { kind: "missing", field, isNegated: true };
  return { ...ask, groups: [field], conditions: [...ask.conditions, exists] };
}

/** `top 5 servers by memory`, `which server has the most memory`, `the largest database`, `the 3 newest events`. */
export function* topOpenings(phrase: Phrase, start: number, clock: QuestionClock): Generator<Found<Ask>> {
  const starts = [...phrase.table(ASKING, start).map(({ to }) => to), start];
  for (const begin of starts) {
    for (const at of pastArticle(phrase, begin)) {
      for (const top of phrase.table(TOP, at)) {
        const count = phrase.number(top.to);
        if (count) yield* ranked(phrase, count.to, clock, top.value, count.value);
      }
      const count = phrase.number(at);
      const limit = count?.value ?? 1;
      yield* superlatives(phrase, count?.to ?? at, clock, limit);
      // `the 5 servers with the most memory`, `which server has the least memory`
      yield* withMost(phrase, count?.to ?? at, clock, limit);
      yield* isMost(phrase, count?.to ?? at, clock, limit);
      for (const extreme of phrase.table(EXTREMES, at)) {
        const after = phrase.number(extreme.to);
        if (after) yield* ranked(phrase, after.to, clock, extreme.value, after.value);
      }
    }
  }
}

function* ranked(
  phrase: Phrase,
  at: number,
  clock: QuestionClock,
  direction: "asc" | "desc",
  limit: number,
): Generator<Found<Ask>> {
  for (const head of nounPhrases(phrase, at, clock)) {
    for (const conditioned of ofField(phrase, head, clock)) {
      for (const by of phrase.table(BY, conditioned.to))
        yield* orderedBy(phrase, by.to, conditioned.value, direction, limit);
      for (const by of phrase.table(BY_LEAST, conditioned.to))
        yield* orderedBy(phrase, by.to, conditioned.value, "asc", limit);
    }
  }
  // `top 3 owners by number of applications`
  for (const field of phrase.fields(at)) {
    for (const by of phrase.table(BY, field.to))
      yield* groupsByFigure(phrase, by.to, clock, field.value, direction, limit);
  }
}

/** One condition may stand between the noun and what it is ordered by: `top 5 servers in Lyon by memory`. */
function* ofField(phrase: Phrase, head: Found<NounPhrase>, clock: QuestionClock): Generator<Found<Ask>> {
  const ask = ofHead("list", head.value);
  yield { to: head.to, value: ask };
  for (const condition of placesAt(phrase, head.to, clock)) {
    yield { to: condition.to, value: { ...ask, conditions: [...ask.conditions, condition.value] } };
  }
}

function* orderedBy(
  phrase: Phrase,
  start: number,
  ask: Ask,
  direction: "asc" | "desc",
  limit: number,
): Generator<Found<Ask>> {
  for (const at of [...phrase.table(NUMBER_OF, start).map(({ to }) => to), start]) {
    for (const past of pastArticle(phrase, at)) {
      for (const field of phrase.fields(past)) {
        yield { to: field.to, value: { ...ask, order: { by: field.value, direction }, limit } };
      }
      for (const noun of phrase.nouns(past)) yield* mostEvents(noun, ask, direction, limit);
    }
  }
}

const CI_FIELD: FieldPhrase = { words: ["ci"], text: "CI" };

/** Which CIs have the most events or vulnerabilities: these in groups of their CI. */
function* mostEvents(
  noun: Found<Ask["noun"]>,
  ask: Ask,
  direction: "asc" | "desc",
  limit: number,
): Generator<Found<Ask>> {
  if ((noun.value.target !== "event" && noun.value.target !== "vulnerability") || ask.noun.target !== "ci") return;
  const related: Condition = { kind: "related", noun: ask.noun, conditions: ask.conditions };
  const value: Ask = {
    ...newAsk("count", noun.value, [related]),
    groups: [CI_FIELD],
    order: { by: "figure", direction },
    limit,
  };
  yield { to: noun.to, value };
}

/** Groups in the order of a figure of them. */
function* groupsByFigure(
  phrase: Phrase,
  start: number,
  clock: QuestionClock,
  group: FieldPhrase,
  direction: "asc" | "desc",
  limit: number,
): Generator<Found<Ask>> {
  for (const at of [...phrase.table(NUMBER_OF, start).map(({ to }) => to), start]) {
    for (const head of nounPhrases(phrase, at, clock)) {
      const ask = valuesOf(ofHead("count", head.value), group);
      yield { to: head.to, value: { ...ask, order: { by: "figure", direction }, limit } };
    }
  }
  for (const figure of phrase.table(FIGURES, start)) {
    for (const field of phrase.fields(figure.to)) {
      for (const of of phrase.table(OF, field.to)) {
        for (const head of nounPhrases(phrase, of.to, clock)) {
          const ask = valuesOf(
            { ...ofHead("figure", head.value), figure: { fn: figure.value, field: field.value } },
            group,
          );
          yield { to: head.to, value: { ...ask, order: { by: "figure", direction }, limit } };
        }
      }
    }
  }
}

/** `which event is the oldest`, `which 2 databases are the largest`. */
function* isMost(phrase: Phrase, at: number, clock: QuestionClock, limit: number): Generator<Found<Ask>> {
  for (const head of nounPhrases(phrase, at, clock)) {
    for (const is of phrase.table(IS_THE, head.to)) {
      if (is.value === "several" && limit === 1) continue;
      const ask = ofHead("list", head.value);
      for (const { to, value: direction } of phrase.table(EXTREME_TIMES, is.to)) {
        yield { to, value: { ...ask, order: { by: "time", direction }, limit } };
      }
      const size: FieldPhrase = { words: ["size"], text: "size" };
      for (const { to, value: direction } of phrase.table(EXTREME_SIZES, is.to)) {
        yield { to, value: { ...ask, order: { by: size, direction }, limit } };
      }
    }
  }
}

/** `largest database`, `newest events`. */
function* superlatives(phrase: Phrase, at: number, clock: QuestionClock, limit: number): Generator<Found<Ask>> {
  for (const { to, value: direction } of phrase.table(EXTREME_SIZES, at)) {
    const size: FieldPhrase = { words: ["size"], text: "size" };
    for (const from of countAfter(phrase, to, limit)) {
      for (const head of nounPhrases(phrase, from.to, clock)) {
        yield {
          to: head.to,
          value: { ...ofHead("list", head.value), order: { by: size, direction }, limit: from.value },
        };
      }
    }
  }
  for (const { to, value: direction } of phrase.table(EXTREME_TIMES, at)) {
    for (const from of countAfter(phrase, to, limit)) {
      for (const head of nounPhrases(phrase, from.to, clock)) {
        yield {
          to: head.to,
          value: { ...ofHead("list", head.value), order: { by: "time", direction }, limit: from.value },
        };
      }
    }
  }
}

function* countAfter(phrase: Phrase, at: number, limit: number): Generator<Found<number>> {
  const count = phrase.number(at);
  if (count) yield { to: count.to, value: count.value };
  yield { to: at, value: limit };
}

/** `which server has the most memory`, `which location has the most servers`. */
function* withMost(phrase: Phrase, at: number, clock: QuestionClock, limit: number): Generator<Found<Ask>> {
  for (const head of nounPhrases(phrase, at, clock)) {
    for (const conditioned of ofField(phrase, head, clock)) {
      for (const has of phrase.table(WITH, conditioned.to)) {
        for (const { to, value: direction } of phrase.table(EXTREMES, has.to)) {
          yield* orderedBy(phrase, to, conditioned.value, direction, limit);
        }
      }
    }
  }
  for (const field of phrase.fields(at)) {
    for (const has of [...phrase.table(WITH, field.to), ...phrase.table(HOLD, field.to)]) {
      for (const the of pastArticle(phrase, has.to)) {
        for (const { to, value: direction } of phrase.table(EXTREMES, the)) {
          yield* groupsByFigure(phrase, to, clock, field.value, direction, limit);
          for (const figureField of phrase.fields(to)) {
            const figure = { fn: "sum" as const, field: figureField.value };
            const ask = valuesOf({ ...newAsk("figure", ANY_CI), figure }, field.value);
            yield { to: figureField.to, value: { ...ask, order: { by: "figure", direction }, limit } };
          }
        }
      }
    }
  }
}

import { placedValues } from "./values.ts";

function* placesAt(phrase: Phrase, at: number, _clock: QuestionClock): Generator<Found<Condition>> {
  yield* placedValues(phrase, at);
}
