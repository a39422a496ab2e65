import { isObject } from "../../model/json.ts";

/** Value of a field before and after; null if it was or is absent. */
export interface FieldChange {
  before: unknown;
  after: unknown;
}

const MAX_DEPTH = 4;
const MAX_FIELDS = 200;
/** Top-level fields that every change touches. */
const IGNORED_FIELDS = new Set(["updated_at", "updated_by"]);

/**
 * The fields that differ, by dotted paths (`attributes.cpu_cores`) of at most four names. Lists are compared as wholes. If
 * more than 200 fields differ, paths are shortened, down to whole top-level fields.
 */
export function changesBetween(before: object | null, after: object | null): Record<string, FieldChange> {
  for (let depth = MAX_DEPTH; depth > 1; depth--) {
    const found = difference(before, after, depth);
    if (found.length <= MAX_FIELDS) return Object.fromEntries(found);
  }
  return Object.fromEntries(difference(before, after, 1));
}

function difference(before: unknown, after: unknown, depth: number, path: string[] = []): [string, FieldChange][] {
  if (depth > 0 && isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names
      .filter((name) => path.length > 0 || !IGNORED_FIELDS.has(name))
      .flatMap((name) => difference(before[name], after[name], depth - 1, [...path, name]));
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [[path.join("."), { before: before ?? null, after: after ?? null }]];
}
