import { RECORD_FIELDS } from "./fields-of-records.ts";
import type { Condition, Mention } from "./meaning.ts";
import { keyOf, resolveField, type Scope } from "./resolve-fields.ts";
import { Unclear } from "./unclear.ts";
import type { KnownValue, Vocabulary } from "./vocabulary.model.ts";
import { conceptOf, keyWords } from "./words.ts";

/** Values of one field that a mention stands for. */
interface Meant {
  path: string;
  values: readonly string[];
}

/** The field that all mentions of a condition are values of, and the values. Throws Unclear. */
export function resolveValues(
  condition: Extract<Condition, { kind: "value" }>,
  scope: Scope,
  vocabulary: Vocabulary,
): Meant {
  const each = condition.mentions.map((mention) =>
    condition.field
      ? ofField(mention, condition.field, scope, vocabulary)
      : anyField(mention, condition, scope, vocabulary),
  );
  const [first] = each as [Meant];
  if (each.some(({ path }) => path !== first.path)) {
    const texts = condition.mentions.map(({ text }) => text);
    throw new Unclear(texts, `${texts.join(", ")} are values of different fields: name the fields`, "unsayable");
  }
  return { path: first.path, values: [...new Set(each.flatMap(({ values }) => values))] };
}

function ofField(
  mention: Mention,
  field: NonNullable<Extract<Condition, { kind: "value" }>["field"]>,
  scope: Scope,
  vocabulary: Vocabulary,
): Meant {
  const { path, kinds, isFull } = resolveField(field, scope, vocabulary);
  if (kinds.includes("time")) throw unknownValue(mention, field.text);
  const enumerated = RECORD_FIELDS[scope.target].find((each) => each.path === path)?.values;
  const value = enumerated?.find((each) => each === mention.text.toLowerCase());
  if (value) return { path, values: [value] };
  if (enumerated) throw unknownValue(mention, field.text);
  const isHere = (known: KnownValue) => placed(known, scope) === path;
  const exact = mention.known.filter(isHere);
  if (exact.length > 0) return { path, values: [exact[0]!.value] };
  const longer = mention.beginnings.filter(isHere);
  if (longer.length > 0) return { path, values: longer.map((known) => known.value) };
  if (mention.isQuoted || (mention.isFree && isFull)) return { path, values: [mention.text] };
  throw unknownValue(mention, field.text);
}

function unknownValue(mention: Mention, field: string): Unclear {
  return new Unclear([mention.text], `Nothing has "${mention.text}" as ${field}`, "unknown");
}

function anyField(
  mention: Mention,
  { concepts = [], isStrict }: Extract<Condition, { kind: "value" }>,
  scope: Scope,
  vocabulary: Vocabulary,
): Meant {
  const enumerated = ofRecord(mention, scope);
  const isFitting = ({ path }: Meant) => {
    const { words } = keyWords(keyOf(path.startsWith(scope.step) ? path.slice(scope.step.length) : path));
    return concepts.includes(conceptOf(words) ?? "") || concepts.includes(path);
  };
  const longer = grouped(mention.beginnings, scope).filter(
    ({ path }) => conceptOf(keyWords(keyOf(path)).words) === "os" || isFitting({ path, values: [] }),
  );
  const exact = grouped(mention.known, scope);
  for (const found of [exact, longer]) {
    const fitting = found.filter(isFitting);
    if (fitting.length === 1) return fitting[0]!;
    if (fitting.length > 1) throw several(mention, narrowed(fitting, scope, vocabulary));
  }
  if (isStrict) throw new Unclear([mention.text], `"${mention.text}" is no known ${concepts.join(" or ")}`, "unknown");
  if (enumerated) return enumerated;
  for (const found of [exact, longer]) {
    const of = narrowed(found, scope, vocabulary);
    if (of.length === 1) return of[0]!;
    if (of.length > 1) throw several(mention, of);
  }
  throw new Unclear([mention.text], `"${mention.text}" is no known value`, "unknown");
}

function several(mention: Mention, found: readonly Meant[]): Unclear {
  const paths = found.map(({ path }) => path).join(" or ");
  return new Unclear([mention.text], `"${mention.text}" may be a value of ${paths}: name the field`, "ambiguous");
}

/** Of several fields those that CIs of the wanted types have, if any. */
function narrowed(found: readonly Meant[], { types, step }: Scope, { fields }: Vocabulary): Meant[] {
  const has = ({ path }: Meant) =>
    fields.some((field) => step + field.path === path && field.types.some((type) => types.includes(type)));
  const ofTypes = found.filter(has);
  return ofTypes.length > 0 ? ofTypes : [...found];
}

/** A status, a severity and the like of the record itself; of a CI that it belongs to, where the record has no such value. */
function ofRecord(mention: Mention, scope: Scope): Meant | undefined {
  const word = mention.text.toLowerCase();
  if (mention.isQuoted) return undefined;
  const own = RECORD_FIELDS[scope.target].find(({ values }) => values?.includes(word));
  if (own) return { path: own.path, values: [word] };
  const status = RECORD_FIELDS.ci.find(({ values }) => values?.includes(word));
  return status && scope.step !== "" ? { path: scope.step + status.path, values: [word] } : undefined;
}

/** Where a known value stands in the records of the form; undefined for one that these have not. */
function placed({ path }: KnownValue, { target, step }: Scope): string | undefined {
  if (path.startsWith("event.")) return target === "event" ? path.slice("event.".length) : undefined;
  return step + path;
}

function grouped(known: readonly KnownValue[], scope: Scope): Meant[] {
  const byPath = new Map<string, string[]>();
  for (const each of known) {
    const path = placed(each, scope);
    if (path !== undefined) byPath.set(path, [...(byPath.get(path) ?? []), each.value]);
  }
  return [...byPath].map(([path, values]) => ({ path, values }));
}
