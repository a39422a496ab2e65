import { toGraph } from "../../../platform/graph/query.ts";
import type { CheckedField } from "../checked-query.ts";
import { type Fragment, numbered } from "./fragments.ts";

/** Values of records by id that the graph cannot read itself: from JSON text, or known to another feature. */
export interface Lookup {
  /** The parameter, a map by id. */
  name: Fragment;
  kind: "json" | "impact" | "health" | "seen";
  /** Variable of the node or relationship whose id counts. */
  v: Fragment;
  /** Path below the JSON text; of `impact` and `health` the member. */
  key: string;
  /** Of `json`: the text, and the condition that it may hold the key. */
  json?: { object: Fragment; mayHold: Fragment };
  /** Of `seen`: what its map is keyed by instead of an id, and the condition that there is one. */
  seen?: { key: Fragment; mayHold: Fragment };
  field: CheckedField;
}

/** Parameters and lookups of the statements of one form. */
export interface Scope {
  readonly lookups: readonly Lookup[];
  /** Whether it is known that no JSON text holds a value of this field which is no property. */
  hasNoLookup(field: CheckedField): boolean;
  /** A parameter with this value. */
  param(value: unknown): Fragment;
  /** A map by id, filled before the statement that needs it runs; the same one for the same field. */
  lookup(field: CheckedField, make: (name: Fragment) => Omit<Lookup, "name" | "field">): Lookup;
  setLookup(lookup: Lookup, values: Record<string, unknown>): void;
  /** What the lookup of a field was filled with. */
  valuesOf(field: CheckedField): Record<string, unknown>;
  /** The parameters that stand in a text. */
  paramsOf(text: string, more: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

/** @param propertiesAlone paths of fields of which all values are properties */
export function createScope(propertiesAlone: ReadonlySet<string> = new Set()): Scope {
  const values = new Map<string, unknown>();
  const lookups: Lookup[] = [];
  return {
    lookups,
    hasNoLookup: ({ path }) => propertiesAlone.has(path),
    param(value) {
      const name = numbered.parameter(values.size);
      values.set(name, value);
      return name;
    },
    lookup(field, make) {
      const known = lookups.find((each) => each.field.path === field.path);
      if (known) return known;
      const name = numbered.lookup(lookups.length);
      const lookup = { name, field, ...make(name) };
      lookups.push(lookup);
      return lookup;
    },
    valuesOf(field) {
      const lookup = lookups.find((each) => each.field.path === field.path);
      return (lookup && (values.get(lookup.name) as Record<string, unknown>)) ?? {};
    },
    setLookup(lookup, found) {
      values.set(lookup.name, found);
    },
    paramsOf(text, more) {
      const params: Record<string, unknown> = {};
      for (const [name] of text.matchAll(/\$\w+/g)) {
        const key = name.slice(1);
        // A lookup that is not filled yet, for a plan.
        params[key] = toGraph(values.has(name) ? values.get(name) : Object.hasOwn(more, key) ? more[key] : {});
      }
      return params;
    },
  };
}
