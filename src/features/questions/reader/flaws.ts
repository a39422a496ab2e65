import type { Condition, Noun } from "./meaning.ts";
import type { Found, Phrase } from "./phrase.ts";
import { phraseTable } from "./phrase-table.ts";

const EXPLOITED = phraseTable([
  [
    "known exploited|known to be exploited|exploited|actively exploited|exploited in the wild|being exploited|kev|in the kev catalogue|" +
      "in the kev catalog|in the kev|under attack",
    true,
  ],
]);
const EXPOSED = phraseTable([
  [
    "exposed to|vulnerable to|affected by|have|has|with|hit by|susceptible to|concerned by|suffer from|suffers from",
    true,
  ],
]);
const EXPOSED_ALONE = phraseTable([["exposed|vulnerable", true]]);
const CALLED = phraseTable([["called|named|is|of|for", true]]);
const CVE = /^cve-\d{4}-\d{4,19}$/;
const VULNERABILITIES: Noun = { target: "vulnerability", types: [], text: "vulnerabilities" };

/** `known exploited`, `CVE-2021-44228`: said of vulnerabilities. */
export function* flawsAt(phrase: Phrase, at: number): Generator<Found<Condition>> {
  for (const { to } of phrase.table(EXPLOITED, at)) {
    const text = phrase.text(at, to);
    yield { to, value: { kind: "flaw", field: "known_exploited", value: true, text, isNegated: false } };
  }
  for (const { to } of phrase.table(CALLED, at)) yield* namedAt(phrase, to);
  yield* namedAt(phrase, at);
}

/** `exposed to CVE-2021-44228`, `vulnerable`: said of CIs. */
export function* exposedAt(phrase: Phrase, at: number): Generator<Found<Condition>> {
  for (const { to } of phrase.table(EXPOSED, at)) {
    for (const named of namedAt(phrase, to)) {
      yield { to: named.to, value: { kind: "related", noun: VULNERABILITIES, conditions: [named.value] } };
    }
  }
  for (const { to } of phrase.table(EXPOSED_ALONE, at)) {
    yield { to, value: { kind: "related", noun: VULNERABILITIES, conditions: [] } };
  }
}

function* namedAt(phrase: Phrase, at: number): Generator<Found<Condition>> {
  const word = phrase.words[at] ?? "";
  if (!CVE.test(word)) return;
  yield { to: at + 1, value: { kind: "flaw", field: "cve", value: word.toUpperCase(), text: word, isNegated: false } };
}
