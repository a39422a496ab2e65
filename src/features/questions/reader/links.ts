import { cisAt } from "./lists.ts";
import type { Condition } from "./meaning.ts";
import type { Found, Phrase } from "./phrase.ts";
import { phraseTable } from "./phrase-table.ts";

type Direction = "upstream" | "downstream" | "either";

export interface Link {
  /** Where what is asked for lies, seen from the CI that is named. */
  direction: Direction;
  types?: readonly string[];
  depth?: number;
}

const RUNS: readonly string[] = ["runs_on", "hosted_by"];
const DEEPEST = 10;

/** `X <words> <CI>`: what X is to the CI. */
const VERBS = phraseTable<Link>([
  [
    "depend on|depends on|depending on|depended on|rely on|relies on|relying on|need|needs|needing|require|requires|requiring|" +
      "use|uses|using|are dependent on|is dependent on|dependent on|build on|builds on|dependents of|dependants of",
    { direction: "downstream" },
  ],
  [
    "depend upon|depends upon|rely upon|relies upon|downstream of|downstream from|are downstream of|is downstream of",
    { direction: "downstream" },
  ],
  [
    "upstream of|upstream from|is upstream of|are upstream of|dependencies of|requirements of|prerequisites of",
    { direction: "upstream" },
  ],
  [
    "needed by|required by|used by|are needed by|is needed by|is required by|are required by|is used by|are used by|relied on by",
    { direction: "upstream" },
  ],
  [
    "run on|runs on|running on|ran on|hosted on|hosted by|is hosted on|are hosted on|deployed on|deployed to",
    { direction: "downstream", types: RUNS },
  ],
  ["host|hosts|hosting|running|run|runs", { direction: "upstream", types: RUNS }],
  [
    "part of|belongs to|belong to|components of|are components of|parts of|component of|are part of|is part of|member of",
    { direction: "upstream", types: ["part_of"], depth: 1 },
  ],
  ["connected to|connect to|connects to|connected with", { direction: "either", types: ["Connected To"], depth: 1 }],
  ["managed by|is managed by|are managed by", { direction: "downstream", types: ["managed_by"], depth: 1 }],
  [
    "routed through|route through|routes through|routing through",
    { direction: "downstream", types: ["routes_through"], depth: 1 },
  ],
]);
/** `<CI> <words>`: what is asked for is what the CI depends on, runs on ... */
export const ACTIVE = phraseTable<Link>([
  [
    "depend on|depends on|rely on|relies on|need|needs|require|requires|use|uses|depend upon",
    { direction: "upstream" },
  ],
  ["run on|runs on", { direction: "upstream", types: RUNS }],
  ["route through|routes through", { direction: "upstream", types: ["routes_through"], depth: 1 }],
]);
const DIRECTLY = phraseTable([["directly|immediately|direct", true]]);
/** Adjectives of `dependencies` and the like are read before them. */
const DIRECT = phraseTable([["the direct|direct|the immediate|immediate|the", true]]);
const TRANSITIVELY = phraseTable([
  ["transitively|indirectly or directly|directly or indirectly|eventually|ultimately", true],
]);

/** After a place: `directly` makes it one step, `directly or indirectly` says nothing new. */
export function* directness(phrase: Phrase, at: number): Generator<Found<boolean>> {
  for (const { to } of phrase.table(TRANSITIVELY, at)) yield { to, value: false };
  for (const { to } of phrase.table(DIRECTLY, at)) yield { to, value: true };
  yield { to: at, value: false };
}

/** `depend directly on X`, `needed by X`, `upstream of X`, `run on X`. */
export function* linksAt(phrase: Phrase, start: number): Generator<Found<Condition>> {
  for (const before of directness(phrase, start)) {
    for (const verb of verbsAt(phrase, before.to)) {
      for (const after of directness(phrase, verb.to)) {
        for (const named of cisAt(phrase, after.to)) {
          for (const end of directness(phrase, named.to)) {
            const isDirect = before.value || verb.value.isDirect || after.value || end.value;
            yield pathTo(phrase, { from: after.to, ...named, end: end.to }, verb.value.link, isDirect);
          }
        }
      }
    }
  }
}

function* verbsAt(phrase: Phrase, start: number): Generator<Found<{ link: Link; isDirect: boolean }>> {
  for (const direct of phrase.table(DIRECT, start)) {
    const isDirect = !/^the$/.test(phrase.text(start, direct.to));
    for (const { to, value } of phrase.table(VERBS, direct.to)) yield { to, value: { link: value, isDirect } };
  }
  for (const { to, value } of phrase.table(VERBS, start)) yield { to, value: { link: value, isDirect: false } };
  // `depend directly on`
  for (const { to, value } of phrase.table(SPLIT_VERBS, start)) {
    for (const direct of phrase.table(DIRECTLY, to)) {
      for (const on of phrase.table(ON, direct.to)) yield { to: on.to, value: { link: value, isDirect: true } };
    }
  }
}

const SPLIT_VERBS = phraseTable<Link>([["depend|depends|rely|relies|dependent", { direction: "downstream" }]]);
export const SPLIT_ACTIVE = phraseTable<Link>([["depend|depends|rely|relies", { direction: "upstream" }]]);
export const ON = phraseTable([["on|upon", true]]);

export function pathTo(
  phrase: Phrase,
  named: { from: number; to: number; value: Extract<Condition, { kind: "path" }>["of"]; end: number },
  link: Link,
  isDirect: boolean,
): Found<Condition> {
  return {
    to: named.end,
    value: {
      kind: "path",
      of: named.value,
      text: phrase.text(named.from, named.to),
      direction: link.direction,
      types: link.types,
      depth: isDirect ? 1 : (link.depth ?? DEEPEST),
      isNegated: false,
    },
  };
}

const IF = phraseTable([["if|when|once|whenever|in case|should|after|with|because of|due to|were|on", true]]);
const FAILING = phraseTable([
  [
    "fails|fail|failed|failing|is down|are down|were down|was down|goes down|go down|went down|going down|breaks|break|broke|" +
      "breaking|dies|died|stops|stop|stopped|stops working|stopped working|crashes|crashed|is lost|was lost|is unavailable|is offline|" +
      "goes offline|went offline|is off|is gone|has an outage|had an outage|is switched off|is turned off|is shut down|is removed|" +
      "was to fail|were to fail|was to go down|were to go down|would fail|became unavailable|becomes unavailable|is broken|is out|" +
      "has failed|had failed|should fail|disappears|goes away|being down",
    true,
  ],
]);
const OUTAGE_OF = phraseTable([
  [
    "an outage of|the outage of|outage of|a failure of|the failure of|failure of|the loss of|loss of|losing|the breakdown of|a crash of|" +
      "if we lose|we lose|we lost|you lose|downtime of|a downtime of",
    true,
  ],
]);
const EFFECT = phraseTable([
  [
    "fail|fails|break|breaks|go down|goes down|stop|stops|stop working|stops working|is affected|are affected|affected|be affected|" +
      "is impacted|are impacted|impacted|be impacted|suffer|suffers|is down|are down|be down|is lost|are lost|become unavailable|" +
      "becomes unavailable|is unavailable|are unavailable|die|dies|is at risk|are at risk|is broken|are broken|happens|is hit|are hit|fall over|" +
      "no longer work|no longer works|will fail|will break|would fail|would break|would be affected|would be impacted|will be affected|" +
      "will be impacted|would go down|will go down|would stop|will stop|would stop working|would die|would be down|would happen|" +
      "will be down|can fail|could fail|get affected|gets affected|would be lost|would be unavailable|by",
    true,
  ],
]);
const BY = phraseTable([["by", true]]);
const IMPACT_OF = phraseTable([
  [
    "the impact of|impact of|the blast radius of|blast radius of|the effect of|the effects of|the consequences of|what is affected by",
    true,
  ],
]);

/** `X fails`, `an outage of X`: the CIs that fail, and where the words end. */
export function* failuresAt(phrase: Phrase, at: number): Generator<Found<Condition>> {
  for (const { to } of phrase.table(OUTAGE_OF, at)) {
    for (const named of cisAt(phrase, to)) yield impactOf(phrase, to, named, named.to);
  }
  for (const named of cisAt(phrase, at)) {
    for (const { to } of phrase.table(FAILING, named.to)) yield impactOf(phrase, at, named, to);
  }
}

/** `fail if X goes down`, `are affected by an outage of X`, `go down with X`. */
export function* effectsAt(phrase: Phrase, start: number): Generator<Found<Condition>> {
  for (const effect of phrase.table(EFFECT, start)) {
    const by = phrase.table(BY, effect.to);
    const starts = [...phrase.table(IF, effect.to), ...by];
    for (const { to } of starts) {
      yield* failuresAt(phrase, to);
      for (const named of cisAt(phrase, to)) yield impactOf(phrase, to, named, named.to);
    }
  }
}

/** `the impact of X failing`, `the blast radius of X`. */
export function* impactsAt(phrase: Phrase, start: number): Generator<Found<Condition>> {
  for (const { to } of phrase.table(IMPACT_OF, start)) {
    yield* failuresAt(phrase, to);
    for (const named of cisAt(phrase, to)) yield impactOf(phrase, to, named, named.to);
  }
}

export const EFFECT_ALONE = EFFECT;
export const IF_ALONE = IF;

function impactOf(
  phrase: Phrase,
  from: number,
  named: Found<Extract<Condition, { kind: "impact" }>["of"]>,
  to: number,
) {
  return { to, value: { kind: "impact" as const, of: named.value, text: phrase.text(from, named.to) } };
}
