import { DateTime } from "luxon";
import type { TimeSpan } from "./meaning.ts";
import { CALENDAR_UNITS, momentsAt, type QuestionClock, type Stretch, UNITS } from "./moments.ts";
import type { Found, Phrase } from "./phrase.ts";
import { phraseTable } from "./phrase-table.ts";

const SINCE = phraseTable([["since|starting|ever since|as of", true]]);
const AFTER = phraseTable([["after|later than|newer than|past", true]]);
const BEFORE = phraseTable([["before|prior to|earlier than|older than|until before", true]]);
const UNTIL = phraseTable([["until|till|up to|through", true]]);
const BETWEEN = phraseTable([["between", true]]);
const FROM = phraseTable([["from", true]]);
const AND = phraseTable([["and", true]]);
const TO = phraseTable([["to|until|till|through", true]]);
const WITHIN = phraseTable([["in|on|during|within|at|of|over|for|from", true]]);
/** Backwards from now: `in the last 7 days`, `the past hour`. */
const LAST = phraseTable([
  ["the last|the past|the previous|the preceding|last|past", -1],
  ["the next|the coming|the following|next", 1],
]);
const ARTICLE_LAST = phraseTable([["the last|the past|past", true]]);
const AGES = phraseTable([
  ["older than|more than|over|for more than|for over|for longer than|longer than|for at least", "before"],
  ["newer than|younger than|less than|not older than|no older than|for less than|within", "after"],
] as const);
const AGO = phraseTable([["ago", true]]);
const OLD = phraseTable([["old", true]]);

/** Stretches of time that a question limits something to, longest first at each place. */
export function* spansAt(phrase: Phrase, at: number, clock: QuestionClock): Generator<Found<TimeSpan>> {
  yield* lastSpans(phrase, at, clock);
  yield* ageSpans(phrase, at, clock);
  yield* betweenSpans(phrase, at, clock);
  const open = (ranges: Iterable<Found<Stretch>>, span: (range: Stretch) => Span) => named(phrase, at, ranges, span);
  for (const { to } of phrase.table(SINCE, at)) yield* open(momentsAt(phrase, to, clock), ({ from }) => ({ from }));
  for (const { to } of phrase.table(AFTER, at))
    yield* open(momentsAt(phrase, to, clock), (range) => ({ from: range.to }));
  for (const { to } of phrase.table(BEFORE, at))
    yield* open(momentsAt(phrase, to, clock), ({ from }) => ({ to: from }));
  for (const { to } of phrase.table(UNTIL, at))
    yield* open(momentsAt(phrase, to, clock), (range) => ({ to: range.to }));
  for (const { to } of phrase.table(WITHIN, at)) yield* wholes(phrase, at, to, clock);
  yield* wholes(phrase, at, at, clock);
}

interface Span {
  from?: DateTime;
  to?: DateTime;
}

function* named(
  phrase: Phrase,
  at: number,
  ranges: Iterable<Found<Stretch>>,
  span: (range: Stretch) => Span,
): Generator<Found<TimeSpan>> {
  for (const { to, value } of ranges) yield { to, value: timeSpan(span(value), phrase.text(at, to)) };
}

/** A day, month ... as a whole; an instant is none. */
function* wholes(phrase: Phrase, at: number, start: number, clock: QuestionClock): Generator<Found<TimeSpan>> {
  const ranges = [...momentsAt(phrase, start, clock)].filter(({ value }) => value.to > value.from);
  yield* named(phrase, at, ranges, (range) => range);
}

/** `in the last 7 days` goes back from now, as does `in the past week`; `last week` is one of the calendar. */
function* lastSpans(phrase: Phrase, at: number, { now, zone }: QuestionClock): Generator<Found<TimeSpan>> {
  const here = DateTime.fromJSDate(now, { zone });
  const starts = [...phrase.table(WITHIN, at).map(({ to }) => to), at];
  const span = (sign: number, time: DateTime) => (sign < 0 ? { from: time, to: here } : { from: here, to: time });
  for (const start of starts) {
    for (const last of phrase.table(LAST, start)) {
      const count = phrase.number(last.to);
      if (!count) continue;
      for (const { to, value: unit } of phrase.table(UNITS, count.to)) {
        const time = here.plus({ [unit]: last.value * count.value });
        yield { to, value: timeSpan(span(last.value, time), phrase.text(at, to)) };
      }
    }
    for (const last of phrase.table(ARTICLE_LAST, start)) {
      for (const table of [UNITS, CALENDAR_UNITS]) {
        for (const { to, value } of phrase.table<string>(table, last.to)) {
          const unit = value.endsWith("s") ? value : `${value}s`;
          yield { to, value: timeSpan({ from: here.minus({ [unit]: 1 }), to: here }, phrase.text(at, to)) };
        }
      }
    }
  }
}

/** `older than 30 days`, `more than 2 hours ago`. */
function* ageSpans(phrase: Phrase, at: number, { now, zone }: QuestionClock): Generator<Found<TimeSpan>> {
  const here = DateTime.fromJSDate(now, { zone });
  for (const age of phrase.table(AGES, at)) {
    const count = phrase.number(age.to);
    if (!count) continue;
    for (const unit of phrase.table(UNITS, count.to)) {
      const then = here.minus({ [unit.value]: count.value });
      const ends = [...phrase.table(AGO, unit.to), ...phrase.table(OLD, unit.to)].map(({ to }) => to);
      const isComplete = !/^(?:more than|over|less than|within)$/.test(phrase.text(at, age.to).toLowerCase());
      for (const to of [...ends, ...(isComplete ? [unit.to] : [])]) {
        yield { to, value: timeSpan(age.value === "before" ? { to: then } : { from: then }, phrase.text(at, to)) };
      }
    }
  }
}

/** Both ends included: `between Monday and Wednesday` ends with Wednesday. */
function* betweenSpans(phrase: Phrase, at: number, clock: QuestionClock): Generator<Found<TimeSpan>> {
  for (const [first, second] of [
    [BETWEEN, AND],
    [FROM, TO],
  ] as const) {
    for (const { to: start } of phrase.table(first, at)) {
      for (const from of momentsAt(phrase, start, clock)) {
        for (const { to: middle } of phrase.table(second, from.to)) {
          for (const to of momentsAt(phrase, middle, clock)) {
            const span = { from: from.value.from, to: to.value.to };
            yield { to: to.to, value: timeSpan(span, phrase.text(at, to.to)) };
          }
        }
      }
    }
  }
}

function timeSpan({ from, to }: Span, text: string): TimeSpan {
  const iso = (time: DateTime) => time.toUTC().toISO()!;
  const day = (time: DateTime) => time.toISODate()!;
  return { ...(from && { from: iso(from), fromDay: day(from) }), ...(to && { to: iso(to), toDay: day(to) }), text };
}
