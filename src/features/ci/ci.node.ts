import type { CiStatus } from "../../model/ci-types.ts";
import { kindLabel } from "../../model/ci-types.ts";
import { parseFields } from "../../model/fields.ts";
import { nameKey } from "../../model/identifiers.ts";
import { searchTerms } from "../../model/search-text.ts";
import type { Provenance, SourceClass, StoredCi } from "./ci.model.ts";

/** Properties of a CI's node: objects as JSON text, with their first-level scalars repeated as properties for filters. */
export interface CiNode {
  id: string;
  type: string;
  name: string;
  description: string | null;
  status: CiStatus;
  attributes: string;
  customFields: string;
  version: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
  source: SourceClass;
  observedAt: string;
  provenance: string | null;
}

/** Keys that may become property names: Neo4j keeps every property name it ever saw, so arbitrary text is excluded. */
const PROMOTABLE = /^[A-Za-z0-9_.-]{1,64}$/;
/** Of attributes and custom fields together, attributes first. */
export const MAX_PROMOTED = 100;
export const MAX_PROMOTED_TEXT = 1_000;

/** Name of the node property that repeats a first-level scalar; undefined if the key cannot be one. */
export function promotedProperty(object: "attributes" | "custom_fields", key: string): string | undefined {
  return PROMOTABLE.test(key) ? `${object}.${key}` : undefined;
}

/** How the graph may write a value that a caller gives as text: it spells fractions and huge numbers as Java does. */
export function textsOfValue(text: string): string[] {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(number) || Number.isSafeInteger(number)) return [text];
  const [digits = "", exponent] = number.toExponential().split("e");
  const fraction = digits.includes(".") ? digits : `${digits}.0`;
  return [text, `${fraction}E${Number(exponent)}`];
}

type Properties = Record<string, unknown>;

/** Properties of the node, with the members of the CI on which they depend. */
const PROPERTIES: readonly { of: readonly (keyof StoredCi)[]; make: (ci: StoredCi) => Properties }[] = [
  {
    of: ["id", "type", "status", "version", "createdAt", "createdBy", "updatedAt", "updatedBy", "source", "observedAt"],
    make: ({ id, type, status, version, createdAt, createdBy, updatedAt, updatedBy, source, observedAt }) => {
      return { id, type, status, version, createdAt, createdBy, updatedAt, updatedBy, source, observedAt };
    },
  },
  { of: ["name"], make: ({ name }) => ({ name, nameKey: nameKey(name) }) },
  {
    of: ["name", "description"],
    make: ({ name, description }) => ({
      description,
      searchText: searchTerms(`${name} ${description ?? ""}`).join(" "),
    }),
  },
  { of: ["attributes"], make: ({ attributes }) => ({ attributes: JSON.stringify(attributes) }) },
  { of: ["customFields"], make: ({ customFields }) => ({ customFields: JSON.stringify(customFields) }) },
  {
    of: ["provenance"],
    make: ({ provenance }) => ({
      provenance: Object.keys(provenance).length > 0 ? JSON.stringify(provenance) : null,
    }),
  },
  { of: ["attributes", "customFields"], make: promoted },
];

/** All properties of the node. */
export function toNode(ci: StoredCi): Properties {
  return Object.assign({}, ...PROPERTIES.map(({ make }) => make(ci)));
}

/** Properties that turn the node of `before` into that of `after`: those that differ; null removes one. */
export function nodeChange(before: StoredCi, after: StoredCi): Properties {
  const change: Properties = {};
  for (const { of, make } of PROPERTIES) {
    if (of.every((member) => before[member] === after[member])) continue;
    const [from, to] = [make(before), make(after)];
    for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) change[key] = null;
    for (const [key, value] of Object.entries(to)) if (from[key] !== value) change[key] = value;
  }
  return change;
}

export function fromNode(node: CiNode): StoredCi {
  return {
    ...node,
    attributes: parseFields(node.attributes),
    customFields: parseFields(node.customFields),
    provenance: node.provenance === null ? {} : (JSON.parse(node.provenance) as Provenance),
  };
}

export function labelsOf(type: string): string[] {
  const label = kindLabel(type);
  return label ? [label] : [];
}

function promoted(ci: StoredCi): Properties {
  const properties: Properties = {};
  let count = 0;
  for (const [object, fields] of [
    ["attributes", ci.attributes],
    ["custom_fields", ci.customFields],
  ] as const) {
    for (const [key, value] of Object.entries(fields)) {
      const property = promotedProperty(object, key);
      if (!property || !isShortScalar(value) || ++count > MAX_PROMOTED) continue;
      properties[property] = value;
    }
  }
  return properties;
}

function isShortScalar(value: unknown): boolean {
  return (
    typeof value === "number" ||
    typeof value === "boolean" ||
    (typeof value === "string" && value.length <= MAX_PROMOTED_TEXT)
  );
}
