import { comparisonsAt } from "./comparisons.ts";
import { exposedAt, flawsAt } from "./flaws.ts";
import { datesAt, happeningsAt } from "./happenings.ts";
import { effectsAt, linksAt } from "./links.ts";
import { cisAt, pastArticle } from "./lists.ts";
import type { Condition, Noun } from "./meaning.ts";
import type { QuestionClock } from "./moments.ts";
import { nounPhrases } from "./noun-phrases.ts";
import type { Found, Phrase } from "./phrase.ts";
import { phraseTable } from "./phrase-table.ts";
import { installedAt } from "./programs.ts";
import { bareValues, fieldValues, missingFields, placedValues } from "./values.ts";

/** Words that join a clause to what stands before it. */
const JOINS = phraseTable<"and" | "or">([
  ["and|, and|,|and also|but|, but|and which|and that|also|and are|as well as", "and"],
  ["or|, or|or which|or that", "or"],
]);
const RELATIVE = phraseTable([
  ["that|which|who|there|currently|now|still|already|actually|just|have been|has been|are currently|to be", true],
]);
/** Verbs and auxiliaries; whether they deny. */
const VERBS = phraseTable<boolean>([
  [
    "are|is|was|were|be|been|being|have|has|had|do|does|did|would|will|can|could|have been|has been|are being|get|got|stand|sit|live",
    false,
  ],
  [
    "are not|is not|was not|were not|have not|has not|had not|do not|does not|did not|not|are no longer|never|have never been|has not been|have not been|cannot|can not|are neither|is neither|neither|non|no longer",
    true,
  ],
]);
const ON = phraseTable([
  [
    "on|for|of|affecting|affect|affects|about|at|concerning|hitting|hit|to|against|affected|installed on|is installed on|are installed on|from|running on|run on|runs on|related to|in|concern|touching|across",
    true,
  ],
]);
const WITH = phraseTable([
  [
    "with|have|has|having|had|that have|affected by|are affected by|hit by|get|got|exposed to|vulnerable to|exposed by|suffer from",
    true,
  ],
]);

/** Conditions on a noun that stand after it: `in Lyon`, `that are not active`, `with more than 8 cores`. */
export function* clausesAt(phrase: Phrase, start: number, clock: QuestionClock, noun: Noun): Generator<Found<Joined>> {
  for (const join of [...phrase.table(JOINS, start), { to: start, value: "and" as const }]) {
    for (const relative of [...phrase.table(RELATIVE, join.to), { to: join.to }]) {
      yield* predicates(phrase, relative.to, clock, noun, join.value);
      for (const verb of phrase.table(VERBS, relative.to)) {
        for (const past of [...phrase.table(RELATIVE, verb.to), { to: verb.to }]) {
          for (const { to, value } of predicates(phrase, past.to, clock, noun, join.value)) {
            const condition = verb.value ? negated(value.condition) : value.condition;
            if (condition) yield { to, value: { ...value, condition } };
          }
          for (const { to, value } of bareValues(phrase, past.to)) {
            const condition = verb.value ? negated(value) : value;
            if (condition) yield { to, value: { join: join.value, condition } };
          }
        }
      }
    }
  }
}

export interface Joined {
  join: "and" | "or";
  condition: Condition;
}

function* predicates(
  phrase: Phrase,
  at: number,
  clock: QuestionClock,
  noun: Noun,
  join: Joined["join"],
): Generator<Found<Joined>> {
  for (const find of [
    () => linksAt(phrase, at),
    () => effectsAt(phrase, at),
    () => flawsAt(phrase, at),
    () => installedAt(phrase, at, noun),
    () => datesAt(phrase, at, clock),
    () => missingFields(phrase, at),
    () => comparisonsAt(phrase, at),
    () => fieldValues(phrase, at),
    () => placedValues(phrase, at),
    () => happeningsAt(phrase, at, clock),
    () => relatedAt(phrase, at, clock, noun),
  ]) {
    for (const { to, value } of find()) yield { to, value: { join, condition: value } };
  }
}

/** The opposite of a condition; undefined where no form can say it. */
function negated(condition: Condition): Condition | undefined {
  switch (condition.kind) {
    case "value":
    case "compare":
    case "missing":
    case "date":
    case "ci":
    case "flaw":
    case "path":
    case "installed":
      return { ...condition, isNegated: !condition.isNegated };
    case "impact":
    case "time":
    case "related":
    case "any":
      return undefined;
  }
}

/** What CIs have, by which they can be asked for. */
const REACHED: ReadonlySet<Noun["target"]> = new Set<Noun["target"]>(["event", "vulnerability"]);
const FAR: ReadonlySet<Noun["target"]> = new Set<Noun["target"]>([
  "event",
  "software",
  "history",
  "incident",
  "relationship",
  "vulnerability",
]);

/** Of events, software and changes: the CIs that they belong to. Of CIs: events and vulnerabilities that they have. */
function* relatedAt(phrase: Phrase, at: number, clock: QuestionClock, noun: Noun): Generator<Found<Condition>> {
  if (FAR.has(noun.target)) {
    for (const { to } of phrase.table(ON, at)) {
      for (const named of cisAt(phrase, to))
        yield { to: named.to, value: { kind: "ci", cis: named.value, isNegated: false } };
      for (const other of nounPhrases(phrase, to, clock)) {
        if (other.value.noun.target !== "ci") continue;
        yield { to: other.to, value: { kind: "related", ...other.value } };
      }
    }
    return;
  }
  yield* exposedAt(phrase, at);
  for (const { to } of phrase.table(WITH, at)) {
    for (const past of pastArticle(phrase, to)) {
      for (const other of nounPhrases(phrase, past, clock)) {
        if (REACHED.has(other.value.noun.target)) yield { to: other.to, value: { kind: "related", ...other.value } };
      }
    }
  }
}
