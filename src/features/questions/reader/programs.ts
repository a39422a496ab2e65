import { listsAt } from "./lists.ts";
import type { Condition, Noun } from "./meaning.ts";
import type { Found, Phrase } from "./phrase.ts";
import { phraseTable } from "./phrase-table.ts";

const VERSION = phraseTable([["version|in version|release|v", true]]);
const BEFORE = phraseTable<boolean>([
  [
    "have|has|having|with|run|runs|running|use|uses|using|that have|on which|where|an installation of|installed with|installed",
    false,
  ],
  ["without|do not have|does not have|lack|lacking|do not run|does not run|missing", true],
]);
const INSTALLED = phraseTable([
  ["installed|is installed|are installed|running|is running|runs|deployed|is deployed|is present|on it|on them", true],
]);

const OF = phraseTable([["of|called|named", true]]);

/** `have nginx installed`, `run nginx 1.24.0`, `without nginx`, `is nginx installed`. */
export function* installedAt(phrase: Phrase, at: number, noun: Noun): Generator<Found<Condition>> {
  if (noun.target === "software") {
    for (const { to } of phrase.table(OF, at)) {
      for (const list of listsAt(phrase, to, (start) => phrase.programs(start))) {
        yield { to: list.to, value: { kind: "installed", programs: list.value, isNegated: false } };
      }
    }
    return;
  }
  for (const before of [...phrase.table(BEFORE, at), { to: at, value: undefined }]) {
    for (const list of listsAt(phrase, before.to, (start) => phrase.programs(start))) {
      for (const version of versionsAt(phrase, list.to)) {
        const value: Condition = {
          kind: "installed",
          programs: list.value,
          version: version.value,
          isNegated: before.value === true,
        };
        for (const { to } of phrase.table(INSTALLED, version.to)) yield { to, value };
        // `use PostgreSQL` may also be said of a value that these things have: then "installed" has to be.
        if (before.value !== undefined && !isValueOf(phrase, before.to, noun)) yield { to: version.to, value };
      }
    }
  }
}

/** Whether words are a value of a field that CIs of the noun's types have. */
function isValueOf(phrase: Phrase, at: number, { types }: Noun): boolean {
  const { fields } = phrase.vocabulary;
  const paths = phrase.mentions(at).flatMap(({ value }) => value.known.map(({ path }) => path));
  const isOf = ({ types: having }: { types: readonly string[] }) =>
    types.length === 0 || having.some((type) => types.includes(type));
  return fields.some((field) => paths.includes(field.path) && isOf(field));
}

/** A version after a name, or none. */
export function* versionsAt(phrase: Phrase, at: number): Generator<Found<string | undefined>> {
  for (const start of [...phrase.table(VERSION, at).map(({ to }) => to), at]) {
    const word = phrase.words[start] ?? "";
    if (/^v?\d+(?:\.[\w-]+)*$/.test(word))
      yield { to: start + 1, value: phrase.text(start, start + 1).replace(/^v/i, "") };
  }
  yield { to: at, value: undefined };
}
