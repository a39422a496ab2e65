import { isObject } from "../../../model/json.ts";

/**
 * The value at a path below an object. A key may hold dots, so the longest that exists goes first, as the graph names its
 * properties. Through a list of objects, the list of their values. Undefined for none; null counts as none.
 */
export function valueAt(object: unknown, path: string): unknown {
  if (Array.isArray(object)) {
    const values = object.flatMap((each) => (isObject(each) ? (valueAt(each, path) ?? []) : []));
    return values.length > 0 ? values : undefined;
  }
  if (!isObject(object)) return undefined;
  for (let end = path.length; end > 0; end = path.lastIndexOf(".", end - 1)) {
    const key = path.slice(0, end);
    if (!Object.hasOwn(object, key)) continue;
    const value = object[key];
    if (end === path.length) return value ?? undefined;
    const beyond = valueAt(value, path.slice(end + 1));
    if (beyond !== undefined) return beyond;
  }
  return undefined;
}

/** What stands in an object's JSON text if the path leads anywhere: one of its possible first keys, quoted, with a colon. */
export function quotedKeys(path: string): string[] {
  const keys: string[] = [];
  for (let end = path.length; end > 0; end = path.lastIndexOf(".", end - 1)) keys.push(path.slice(0, end));
  return keys.map((key) => `${JSON.stringify(key)}:`);
}
