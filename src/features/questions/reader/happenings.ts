import { pastArticle } from "./lists.ts";
import type { Condition, Happening } from "./meaning.ts";
import type { QuestionClock } from "./moments.ts";
import type { Found, Phrase } from "./phrase.ts";
import { phraseTable } from "./phrase-table.ts";
import { spansAt } from "./spans.ts";

const HAPPENINGS = phraseTable<Happening>([
  [
    "created|added|new|made|newly added|newly created|introduced|registered|appeared|been added|been created|recorded",
    "created",
  ],
  ["changed|modified|updated|edited|been changed|been modified|been updated|altered|been edited|change", "changed"],
  ["deleted|removed|been deleted|been removed|retired|disappeared", "deleted"],
  ["resolved|closed|been resolved|cleared|fixed", "resolved"],
  [
    "occurred|happened|raised|been raised|came in|come in|arrived|reported|triggered|fired|been reported|opened|received|there|occur|seen|started",
    "occurred",
  ],
]);
const WHOSE = phraseTable([["whose|with|where|with a|with the|having|has|have|having a|have a|has a|where the", true]]);
const ENDS = phraseTable([
  ["is|are|was|ended|ends|end|ending|date|falls|lies|expires|expired|that ends|runs out|ran out|ending date|due", true],
]);
const OVER = phraseTable([
  [
    "has expired|have expired|has ended|is over|expired|ended|has run out|ran out|is expired|have ended|already expired",
    true,
  ],
]);

/** `created since yesterday`, `new`, `changed in the last 3 days`, `since Monday`. */
export function* happeningsAt(phrase: Phrase, at: number, clock: QuestionClock): Generator<Found<Condition>> {
  for (const { to, value: happening } of phrase.table(HAPPENINGS, at)) {
    for (const span of spansAt(phrase, to, clock)) {
      yield { to: span.to, value: { kind: "time", happening, span: span.value } };
    }
    if (happening !== "occurred" && happening !== "resolved") {
      yield { to, value: { kind: "time", happening, span: undefined } };
    }
  }
  for (const span of spansAt(phrase, at, clock)) {
    yield { to: span.to, value: { kind: "time", happening: undefined, span: span.value } };
  }
}

/** Values that are dates: `with a warranty end before 2026-01-01`, `whose warranty has expired`. */
export function* datesAt(phrase: Phrase, start: number, clock: QuestionClock): Generator<Found<Condition>> {
  for (const begin of [...phrase.table(WHOSE, start).map(({ to }) => to), start]) {
    for (const at of pastArticle(phrase, begin)) {
      for (const field of phrase.fields(at)) {
        const ends = [...phrase.table(ENDS, field.to).map(({ to }) => to), field.to];
        for (const end of ends) {
          for (const { to, value: span } of spansAt(phrase, end, clock)) {
            yield { to, value: { kind: "date", field: field.value, span, isNegated: false } };
          }
        }
        for (const { to } of phrase.table(OVER, field.to)) {
          const span = { to: clock.now.toISOString(), toDay: dayOf(clock), text: phrase.text(field.to, to) };
          yield { to, value: { kind: "date", field: field.value, span, isNegated: false } };
        }
      }
    }
  }
}

function dayOf({ now, zone }: QuestionClock): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(now);
}
