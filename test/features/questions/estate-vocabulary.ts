import type {
  KnownField,
  KnownValue,
  NamedCi,
  Vocabulary,
} from "../../../src/features/questions/reader/vocabulary.model.ts";
import { termsOf } from "../../../src/features/questions/vocabulary/terms.ts";
import { nameKey } from "../../../src/model/identifiers.ts";
import { CIS, EVENTS, INSTALLED, SERVICES } from "./estate.ts";

/** The words of the hospital's estate, as they are looked up for a question. Ids are `<type>:<name>`. */
export function estateVocabulary(): Vocabulary {
  const cis = new Map<string, NamedCi[]>();
  const values = new Map<string, KnownValue[]>();
  const beginnings = new Map<string, KnownValue[]>();
  const fields = new Map<string, { types: Set<string>; kinds: Set<string> }>();
  const add = <T>(map: Map<string, T[]>, key: string, entry: T) => {
    const list = map.get(key) ?? [];
    if (!list.some((each) => JSON.stringify(each) === JSON.stringify(entry))) map.set(key, [...list, entry]);
  };
  const addCi = (name: string, type: string) => add(cis, nameKey(name), { id: `${type}:${name}`, name, type });
  const addValue = (path: string, value: string) => {
    add(values, nameKey(value), { path, value });
    const words = nameKey(value).split(" ");
    for (let count = 1; count < words.length; count++)
      add(beginnings, words.slice(0, count).join(" "), { path, value });
  };
  for (const ci of CIS) {
    addCi(ci.name, ci.type);
    const terms = termsOf(ci);
    for (const { path, value } of terms.values) addValue(path, value);
    for (const { path, type, kind } of terms.fields) {
      const field = fields.get(path) ?? { types: new Set(), kinds: new Set() };
      field.types.add(type);
      field.kinds.add(kind);
      fields.set(path, field);
    }
  }
  for (const { name } of SERVICES) addCi(name, "business_service");
  for (const [name] of Object.values(INSTALLED).flat()) addCi(name, "software");
  for (const { source } of EVENTS) addValue("event.source", source);
  const known = [...fields].filter(([path]) => path !== "type");
  return {
    cis,
    values,
    beginnings,
    fields: known.map(([path, { types, kinds }]) => ({ path, types: [...types], kinds: [...kinds] }) as KnownField),
    types: [...new Set([...CIS.map(({ type }) => type), "business_service"])],
  };
}
