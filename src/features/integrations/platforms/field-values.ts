import { CHANGE_FIELDS, type ChangeField, type ChangeFieldValues } from "../change-fields.ts";
import type { JsonObject } from "./json.ts";
import type { Target } from "./platform.model.ts";
import { permanentFailure } from "./platform-failure.ts";

/** A value for one field of the platform. */
export interface FieldValue {
  field: ChangeField;
  /** Its name there. */
  name: string;
  /** Null: it cannot be known. */
  value: string | number | null;
}

/** The name of a field there where the integration maps it to none; null: it is not written. */
export type DefaultName = (field: ChangeField) => string | null;

/** The fields with their names at the platform; leaves out fields that are mapped to null. Throws where two have the same name. */
export function namedFields(target: Target, fields: ChangeFieldValues, defaultName: DefaultName): FieldValue[] {
  const all = Object.keys(CHANGE_FIELDS) as ChangeField[];
  const named = all.flatMap((field) => {
    const mapped = Object.hasOwn(target.fieldMap, field) ? target.fieldMap[field] : undefined;
    const name = mapped === undefined ? defaultName(field) : mapped;
    return name === null ? [] : [{ field, name, value: fields[field] }];
  });
  const names = new Set<string>();
  for (const { name } of named) {
    if (names.has(name)) throw permanentFailure(`The field map names ${name} more than once`);
    names.add(name);
  }
  return named;
}

/** The fields with a value. A field without one is not written: the task keeps its value. */
export function known(values: readonly FieldValue[]): (FieldValue & { value: string | number })[] {
  return values.flatMap(({ field, name, value }) => (value === null ? [] : [{ field, name, value }]));
}

export function asMembers(values: readonly FieldValue[]): JsonObject {
  return Object.fromEntries(values.map(({ name, value }) => [name, value]));
}

/** How errors name a field: with its name there, where it has another. */
export function spelled({ field, name }: FieldValue): string {
  return name === field ? field : `${field} (${name})`;
}
