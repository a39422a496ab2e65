import { pastArticle } from "./lists.ts";
import type { Comparison, Condition, FieldPhrase } from "./meaning.ts";
import type { Found, Phrase } from "./phrase.ts";
import { phraseTable } from "./phrase-table.ts";

const COMPARISONS = phraseTable<Comparison>([
  ["more than|greater than|over|above|exceeding|exceeds|exceed|in excess of|>", "gt"],
  ["bigger than|larger than|higher than|better than|longer than", "gt"],
  [
    "at least|no less than|not less than|no fewer than|not fewer than|a minimum of|minimum|>=|≥|not below|not under",
    "gte",
  ],
  ["less than|fewer than|under|below|smaller than|lower than|shorter than|<", "lt"],
  ["at most|no more than|not more than|up to|a maximum of|maximum|<=|≤|not above|not over", "lte"],
  ["exactly|precisely|equal to|=|just", "eq"],
]);
/** `more RAM than 32 GB` */
const SPLIT = phraseTable<Comparison>([
  ["more|bigger|larger|higher|greater", "gt"],
  ["less|fewer|smaller|lower", "lt"],
]);
const THAN = phraseTable([["than", true]]);
/** Said of a thing itself, these mean its size. */
const SIZES = phraseTable<Comparison>([
  ["bigger than|larger than|greater than", "gt"],
  ["smaller than", "lt"],
]);
const AFTERWARDS = phraseTable<Comparison>([
  ["or more|or above|or higher|or better|or over|or greater|and above|and more|and up|or larger|or bigger", "gte"],
  ["or less|or fewer|or below|or lower|or under|and below|or smaller|and less", "lte"],
]);
const BETWEEN = phraseTable([["between|from", true]]);
const AND = phraseTable([["and|to", true]]);
const IS = phraseTable([["is|are|was|of|at|being|:|that is|which is|set to", true]]);
const OF = phraseTable([["of|in", true]]);
const WITH = phraseTable([["with|having|has|have|had|whose|where|of|offering|needing|an|a|the", true]]);

type Bounds = { bounds: { op: Comparison; value: number }[]; unit: string | undefined };

/** `more than 16 GB`, `between 4 and 8`, `8 or more`; a bare number counts only where `isExact` allows it. */
function* boundsAt(phrase: Phrase, at: number, isExact: boolean): Generator<Found<Bounds>> {
  for (const between of phrase.table(BETWEEN, at)) {
    const low = phrase.number(between.to);
    if (!low) continue;
    const lowUnit = phrase.unit(low.to);
    for (const and of phrase.table(AND, lowUnit?.to ?? low.to)) {
      const high = phrase.number(and.to);
      if (!high) continue;
      const unit = phrase.unit(high.to);
      if (lowUnit && unit && lowUnit.value !== unit.value) continue;
      const bounds = [
        { op: "gte" as const, value: low.value },
        { op: "lte" as const, value: high.value },
      ];
      yield { to: unit?.to ?? high.to, value: { bounds, unit: (unit ?? lowUnit)?.value } };
    }
  }
  for (const { to, value: op } of phrase.table(COMPARISONS, at)) {
    for (const { to: end, value } of amounts(phrase, to))
      yield { to: end, value: { ...value, bounds: [{ op, value: value.bounds[0]!.value }] } };
  }
  for (const amount of amounts(phrase, at)) {
    for (const { to, value: op } of phrase.table(AFTERWARDS, amount.to)) {
      yield { to, value: { ...amount.value, bounds: [{ op, value: amount.value.bounds[0]!.value }] } };
    }
    if (isExact) yield amount;
  }
}

function* amounts(phrase: Phrase, at: number): Generator<Found<Bounds>> {
  const number = phrase.number(at);
  if (!number) return;
  const unit = phrase.unit(number.to);
  yield {
    to: unit?.to ?? number.to,
    value: { bounds: [{ op: "eq", value: number.value }], unit: unit?.value },
  };
}

/** Comparisons of a field: `more than 8 GB of memory`, `memory over 8 GB`, `8 or more cores`, `larger than 1 TB`. */
export function* comparisonsAt(phrase: Phrase, start: number): Generator<Found<Condition>> {
  const starts = [
    ...phrase.table(WITH, start).flatMap(({ to }) => [...phrase.table(WITH, to).map((next) => next.to), to]),
    start,
  ];
  for (const at of starts) {
    for (const amount of boundsAt(phrase, at, true)) {
      for (const field of fieldsAfter(phrase, amount.to)) {
        // `8 cores or more`
        for (const { to, value: op } of amount.value.bounds[0]!.op === "eq" ? phrase.table(AFTERWARDS, field.to) : []) {
          yield compare(to, field.value, { ...amount.value, bounds: [{ op, value: amount.value.bounds[0]!.value }] });
        }
        yield compare(field.to, field.value, amount.value);
      }
    }
    for (const past of pastArticle(phrase, at)) {
      for (const field of phrase.fields(past)) {
        for (const from of [...phrase.table(IS, field.to).map(({ to }) => to), field.to]) {
          for (const amount of boundsAt(phrase, from, true)) yield compare(amount.to, field.value, amount.value);
        }
      }
    }
  }
  for (const at of starts) {
    for (const split of phrase.table(SPLIT, at)) {
      for (const field of phrase.fields(split.to)) {
        for (const than of phrase.table(THAN, field.to)) {
          for (const amount of amounts(phrase, than.to)) {
            const bounds = [{ op: split.value, value: amount.value.bounds[0]!.value }];
            yield compare(amount.to, field.value, { ...amount.value, bounds });
          }
        }
      }
    }
  }
  for (const { to, value: op } of phrase.table(SIZES, start)) {
    for (const amount of amounts(phrase, to)) {
      if (amount.value.unit === undefined) continue;
      const size: FieldPhrase = { words: ["size"], text: "size" };
      yield compare(amount.to, size, { ...amount.value, bounds: [{ op, value: amount.value.bounds[0]!.value }] });
    }
  }
}

function* fieldsAfter(phrase: Phrase, at: number): Generator<Found<FieldPhrase>> {
  for (const { to } of phrase.table(OF, at)) yield* phrase.fields(to);
  yield* phrase.fields(at);
}

function compare(to: number, field: FieldPhrase, { bounds, unit }: Bounds): Found<Condition> {
  return { to, value: { kind: "compare", field, bounds, unit, isNegated: false } };
}
