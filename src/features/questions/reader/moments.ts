import { strict } from "chrono-node/en";
import { DateTime, type DurationLikeObject } from "luxon";
import type { Found, Phrase } from "./phrase.ts";
import { phraseTable } from "./phrase-table.ts";

/** When and where a question is asked. */
export interface QuestionClock {
  now: Date;
  /** IANA name. */
  zone: string;
}

/** A stretch of time that words name, in the zone of the question: an instant, where both are equal. */
export interface Stretch {
  from: DateTime;
  to: DateTime;
}

export type CalendarUnit = "hour" | "day" | "week" | "month" | "quarter" | "year";

export const UNITS = phraseTable<keyof DurationLikeObject>([
  ["minute|minutes|min|mins", "minutes"],
  ["hour|hours|hr|hrs", "hours"],
  ["day|days", "days"],
  ["week|weeks", "weeks"],
  ["month|months", "months"],
  ["quarter|quarters", "quarters"],
  ["year|years", "years"],
]);

export const CALENDAR_UNITS = phraseTable<CalendarUnit>([
  ["day", "day"],
  ["week", "week"],
  ["month", "month"],
  ["quarter", "quarter"],
  ["year", "year"],
]);

/** Days of the calendar by their distance from today. */
const DAYS = phraseTable([
  ["today", 0],
  ["yesterday", -1],
  ["the day before yesterday", -2],
  ["tomorrow", 1],
]);
const RELATIVE = phraseTable([
  ["last|previous", -1],
  ["this|the current|current", 0],
  ["next", 1],
]);
const NOW = phraseTable([["now|right now", true]]);
const START_OF = phraseTable([["the beginning of|beginning of|the start of|start of", true]]);
const AGO = phraseTable([["ago", true]]);
const WEEKDAYS = phraseTable(
  "monday tuesday wednesday thursday friday saturday sunday".split(" ").map((day, index) => [day, index + 1] as const),
);
const MONTHS = phraseTable(
  (
    "january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sep|sept october|oct " +
    "november|nov december|dec"
  )
    .split(" ")
    .map((month, index) => [month, index + 1] as const),
);

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const ISO_MONTH = /^\d{4}-\d{2}$/;
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:z|[+-]\d{2}:?\d{2})?$/;
const YEAR = /^(?:19|20)\d{2}$/;
const LONGEST_DATE = 6;

/** What names a point or a stretch of the calendar at a place: `yesterday`, `2026-03-01`, `3 hours ago`, `March 2026`. */
export function* momentsAt(phrase: Phrase, at: number, { now, zone }: QuestionClock): Generator<Found<Stretch>> {
  const here = DateTime.fromJSDate(now, { zone });
  yield* writtenMoments(phrase, at, here);
  for (const { to } of phrase.table(NOW, at)) yield { to, value: { from: here, to: here } };
  for (const { to, value } of phrase.table(DAYS, at)) yield { to, value: whole(here.plus({ days: value }), "day") };
  const count = phrase.number(at);
  if (count) {
    for (const unit of phrase.table(UNITS, count.to)) {
      for (const { to } of phrase.table(AGO, unit.to)) {
        const then = here.minus({ [unit.value]: count.value });
        yield { to, value: { from: then, to: then } };
      }
    }
  }
  for (const relative of phrase.table(RELATIVE, at)) {
    for (const unit of phrase.table(CALENDAR_UNITS, relative.to)) {
      yield { to: unit.to, value: whole(here.plus({ [`${unit.value}s`]: relative.value }), unit.value) };
    }
    if (relative.value === -1) yield* weekdayAt(phrase, relative.to, here);
  }
  yield* weekdayAt(phrase, at, here);
  for (const start of phrase.table(START_OF, at)) {
    for (const { to, value } of momentsAt(phrase, start.to, { now, zone })) {
      yield { to, value: { from: value.from, to: value.from } };
    }
  }
}

/** The last day of that name, today excluded. */
function* weekdayAt(phrase: Phrase, at: number, here: DateTime): Generator<Found<Stretch>> {
  for (const { to, value } of phrase.table(WEEKDAYS, at)) {
    yield { to, value: whole(here.minus({ days: ((here.weekday - value + 6) % 7) + 1 }), "day") };
  }
}

/** Dates as people and machines write them. Dates of digits only are read where their order is beyond doubt: ISO 8601. */
function* writtenMoments(phrase: Phrase, at: number, here: DateTime): Generator<Found<Stretch>> {
  const word = phrase.words[at] ?? "";
  const zone = here.zone;
  if (ISO_INSTANT.test(word)) {
    const instant = DateTime.fromISO(word.toUpperCase(), { zone });
    if (instant.isValid) yield { to: at + 1, value: { from: instant, to: instant } };
  } else if (ISO_DAY.test(word) || ISO_MONTH.test(word)) {
    const day = DateTime.fromISO(word, { zone });
    if (day.isValid) yield { to: at + 1, value: whole(day, ISO_DAY.test(word) ? "day" : "month") };
  } else if (YEAR.test(word)) {
    yield { to: at + 1, value: whole(DateTime.fromObject({ year: Number(word) }, { zone }), "year") };
  }
  for (let to = Math.min(phrase.length, at + LONGEST_DATE); to > at; to--) {
    const found = spelledDate(phrase, at, to, here);
    if (found) yield { to, value: found };
  }
}

/** `3 March 2026`, `March 3rd`, `March 2026`, `March`: with a month's name in it. */
function spelledDate(phrase: Phrase, at: number, to: number, here: DateTime): Stretch | undefined {
  const names = phrase.words.slice(at, to).some((word) => MONTHS.at([word], 0).length > 0);
  if (!names) return undefined;
  const text = phrase.text(at, to);
  const [found] = strict.parse(text, { instant: here.toJSDate(), timezone: here.offset });
  if (found?.index !== 0 || found.text.length !== text.length || found.end) return undefined;
  const { start } = found;
  const isDay = start.isCertain("day");
  const time = start.isCertain("hour") ? { hour: start.get("hour") ?? 0, minute: start.get("minute") ?? 0 } : undefined;
  const { zone } = here;
  const on = (year: number) =>
    DateTime.fromObject(
      { year, month: start.get("month") ?? 1, day: isDay ? (start.get("day") ?? 1) : 1, ...time },
      { zone },
    );
  // Without a year the last one is meant.
  const given = on(start.isCertain("year") ? (start.get("year") ?? here.year) : here.year);
  const moment = !start.isCertain("year") && given > here ? on(here.year - 1) : given;
  if (!moment.isValid) return undefined;
  return time ? { from: moment, to: moment } : whole(moment, isDay ? "day" : "month");
}

/** The day, week, month ... that a time lies in. Weeks begin on Monday. */
function whole(time: DateTime, unit: CalendarUnit): Stretch {
  const from = time.startOf(unit);
  return { from, to: from.plus({ [`${unit}s`]: 1 }) };
}
