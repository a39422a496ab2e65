import { BUILT_IN_TYPES } from "../../../model/relationships.ts";
import type { CheckedField } from "../checked-query.ts";
import type { EntityName } from "../query.model.ts";
import {
  CI_VALUES,
  COMPARABLE,
  FREE,
  type Fragment,
  fill,
  LINK,
  NODE,
  PARTS_OF_TIME,
  RELATIONSHIP_VALUES,
  SEEN,
  SERVICE_VALUES,
  SOFTWARE_VALUES,
} from "./fragments.ts";
import { quotedKeys } from "./json-path.ts";
import type { Lookup, Scope } from "./scope.ts";

/** A field as an expression. */
export interface Value {
  x: Fragment;
  /** Where it comes from outside of the node; its type is then known only when it is read. */
  lookup?: Lookup;
}

const SPELLINGS = Object.fromEntries(BUILT_IN_TYPES.map(({ graphType, spelling }) => [graphType, spelling]));

/** Members of other features' answers, by the first part of a field's name. */
const OTHERS = ["impact", "health"] as const;

/** The value of a field of a record of `entity`. */
export function fieldValue(scope: Scope, entity: EntityName, field: CheckedField): Value {
  const v = variableOf(entity, field);
  const free = freeOf(field);
  if (free) {
    if (scope.hasNoLookup(field)) return { x: fill(FREE.property, freePlaces(scope, v, free)) };
    const { lookup, x } = freeValue(scope, field, v, free);
    return { x, lookup };
  }
  const other = field.step ? undefined : OTHERS.find((each) => field.field.name.startsWith(`${each}.`));
  if (other) {
    const key = field.field.name.slice(other.length + 1);
    const lookup = scope.lookup(field, () => ({ kind: other, v, key }));
    return { x: fill(FREE.looked, { lookup: lookup.name, v }), lookup };
  }
  return seenValue(scope, entity, field, v) ?? { x: nativeValue(scope, entity, field, v) };
}

/** The form in which a field is compared for equality, if it has one. */
export function comparableOf(entity: EntityName, field: CheckedField): Fragment | undefined {
  const owner = field.owner === "service" ? "ci" : field.owner;
  const template = COMPARABLE[`${owner}.${field.field.name}`];
  return template === undefined ? undefined : fill(template, { v: variableOf(entity, field) });
}

/** For a column alone: the property, and the JSON text where it may hold more. Undefined for fields that are no free ones. */
export function columnOf(scope: Scope, entity: EntityName, field: CheckedField) {
  const free = freeOf(field);
  if (!free) return undefined;
  const v = variableOf(entity, field);
  const places = freePlaces(scope, v, free);
  return { property: fill(FREE.property, places), text: fill(FREE.text, places), key: free.key };
}

/** The variable of the node or relationship that a field belongs to. */
function variableOf(entity: EntityName, { step }: Pick<CheckedField, "step">): Fragment {
  if (step === "source" || step === "target" || step === "server") return NODE[step];
  return entity === "relationship" ? LINK.relationship : NODE.record;
}

interface FreePath {
  object: "attributes" | "custom_fields";
  key: string;
}

/** Where a field lies below a JSON text. A service's SLA is an attribute. */
function freeOf({ field, key, owner, step }: CheckedField): FreePath | undefined {
  if (key !== undefined) {
    return { object: field.name === "custom_fields" ? "custom_fields" : "attributes", key };
  }
  if (owner === "service" && !step && field.name.startsWith("sla.")) return { object: "attributes", key: field.name };
  return undefined;
}

function freePlaces(scope: Scope, v: Fragment, { object, key }: FreePath) {
  return {
    v,
    key: scope.param(`${object}.${key}`),
    quoted: scope.param(quotedKeys(key)),
    object: fill(FREE.object[object], { v }),
  };
}

function freeValue(scope: Scope, field: CheckedField, v: Fragment, free: FreePath) {
  const places = freePlaces(scope, v, free);
  const lookup = scope.lookup(field, () => ({
    kind: "json",
    v,
    key: free.key,
    json: { object: places.object, mayHold: fill(FREE.mayHold, places) },
  }));
  return { lookup, x: fill(FREE.value, { ...places, lookup: lookup.name }) };
}

/** When scans last saw a relationship, or the part of that time that the field names. */
function seenValue(scope: Scope, entity: EntityName, field: CheckedField, v: Fragment): Value | undefined {
  const [, part] = /^last_seen(?:\.(\w+))?$/.exec(field.field.name) ?? [undefined, null];
  if (part === null || field.step || (entity !== "relationship" && entity !== "software")) return undefined;
  const { own, key } = SEEN[entity];
  const mayHold = fill(SEEN.mayHold, { key });
  const lookup = scope.lookup({ ...field, path: "last_seen" }, () => ({
    kind: "seen",
    v,
    key: "",
    seen: { key, mayHold },
  }));
  const x = fill(SEEN.value, { lookup: lookup.name, key, own });
  return { x: isPartOfTime(part) ? fill(PARTS_OF_TIME[part], { x }) : x, lookup };
}

function nativeValue(scope: Scope, entity: EntityName, { field, step }: CheckedField, v: Fragment): Fragment {
  const templates = step ? CI_VALUES : valuesOf(entity);
  const template = templates[field.name];
  const [, time = "", part] = /^(\w+)\.(\w+)$/.exec(field.name) ?? [];
  if (template === undefined && isPartOfTime(part) && templates[time] !== undefined) {
    return fill(PARTS_OF_TIME[part], { x: fill(templates[time], { v }) });
  }
  if (template === undefined) throw new Error(`The graph knows no ${entity}.${field.name}`);
  return fill(template, template.includes("{{spellings}}") ? { spellings: scope.param(SPELLINGS) } : { v });
}

function isPartOfTime(part: string | undefined): part is keyof typeof PARTS_OF_TIME {
  return part !== undefined && Object.hasOwn(PARTS_OF_TIME, part);
}

function valuesOf(entity: EntityName): Readonly<Record<string, string>> {
  switch (entity) {
    case "software":
      return SOFTWARE_VALUES;
    case "relationship":
      return RELATIONSHIP_VALUES;
    case "service":
      return { ...CI_VALUES, ...SERVICE_VALUES };
    default:
      return CI_VALUES;
  }
}
