/** The value of a key that the program itself has set. Throws if the key is missing, which is a bug. */
export function mustGet<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined && !map.has(key)) throw new Error(`The map has no entry ${String(key)}`);
  return value as V;
}
