import { isObject } from "../../model/json.ts";
/** What a field was and is; null where there was or is none. */
export interface FieldChange {
  before: unknown;
  after: unknown;
}

const DEPTH = 4;
const MAX_FIELDS = 200;
/** They change with every change. */
const KEPT_BY_ORRERY = new Set(["updated_at", "updated_by"]);

/**
 * The fields that differ, by dotted paths (`attributes.cpu_cores`). Lists are compared as wholes. Of more than 200, and
 * deeper than four names, the objects that hold them are compared instead.
 */
export function changesBetween(before: object | null, after: object | null): Record<string, FieldChange> {
  for (let depth = DEPTH; depth > 1; depth--) {
    const found = difference(before, after, depth);
    if (found.length <= MAX_FIELDS) return Object.fromEntries(found);
  }
  return Object.fromEntries(difference(before, after, 1));
}

function difference(before: unknown, after: unknown, depth: number, path: string[] = []): [string, FieldChange][] {
  if (depth > 0 && isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names
      .filter((name) => path.length > 0 || !KEPT_BY_ORRERY.has(name))
      .flatMap((name) => difference(before[name], after[name], depth - 1, [...path, name]));
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [[path.join("."), { before: before ?? null, after: after ?? null }]];
}
