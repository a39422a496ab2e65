import type { CiSnapshot } from "../../../model/changes.ts";
import { SOFTWARE_TYPES, type ValueKind } from "../reader/vocabulary.model.ts";

/** A key that CIs of a type have, with the look of its value. */
export interface FieldTerm {
  path: string;
  type: string;
  /** `full`: it has too many values to keep. */
  kind: ValueKind | "full";
}

/** A text that stands below a path. */
export interface ValueTerm {
  path: string;
  value: string;
}

/** Longest value that a question may name. */
const LONGEST_VALUE = 100;
const LONGEST_KEY = 64;
const MOST_KEYS = 200;
const DATE = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** What a CI adds to the words that questions may use: its keys, and values that are short texts. Software adds nothing. */
export function termsOf(ci: Pick<CiSnapshot, "type" | "attributes" | "custom_fields">): {
  fields: FieldTerm[];
  values: ValueTerm[];
} {
  const fields: FieldTerm[] = [];
  const values: ValueTerm[] = [];
  if (SOFTWARE_TYPES.has(ci.type)) return { fields, values };
  fields.push({ path: "type", type: ci.type, kind: "text" });
  for (const [object, entries] of Object.entries({ attributes: ci.attributes, custom_fields: ci.custom_fields })) {
    for (const [key, value] of Object.entries(entries).slice(0, MOST_KEYS)) {
      const path = `${object}.${key}`;
      const kind = kindOf(value);
      if (kind === undefined || key.length > LONGEST_KEY || key.includes("\0")) continue;
      fields.push({ path, type: ci.type, kind });
      if (kind !== "text" || typeof value !== "string") continue;
      const text = value.trim();
      if (text !== "" && text.length <= LONGEST_VALUE && !text.includes("\0")) values.push({ path, value: text });
    }
  }
  return { fields, values };
}

/** Undefined for lists, objects and nothing: no question asks for these. */
function kindOf(value: unknown): ValueKind | undefined {
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  if (typeof value !== "string") return undefined;
  return DATE.test(value) ? "date" : "text";
}
