import { RECORD_FIELDS } from "./fields-of-records.ts";
import type { FieldPhrase, Target } from "./meaning.ts";
import { Unclear } from "./unclear.ts";
import type { KnownField, ValueKind, Vocabulary } from "./vocabulary.model.ts";
import { conceptOf, keyWords, phraseWords } from "./words.ts";

/** A field of the form's entity. */
export interface ResolvedField {
  path: string;
  kinds: readonly (ValueKind | "time")[];
  unit: string | undefined;
  isMemory: boolean;
  /** See `KnownField.isFull`. */
  isFull: boolean;
}

/** Which entity the fields of a question belong to, and how its CIs are reached from there: `ci.`, `server.`, or nothing. */
export interface Scope {
  target: Target;
  /** Types of the CIs that the fields belong to; empty for any. */
  types: readonly string[];
  step: string;
}

/** The field that words name. Throws Unclear if there is none, or several fit equally. */
export function resolveField(field: FieldPhrase, scope: Scope, vocabulary: Vocabulary): ResolvedField {
  const name = field.words.join(" ");
  const own = RECORD_FIELDS[scope.target].find(({ names }) =>
    names.some((each) => phraseWords(each.split(" "))?.join(" ") === name),
  );
  if (own) {
    const kinds = [own.kind === "number" ? ("number" as const) : own.kind];
    return { path: own.path, kinds, unit: own.unit, isMemory: false, isFull: false };
  }
  if (scope.target === "scan" || scope.target === "relationship") throw notThere(field);
  const found = bestOf(field.words, vocabulary.fields, scope.types);
  if (found.length === 0) throw notThere(field);
  if (found.length > 1) {
    const paths = found.map(({ path }) => path).join(" or ");
    throw new Unclear([field.text], `"${field.text}" may be ${paths}: name one in full`, "ambiguous");
  }
  const [only] = found as [KnownField];
  const { words, unit } = keyWords(keyOf(only.path));
  return {
    path: scope.step + only.path,
    kinds: only.kinds,
    unit,
    isMemory: words.includes("memory"),
    isFull: only.isFull ?? false,
  };
}

function notThere(field: FieldPhrase): Unclear {
  return new Unclear([field.text], `No such record has "${field.text}"`, "unknown");
}

export function keyOf(path: string): string {
  return path.slice(path.indexOf(".") + 1);
}

/** Of the keys, those that fit best: all their words, then their concept, then some of their words. Keys of the types go first. */
function bestOf(words: readonly string[], fields: readonly KnownField[], types: readonly string[]): KnownField[] {
  const name = words.join(" ");
  const concept = conceptOf(words);
  const level = ({ path }: KnownField): number => {
    const key = keyWords(keyOf(path)).words;
    if (key.join(" ") === name) return 3;
    if (concept !== undefined && conceptOf(key) === concept) return 2;
    return words.every((word) => key.includes(word)) ? 1 : 0;
  };
  const isOfType = (field: KnownField) => types.length === 0 || field.types.some((type) => types.includes(type));
  for (const among of [fields.filter(isOfType), fields]) {
    for (const wanted of [3, 2, 1]) {
      const found = among.filter((field) => level(field) === wanted);
      if (found.length > 0) return found;
    }
  }
  return [];
}
