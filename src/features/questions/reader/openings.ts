import { figureOpenings, topOpenings } from "./figure-sentences.ts";
import { ACTIVE, directness, impactsAt, ON, pathTo, SPLIT_ACTIVE } from "./links.ts";
import { cisAt, pastArticle } from "./lists.ts";
import { lookUpOpenings } from "./look-ups.ts";
import { ANY_CI, type Ask, type Condition, type FieldPhrase, type Noun, newAsk } from "./meaning.ts";
import type { QuestionClock } from "./moments.ts";
import { nounPhrases } from "./noun-phrases.ts";
import type { Found, Phrase } from "./phrase.ts";
import { phraseTable } from "./phrase-table.ts";
import { versionsAt } from "./programs.ts";

const POLITE = phraseTable([
  [
    "please|can you|could you|can you please|could you please|would you please|i want to know|tell me|i would like to see|hey|hi|ok|so|and|now",
    true,
  ],
]);
const COUNT = phraseTable([
  [
    "how many|what is the number of|what's the number of|number of|the number of|count|count of|count the|the count of|what is the count of|" +
      "how many of|total number of|the total number of|what is the total number of|count all|what is the total count of|total count of|how many total",
    true,
  ],
]);
const LIST = phraseTable([
  [
    "which|what|list|show|show me|give me|find|find me|get|get me|display|what are|which are|who are|tell me|list all|" +
      "give me a list of|the names of|names of|give me the names of|show me the names of|a list of|list of|what is|are there|do we have|is there|i need|i want|name|name all|show me a list of|" +
      "which of|what kind of|have we got|on which|in which|see|search for|search|look up|are any of|print|enumerate|return|give us|show us|do any|are any",
    true,
  ],
]);
const WHAT = phraseTable([
  ["what|who|everything|anything|all|which|what else|all that|everything that|what all|whatever", true],
]);
const DO = phraseTable([["does|do|did|is|are|would|will", true]]);
const OWN = phraseTable([["own|owns|have|manage|operate|maintain|run|look after", true]]);
const HAVE = phraseTable([["have|has|suffer from", true]]);
const RELATIVE = phraseTable([["that|which", true]]);
const WHERE = phraseTable([["where is|where are|on which hosts is|where do we have|where have we", true]]);
const INSTALLED = phraseTable([
  ["installed|running|deployed|is installed|are installed|runs|are running|are deployed|are in use|are there", true],
]);
const BE = phraseTable([["is|are|do we have|have we|have", true]]);
const WOULD = phraseTable([["what would|what will|what does|what can|what could|who would", true]]);
const AFFECT = phraseTable([["affect|impact|break|hit|take down|bring down|cause to fail|touch", true]]);
const IS_IMPACT = phraseTable([["what is|what's|show|show me|list|give me|what would be|which is", true]]);
const VERSIONS = phraseTable([
  ["which versions of|what versions of|versions of|the versions of|list the versions of|which version of", true],
]);
const ANYTHING_INSTALLED = phraseTable([
  [
    "what is installed|what's installed|what software is installed|which software is installed|what is there installed",
    true,
  ],
]);
const MADE = phraseTable([["on|in", true]]);

export function* openingsAt(phrase: Phrase, start: number, clock: QuestionClock): Generator<Found<Ask>> {
  for (const at of [...phrase.table(POLITE, start).map(({ to }) => to), start]) {
    yield* lookUpOpenings(phrase, at, clock);
    yield* topOpenings(phrase, at, clock);
    yield* figureOpenings(phrase, at, clock);
    yield* counts(phrase, at, clock);
    yield* impacts(phrase, at);
    yield* installations(phrase, at, clock);
    yield* lists(phrase, at, clock);
    yield* anything(phrase, at);
  }
}

function* counts(phrase: Phrase, at: number, clock: QuestionClock): Generator<Found<Ask>> {
  for (const { to } of phrase.table(COUNT, at)) {
    for (const head of nounPhrases(phrase, to, clock))
      yield* withInversions(phrase, head.to, newAsk("count", head.value.noun, head.value.conditions));
  }
}

function* lists(phrase: Phrase, at: number, clock: QuestionClock): Generator<Found<Ask>> {
  for (const start of [...phrase.table(LIST, at).map(({ to }) => to), at]) {
    for (const head of nounPhrases(phrase, start, clock)) {
      yield* withInversions(phrase, head.to, newAsk("list", head.value.noun, head.value.conditions));
    }
  }
}

/** `what depends on X`, `everything in maintenance`, `what does X need`. */
function* anything(phrase: Phrase, at: number): Generator<Found<Ask>> {
  for (const start of [...phrase.table(LIST, at).map(({ to }) => to), at]) {
    for (const { to } of phrase.table(WHAT, start)) yield* withInversions(phrase, to, newAsk("list", ANY_CI));
    // `list the dependencies of X`, `upstream of X`: a clause follows.
    yield { to: start, value: newAsk("list", ANY_CI) };
  }
}

/** `which databases does X need`, `which apps does Payments own`, `all servers that X needs`. */
function* withInversions(phrase: Phrase, at: number, ask: Ask): Generator<Found<Ask>> {
  const starts = [...phrase.table(DO, at), ...phrase.table(RELATIVE, at)].map(({ to }) => to);
  for (const start of starts) {
    for (const named of cisAt(phrase, start)) {
      // `how many vulnerabilities does X have`
      for (const { to } of ask.noun.target === "vulnerability" ? phrase.table(HAVE, named.to) : []) {
        const value: Condition = { kind: "ci", cis: named.value, isNegated: false };
        yield { to, value: { ...ask, conditions: [...ask.conditions, value] } };
      }
      for (const link of activeLinks(phrase, start, named))
        yield { to: link.to, value: { ...ask, conditions: [...ask.conditions, link.value] } };
    }
    for (const past of pastArticle(phrase, start)) {
      for (const owner of phrase.mentions(past)) {
        for (const { to } of phrase.table(OWN, owner.to)) {
          const value: Condition = {
            kind: "value",
            mentions: [owner.value],
            concepts: ["owner"],
            isStrict: true,
            isNegated: false,
          };
          yield { to, value: { ...ask, conditions: [...ask.conditions, value] } };
        }
      }
    }
  }
  yield { to: at, value: ask };
}

/** `X directly depends on`, after which nothing follows. */
function* activeLinks(
  phrase: Phrase,
  from: number,
  named: Found<Extract<Condition, { kind: "path" }>["of"]>,
): Generator<Found<Condition>> {
  for (const before of directness(phrase, named.to)) {
    const verbs = [...phrase.table(ACTIVE, before.to)];
    for (const verb of verbs) {
      for (const after of directness(phrase, verb.to)) {
        const span = { from, to: named.to, value: named.value, end: after.to };
        yield pathTo(phrase, span, verb.value, before.value || after.value);
      }
    }
    for (const verb of phrase.table(SPLIT_ACTIVE, before.to)) {
      for (const direct of directness(phrase, verb.to)) {
        for (const on of phrase.table(ON, direct.to)) {
          yield pathTo(
            phrase,
            { from, to: named.to, value: named.value, end: on.to },
            verb.value,
            before.value || direct.value,
          );
        }
      }
    }
  }
}

/** `what is the impact of X failing`, `what would an outage of X affect`. */
function* impacts(phrase: Phrase, at: number): Generator<Found<Ask>> {
  for (const start of [...phrase.table(IS_IMPACT, at).map(({ to }) => to), at]) {
    for (const { to, value } of impactsAt(phrase, start)) yield { to, value: newAsk("list", ANY_CI, [value]) };
  }
  for (const { to } of phrase.table(WOULD, at)) {
    for (const past of pastArticle(phrase, to)) {
      for (const failure of failuresOf(phrase, past)) {
        for (const affect of phrase.table(AFFECT, failure.to)) {
          yield { to: affect.to, value: newAsk("list", ANY_CI, [failure.value]) };
        }
      }
    }
  }
}

const OUTAGE = phraseTable([["outage of|failure of|loss of|crash of|breakdown of|losing", true]]);

function* failuresOf(phrase: Phrase, at: number): Generator<Found<Condition>> {
  for (const { to } of phrase.table(OUTAGE, at)) {
    for (const named of cisAt(phrase, to)) {
      yield { to: named.to, value: { kind: "impact", of: named.value, text: phrase.text(to, named.to) } };
    }
  }
}

const SERVERS: Noun = { target: "ci", types: ["server"], text: "servers" };
const VERSION: FieldPhrase = { words: ["version"], text: "version" };
const SOFTWARE: Noun = { target: "software", types: [], text: "software" };

/** `where is nginx installed`, `on which servers is nginx installed`, `what is installed on X`. */
function* installations(phrase: Phrase, at: number, clock: QuestionClock): Generator<Found<Ask>> {
  for (const { to } of phrase.table(WHERE, at)) yield* installedOn(phrase, to, newAsk("list", SERVERS));
  for (const { to } of phrase.table(MADE, at)) {
    for (const shape of ["list", "count"] as const) {
      const words = shape === "list" ? LIST : COUNT;
      for (const which of phrase.table(words, to)) {
        for (const head of nounPhrases(phrase, which.to, clock)) {
          const ask = newAsk(shape, head.value.noun, head.value.conditions);
          for (const be of phrase.table(BE, head.to)) yield* installedOn(phrase, be.to, ask);
        }
      }
    }
  }
  for (const { to } of phrase.table(VERSIONS, at)) {
    for (const ask of installedOn(phrase, to, { ...newAsk("count", SOFTWARE), groups: [VERSION] })) yield ask;
  }
  for (const { to } of phrase.table(ANYTHING_INSTALLED, at)) yield { to, value: newAsk("list", SOFTWARE) };
}

function* installedOn(phrase: Phrase, start: number, ask: Ask): Generator<Found<Ask>> {
  for (const at of pastArticle(phrase, start)) {
    for (const program of phrase.programs(at)) {
      for (const version of versionsAt(phrase, program.to)) {
        for (const { to } of phrase.table(INSTALLED, version.to)) {
          const value: Condition = {
            kind: "installed",
            programs: [program.value],
            version: version.value,
            isNegated: false,
          };
          yield { to, value: { ...ask, conditions: [...ask.conditions, value] } };
        }
      }
    }
  }
}
