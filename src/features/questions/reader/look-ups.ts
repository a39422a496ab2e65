import { cisAt, listsAt, pastArticle } from "./lists.ts";
import { ANY_CI, type Ask, type Condition, type FieldPhrase, newAsk } from "./meaning.ts";
import type { QuestionClock } from "./moments.ts";
import type { Found, Phrase } from "./phrase.ts";
import { phraseTable } from "./phrase-table.ts";

const WHAT_IS = phraseTable([
  ["what is|what's|what are|who is|show|show me|give me|tell me|which is|what was|list|get", true],
]);
const OF = phraseTable([["of|for|on|from", true]]);
const POSSESSIVE = phraseTable([["'s", true]]);
const WHO_OWNS = phraseTable([
  ["who owns|who is responsible for|which team owns|who is the owner of|who manages|what team owns", true],
]);
const WHERE_IS = phraseTable([["where is|where's|where does", true]]);
const LOCATED = phraseTable([["located|based|situated|standing|hosted|live|stand|sit", true]]);
const WHAT = phraseTable([["what|which|how much|how many", true]]);
const DO = phraseTable([["does|do|did|is", true]]);
const HAVE = phraseTable([["have|run|use|has|in|belong to|on", true]]);
const SHOW = phraseTable([
  [
    "show|show me|details of|show me the details of|show the details of|describe|what is|tell me about|find|details for|look up|open|give me details of|who is",
    true,
  ],
]);

const OWNER: FieldPhrase = { words: ["owner"], text: "owner" };
const LOCATION: FieldPhrase = { words: ["location"], text: "location" };

/** Fields of one CI: `who owns X`, `what is the os of X`, `where is X`, `how much memory does X have`. */
export function* lookUpOpenings(phrase: Phrase, at: number, _clock: QuestionClock): Generator<Found<Ask>> {
  for (const { to } of phrase.table(WHO_OWNS, at)) yield* ofCi(phrase, to, [OWNER]);
  for (const { to } of phrase.table(WHERE_IS, at)) {
    for (const ask of ofCi(phrase, to, [LOCATION])) {
      for (const located of phrase.table(LOCATED, ask.to)) yield { to: located.to, value: ask.value };
      yield ask;
    }
  }
  for (const start of [...phrase.table(WHAT_IS, at).map(({ to }) => to), at]) {
    for (const list of fieldsAt(phrase, start)) {
      for (const { to } of phrase.table(OF, list.to)) yield* ofCi(phrase, to, list.value);
    }
    for (const named of cisAt(phrase, start)) {
      for (const { to } of phrase.table(POSSESSIVE, named.to)) {
        for (const list of fieldsAt(phrase, to)) yield { to: list.to, value: fieldsOf(named.value, list.value) };
      }
    }
  }
  for (const { to } of phrase.table(WHAT, at)) {
    for (const field of phrase.fields(to)) {
      for (const does of phrase.table(DO, field.to)) {
        for (const ask of ofCi(phrase, does.to, [field.value])) {
          for (const have of phrase.table(HAVE, ask.to)) yield { to: have.to, value: ask.value };
        }
      }
    }
  }
  for (const { to } of phrase.table(SHOW, at)) yield* ofCi(phrase, to, []);
}

function* fieldsAt(phrase: Phrase, at: number): Generator<Found<FieldPhrase[]>> {
  yield* listsAt(phrase, at, function* (start) {
    for (const past of pastArticle(phrase, start)) yield* phrase.fields(past);
  });
}

function* ofCi(phrase: Phrase, at: number, fields: FieldPhrase[]): Generator<Found<Ask>> {
  for (const named of cisAt(phrase, at)) yield { to: named.to, value: fieldsOf(named.value, fields) };
}

function fieldsOf(cis: Extract<Condition, { kind: "ci" }>["cis"], fields: FieldPhrase[]): Ask {
  return { ...newAsk("fields", ANY_CI, [{ kind: "ci", cis, isNegated: false }]), fields };
}
