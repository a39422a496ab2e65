/** Compares two values, texts by code units, so that the order depends on no locale. 0 for equal ones. */
export function compare<T extends string | number | bigint>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Orders items by a key, ascending. */
export function by<T>(key: (item: T) => string | number): (a: T, b: T) => number {
  return (a, b) => compare(key(a), key(b));
}
